/// A field of a music file's tags that people may edit.
package enum TagField: String, CaseIterable, Sendable, Codable {
    case title, artist, album, albumArtist, track, trackCount, disc, discCount, year, genre, compilation, comment, composer, lyrics,
        cover

    /// The most bytes of all its values together.
    package var mostBytes: Int {
        switch self {
        case .cover: TagFields.mostPictureBytes
        case .lyrics: 256 << 10
        case .comment: 64 << 10
        default: 4 << 10
        }
    }
}

/// The values of fields: UTF-8, or the bytes of a picture. In a change, a field without values is removed.
package struct TagFields: Hashable, Sendable {
    /// The largest picture that is written.
    package static let mostPictureBytes = 8 << 20
    /// The most values of a field.
    package static let mostValues = 100
    /// More than all fields hold together.
    package static let mostBytes = 10 << 20

    package var values: [TagField: [[UInt8]]] = [:]

    package init(_ values: [TagField: [[UInt8]]] = [:]) {
        self.values = values
    }

    package subscript(field: TagField) -> [[UInt8]]? {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// The values of a field as texts.
    package func texts(_ field: TagField) -> [String] { (values[field] ?? []).map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes by which a worker and its parent pass them: for each field its name and each value, both with their lengths before them.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func put(_ piece: [UInt8]) {
            for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: piece.count >> (8 * place))) }
            bytes += piece
        }
        for (field, all) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            put(Array(field.rawValue.utf8))
            bytes.append(UInt8(clamping: all.count))
            for value in all { put(value) }
        }
        return bytes
    }

    /// Parses what `bytes` gives; nil if it is anything else or too much: a worker may have been taken over.
    package init?(bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes else { return nil }
        var rest = bytes[...]
        func take() -> [UInt8]? {
            guard rest.count >= 4 else { return nil }
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return nil }
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
        values = [:]
        while !rest.isEmpty {
            guard let name = take(), let field = TagField(rawValue: String(decoding: name, as: UTF8.self)), values[field] == nil,
                let count = rest.popFirst(), Int(count) <= Self.mostValues
            else { return nil }
            var all: [[UInt8]] = []
            for _ in 0..<count {
                guard let value = take() else { return nil }
                all.append(value)
            }
            values[field] = all
        }
    }
}
