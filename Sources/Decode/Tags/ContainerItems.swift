/// The metadata blocks of a FLAC file, without padding and the table of seek points' own place.
enum FLACItems {
    static func all(in source: borrowing ByteSource) -> [TagItem] {
        var offset = TagEnds.startOfSound(in: source)
        guard source.bytes(at: offset, count: 4).elementsEqual("fLaC".utf8) else { return [] }
        offset += 4
        var items: [TagItem] = []
        for _ in 0..<TagItem.most {
            let head = source.bytes(at: offset, count: 4)
            guard head.count == 4 else { break }
            let length = Int(head[1...].number(isBigEndian: true))
            let block = source.bytes(at: offset + 4, count: length)
            switch head[0] & 0x7F {
            case 1: break
            case 4: items += VorbisItems.comments(block[...])
            case 6: items.append(TagItem(TagItem.picture, block))
            default: items.append(TagItem("block \(head[0] & 0x7F)", block))
            }
            offset += 4 + Int64(length)
            if head[0] & 0x80 != 0 { break }
        }
        return items
    }
}

/// The comments of Vorbis and Opus.
enum VorbisItems {
    static func all(in source: borrowing ByteSource) -> [TagItem] {
        let packet = OggPages.secondPacket(in: source, atMost: TagItem.mostBytes)
        for mark in [[3] + Array("vorbis".utf8), Array("OpusTags".utf8)] where packet.starts(with: mark) {
            return comments(packet.dropFirst(mark.count))
        }
        return []
    }

    /// The vendor and the comments: lengths before texts, little-endian.
    static func comments(_ bytes: ArraySlice<UInt8>) -> [TagItem] {
        var rest = bytes
        func number() -> Int? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return Int(rest.prefix(4).number(isBigEndian: false))
        }
        func take() -> ArraySlice<UInt8>? {
            guard let length = number(), length <= rest.count else { return nil }
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
        guard let vendor = take(), let count = number() else { return [] }
        var items = [TagItem("vendor", vendor)]
        for _ in 0..<min(count, TagItem.most) {
            guard let comment = take() else { break }
            let name = String(decoding: comment.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).uppercased()
            let value = comment.dropFirst(name.utf8.count + 1)
            items.append(TagItem(name == "METADATA_BLOCK_PICTURE" ? TagItem.picture : name, value))
        }
        return items
    }
}

/// The items of an MP4 file's list, and what else its user data hold.
enum MovieItems {
    private static let most = 10_000

    static func all(in source: borrowing ByteSource) -> [TagItem] {
        let movie = boxes(in: source, 0..<source.size).first { $0.name == "moov" }
        guard let movie else { return [] }
        var items: [TagItem] = []
        for box in boxes(in: source, movie.body) {
            switch box.name {
            case "udta": for inner in boxes(in: source, box.body) { add(inner, in: source, to: &items) }
            case "meta": add(box, in: source, to: &items)
            // Its tables hold places in the file; that they lead to the same sound is compared apart.
            case "trak": items.append(TagItem("trak", []))
            case "free", "skip": break
            default: items.append(TagItem(box.name, bytes(of: box, in: source)))
            }
        }
        return items
    }

    private static func add(_ box: Box, in source: borrowing ByteSource, to items: inout [TagItem]) {
        guard box.name == "meta" else {
            if !["free", "skip"].contains(box.name) { items.append(TagItem("udta \(box.name)", bytes(of: box, in: source))) }
            return
        }
        // A version and flags come first.
        let body = min(box.body.lowerBound + 4, box.body.upperBound)..<box.body.upperBound
        for inner in boxes(in: source, body) where inner.name == "ilst" {
            for item in boxes(in: source, inner.body) {
                let content = bytes(of: item, in: source)
                if item.name == "covr" {
                    for picture in boxes(in: source, item.body) {
                        items.append(TagItem(TagItem.picture, bytes(of: picture, in: source)))
                    }
                } else {
                    items.append(TagItem(item.name == "----" ? freeName(item, in: source) : item.name, content))
                }
            }
        }
    }

