import CTags
import Decode
import System
import Workers

/// The tags of an open file, which TagLib and our own code for ID3v2 read and write.
struct TagFile {
    let descriptor: Int32
    /// The name of its format in CTags.
    private let kind: String

    /// Throws if no tags are written in files of this format.
    init(descriptor: Int32, container: String, codec: String) throws(TagProblem) {
        switch (container, codec) {
        case ("ogg", "vorbis"), ("ogg", "opus"): kind = codec
        case ("mpc8", _): kind = "mpc"
        case ("mp3", _), ("flac", _), ("mov", _), ("wav", _), ("aiff", _), ("wv", _), ("ape", _), ("mpc", _): kind = container
        default: throw .noFormat(container: container)
        }
        self.descriptor = descriptor
    }

    func read() throws(TagProblem) -> TagFields {
        final class Found {
            var fields = TagFields()
        }
        let found = Found()
        try run { problem in
            downbeat_read_tags(
                descriptor, kind,
                { context, value in
                    guard let context, let field = TagField(rawValue: String(cString: value.field)) else { return }
                    let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
                    let bytes = Array(UnsafeBufferPointer(start: value.bytes, count: value.count))
                    if (found.fields[field]?.count ?? 0) < TagFields.mostValues {
                        found.fields.values[field, default: []].append(bytes)
                    }
                }, Unmanaged.passUnretained(found).toOpaque(), problem)
        }
        return found.fields
    }

    func write(_ changes: TagFields) throws(TagProblem) {
        var values: [(name: [CChar], bytes: [UInt8]?)] = []
        for (field, all) in changes.values {
            let name = Array(field.rawValue.utf8CString)
            values += all.isEmpty ? [(name, nil)] : all.map { (name, $0) }
        }
        // One block for all names and values, since the pointers must stay valid together.
        var block: [UInt8] = []
        let places = values.map { value in
            let place = (name: block.count, bytes: block.count + value.name.count)
            block += value.name.map { UInt8(bitPattern: $0) } + (value.bytes ?? [])
            return place
        }
        try block.withUnsafeBufferPointer { (block) throws(TagProblem) in
            guard let start = block.baseAddress else { return }
            let written = zip(values, places).map { value, place in
                downbeat_tag_value(
                    field: UnsafeRawPointer(start + place.name).assumingMemoryBound(to: CChar.self),
                    bytes: value.bytes == nil ? nil : start + place.bytes, count: value.bytes?.count ?? 0)
            }
            try run { downbeat_write_tags(descriptor, kind, written, written.count, $0) }
        }
    }

    private func run(_ work: (UnsafeMutablePointer<CChar>) -> Int32) throws(TagProblem) {
        var problem = [CChar](repeating: 0, count: Int(downbeat_tag_problem))
        guard work(&problem) == 0 else {
            throw .refused(String(decoding: problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
    }
}

/// Why tags are not written: a plain sentence that follows a file's name.
enum TagProblem: Error, CustomStringConvertible {
    case noFormat(container: String)
    case refused(String)
    case soundChanged
    case lost(String)
    case notAsked(TagField)

    var description: String {
        switch self {
        case .noFormat(let container): "is of a format (\(container)) in which no tags are written"
        case .refused(let reason): reason
        case .soundChanged: "would have other sound afterwards, so it was left as it is"
        case .lost(let name): "would lose or change \(name), so it was left as it is"
        case .notAsked(let field): "cannot hold this \(field.rawValue) as it was asked for, so it was left as it is"
        }
    }
}
