internal import CFFmpeg
package import Music

/// One tag as it is stored: a frame, a comment, a picture, a chunk. It is read without the library that writes tags.
package struct TagItem: Hashable, Sendable {
    /// Pictures of all formats.
    package static let picture = "picture"
    /// The program that wrote Vorbis comments.
    static let vendor = "VENDOR"
    /// The largest tag that is read into memory.
    static let mostBytes = 64 << 20
    /// The most items of a kind: real files have hundreds.
    static let most = 10_000

    /// In upper case, since readers take no notice of case.
    package let name: String
    package let content: ContentIdentity

    init(_ name: String, _ bytes: some Collection<UInt8>) {
        self.name = name == Self.picture ? name : name.uppercased()
        let hash = ContentHash(of: Array(bytes))
        content = ContentIdentity(high: hash.high, low: hash.low)
    }

    /// All items of a file whose container has this FFmpeg name.
    static func all(in source: borrowing ByteSource, container: String) -> [TagItem] {
        let tagged: [TagItem] =
            switch container {
            case "flac": FLACItems.all(in: source)
            case "ogg": VorbisItems.all(in: source)
            case "mov": MovieItems.all(in: source)
            case "wav": ChunkItems.all(in: source, isBigEndian: false)
            case "aiff": ChunkItems.all(in: source, isBigEndian: true)
            default: []
            }
        return tagged + ID3Items.all(source.bytes(at: 0, count: Int(min(source.size, Int64(mostBytes))))) + EndItems.all(in: source)
    }

    /// The chapters, which formats keep in very different places.
    static func chapters(of context: UnsafeMutablePointer<AVFormatContext>) -> [TagItem] {
        (0..<Int(context.pointee.nb_chapters)).compactMap { index in
            guard let chapter = context.pointee.chapters[index]?.pointee else { return nil }
            let words = TagReader.entries(of: chapter.metadata).map { "\($0.key)=\($0.value)" }
            return TagItem("CHAPTER", "\(chapter.start) \(chapter.end) \(chapter.time_base) \(words)".utf8)
        }
    }

    /// The name of an item that only one of the lists has, apart from those of these names; nil if there is none. Of edited pictures one
    /// may have come and one gone. A new tag may have items of the names of `repeated` that were in an older tag under another name.
    package static func difference(
        _ before: [TagItem], _ after: [TagItem], apartFrom touched: Set<String>, repeating repeated: Set<String>
    ) -> String? {
        let known = Set(before.map(\.name))
        var counts: [TagItem: Int] = [:]
        for item in before { counts[item, default: 0] += 1 }
        for item in after { counts[item, default: 0] -= 1 }
        let pictures = counts.filter { $0.key.name == picture }
        let (lost, gained) = (pictures.values.filter { $0 > 0 }.reduce(0, +), pictures.values.filter { $0 < 0 }.reduce(0, -))
        if touched.contains(picture) ? lost > 1 || gained > 1 : lost + gained > 0 { return "a picture" }
        return counts.filter { item, count in
            guard count != 0, item.name != picture, !touched.contains(item.name) else { return false }
            return count > 0 || known.contains(item.name) || !repeated.contains(item.name) && item.name != vendor
        }.map(\.key.name).min()
    }
}

/// The frames of an ID3v2 tag.
enum ID3Items {
    private static let comments: Set<String> = ["COMM", "COM"]
    private static let pictures: Set<String> = ["APIC", "PIC"]

    /// Of the tag at the start of these bytes.
    static func all(_ bytes: [UInt8]) -> [TagItem] {
        guard let tag = ID3Tag(bytes) else { return [] }
        return tag.frames(atMost: TagItem.most).map { name, body in
            if pictures.contains(name) { return TagItem(TagItem.picture, body) }
            return TagItem(comments.contains(name) ? "\(name):\(description(of: body))" : name, body)
        }
    }

    /// What a comment is about; empty for the one that is shown.
    private static func description(of body: [UInt8]) -> String {
        guard let encoding = body.first.flatMap({ ID3Text(rawValue: $0) }), body.count > 4 else { return "" }
        var (rest, order) = (body[4...], encoding == .utf16BigEndian ? ID3Text.Order.bigEndian : .littleEndian)
        return encoding.take(&rest, &order) ?? ""
    }
}

/// The tags at the end of a file: ID3v1 and APEv2.
enum EndItems {
    private static let fields: [(name: String, range: Range<Int>)] = [
        ("ID3v1 title", 3..<33), ("ID3v1 artist", 33..<63), ("ID3v1 album", 63..<93), ("ID3v1 year", 93..<97),
        ("ID3v1 comment", 97..<125), ("ID3v1 track", 125..<127), ("ID3v1 genre", 127..<128),
    ]

    static func all(in source: borrowing ByteSource) -> [TagItem] {
        var end = source.size
        var items: [TagItem] = []
        let old = source.bytes(at: max(0, end - 128), count: 128)
        if old.count == 128, old.starts(with: Array("TAG".utf8)) {
            items += fields.map { name, range in TagItem(name, old[range]) }
            end -= 128
        }
        let foot = source.bytes(at: max(0, end - 32), count: 32)
        guard foot.count == 32, foot.starts(with: Array("APETAGEX".utf8)) else { return items }
        let length = Int64(foot[12..<16].number(isBigEndian: false))
        guard length >= 32, length <= min(end, Int64(TagItem.mostBytes)) else { return items }
        let body = source.bytes(at: end - length, count: Int(length) - 32)
        return items + apeItems(body[...], atMost: Int(clamping: foot[16..<20].number(isBigEndian: false)))
    }

    private static func apeItems(_ body: ArraySlice<UInt8>, atMost stated: Int) -> [TagItem] {
        var (rest, items) = (body, [TagItem]())
        for _ in 0..<min(stated, TagItem.most) {
            guard rest.count > 8 else { break }
            let length = Int(rest.prefix(4).number(isBigEndian: false))
            let flags = rest.dropFirst(4).prefix(4).number(isBigEndian: false)
            guard let zero = rest.dropFirst(8).firstIndex(of: 0), length <= rest.endIndex - zero - 1 else { break }
            let name = String(decoding: rest[(rest.startIndex + 8)..<zero], as: UTF8.self).uppercased()
            let value = rest[(zero + 1)..<(zero + 1 + length)]
            items.append(
                TagItem(name.hasPrefix("COVER ART") ? TagItem.picture : "APE \(name)", Array("\(name) \(flags) ".utf8) + value))
            rest = rest[(zero + 1 + length)...]
        }
        return items
    }
}
