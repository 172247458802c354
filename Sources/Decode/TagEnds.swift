/// The tags that taggers put around any file: ID3v2 in front, ID3v1, Lyrics3 and APEv2 at the end.
enum TagEnds {
    /// Most tags in a row.
    private static let most = 8
    private static let apeMark = Array("APETAGEX".utf8)
    private static let lyricsMark = Array("LYRICS200".utf8)

    /// The range between the tags at the start and those at the end.
    static func untagged(_ source: borrowing ByteSource) -> Range<Int64> {
        let start = startOfSound(in: source)
        guard start < source.size else { return 0..<source.size }
        var end = source.size
        for _ in 0..<most {
            guard let length = lengthOfTag(endingAt: end, in: source), length <= end - start else { break }
            end -= length
        }
        return start..<end
    }

    /// The end of the ID3v2 tags at the start (ID3v2.4 structure, 3.1), or the start if there are none.
    static func startOfSound(in source: borrowing ByteSource) -> Int64 {
        var start: Int64 = 0
        for _ in 0..<most {
            guard let length = id3Length(source.bytes(at: start, count: 10), mark: "ID3") else { break }
            start += length
        }
        return start
    }

    /// Length of the tag with this header or footer, both included.
    private static func id3Length(_ head: [UInt8], mark: String) -> Int64? {
        guard head.count == 10, head.starts(with: mark.utf8), head[3] != 0xFF, head[4] != 0xFF,
            head[6...].allSatisfy({ $0 < 0x80 })
        else { return nil }
        let size = head[6...].reduce(0) { $0 << 7 | Int64($1) }
        return 10 + size + (head[5] & 0x10 == 0 ? 0 : 10)
    }

    private static func lengthOfTag(endingAt end: Int64, in source: borrowing ByteSource) -> Int64? {
        let tail = source.bytes(at: max(0, end - 128), count: Int(min(128, end)))
        guard tail.count >= 32 else { return nil }
        if tail.count == 128, tail.starts(with: Array("TAG".utf8)) { return 128 }
        // APEv2: size of items and footer, then flags; the top flag means another 32 bytes of header.
        let ape = Array(tail.suffix(32))
        if ape.starts(with: apeMark) {
            let hasHead = ape[23] & 0x80 != 0
            return Int64(ape[12..<16].number(isBigEndian: false)) + (hasHead ? 32 : 0)
        }
        // Lyrics3v2: six digits with the length before them, then the marker.
        if tail.suffix(9).elementsEqual(lyricsMark) {
            let digits = tail.suffix(15).prefix(6)
            guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } + 15
        }
        return id3Length(Array(tail.suffix(10)), mark: "3DI")
    }
}