    private static func freeName(_ item: Box, in source: borrowing ByteSource) -> String {
        let names = boxes(in: source, item.body).filter { $0.name == "mean" || $0.name == "name" }
        return names.map { String(decoding: bytes(of: $0, in: source).dropFirst(4), as: UTF8.self) }.joined(separator: ":")
    }

    private struct Box {
        let name: String
        let body: Range<Int64>
    }

    private static func bytes(of box: Box, in source: borrowing ByteSource) -> [UInt8] {
        source.bytes(at: box.body.lowerBound, count: Int(min(Int64(box.body.count), Int64(TagItem.mostBytes))))
    }

    private static func boxes(in source: borrowing ByteSource, _ range: Range<Int64>) -> [Box] {
        var (offset, found) = (range.lowerBound, [Box]())
        while found.count < most, range.upperBound - offset >= 8 {
            let head = source.bytes(at: offset, count: 16)
            guard head.count >= 8 else { break }
            var (length, headLength) = (Int64(head[..<4].number(isBigEndian: true)), Int64(8))
            if length == 1, head.count == 16 { (length, headLength) = (Int64(clamping: head[8...].number(isBigEndian: true)), 16) }
            if length == 0 { length = range.upperBound - offset }
            guard length >= headLength, length <= range.upperBound - offset else { break }
            // Names begin with a copyright sign in Latin-1.
            let name = String(String.UnicodeScalarView(head[4..<8].map { Unicode.Scalar($0) }))
            found.append(Box(name: name, body: offset + headLength..<offset + length))
            offset += length
        }
        return found
    }
}

/// The chunks of a WAV or AIFF file, but for the sound.
enum ChunkItems {
    static func all(in source: borrowing ByteSource, isBigEndian: Bool) -> [TagItem] {
        var items: [TagItem] = []
        for (name, range) in chunks(in: source, isBigEndian) where name != "data" && name != "SSND" {
            let body = source.bytes(at: range.lowerBound, count: Int(min(Int64(range.count), Int64(TagItem.mostBytes))))
            switch name {
            case "ID3 ", "id3 ": items += ID3Items.all(body)
            case "LIST" where body.starts(with: Array("INFO".utf8)): items += texts(body.dropFirst(4), isBigEndian)
            default: items.append(TagItem("chunk \(name)", body))
            }
        }
        return items
    }

    /// The ID3v2 tag; nil if there is none.
    static func tag(in source: borrowing ByteSource, isBigEndian: Bool, atMost most: Int) -> [UInt8]? {
        chunks(in: source, isBigEndian).first { $0.name == "ID3 " || $0.name == "id3 " }
            .map { source.bytes(at: $0.range.lowerBound, count: min($0.range.count, most)) }
    }

    private static func chunks(in source: borrowing ByteSource, _ isBigEndian: Bool) -> [(name: String, range: Range<Int64>)] {
        var (offset, found) = (Int64(12), [(name: String, range: Range<Int64>)]())
        while found.count < TagItem.most, offset < source.size {
            let head = source.bytes(at: offset, count: 8)
            guard head.count == 8 else { break }
            let length = Int64(head[4...].number(isBigEndian: isBigEndian))
            let start = offset + 8
            found.append((String(decoding: head[..<4], as: UTF8.self), start..<max(start, min(start + length, source.size))))
            offset = start + length + length % 2
        }
        return found
    }

    private static func texts(_ list: ArraySlice<UInt8>, _ isBigEndian: Bool) -> [TagItem] {
        var (rest, items) = (list, [TagItem]())
        while rest.count >= 8, items.count < TagItem.most {
            let length = Int(rest.dropFirst(4).prefix(4).number(isBigEndian: isBigEndian))
            let name = String(decoding: rest.prefix(4), as: UTF8.self)
            rest = rest.dropFirst(8)
            items.append(TagItem("INFO \(name)", rest.prefix(length)))
            rest = rest.dropFirst(length + length % 2)
        }
        return items
    }
}
