/// A file made of chunks, each with a name and a length: RIFF, AIFF and their many relatives.
struct ChunkWalk {
    /// Most chunks in a file; samplers write one for each cue.
    private static let most = 10_000

    /// Offset of the first chunk.
    let first: Int64
    let nameLength: Int
    /// Size of the length field in bytes.
    let width: Int
    let isBigEndian: Bool
    /// Whether the length includes the name and the length field.
    let countsHead: Bool
    /// Alignment of chunks, relative to the first.
    let alignment: Int64
    /// The name of the chunk with the sound.
    let sound: [UInt8]
    /// Bytes in it before the sound.
    var skipped: Int64 = 0

    /// The sound of a file whose container has this FFmpeg name; nil if it is another container or damaged.
    static func sound(in source: borrowing ByteSource, container: String) -> SoundRegion? {
        guard let walk = walk(of: container, source.bytes(at: 0, count: 4)) else { return nil }
        return walk.sound(in: source).map { SoundRegion(pieces: [$0]) }
    }

    private static func walk(of container: String, _ mark: [UInt8]) -> ChunkWalk? {
        switch container {
        case "wav":
            ChunkWalk(
                first: 12, nameLength: 4, width: 4, isBigEndian: false, countsHead: false, alignment: 2, sound: Array("data".utf8))
        case "aiff":
            ChunkWalk(
                first: 12, nameLength: 4, width: 4, isBigEndian: true, countsHead: false, alignment: 2, sound: Array("SSND".utf8),
                skipped: 8)
        case "caf":
            ChunkWalk(
                first: 8, nameLength: 4, width: 8, isBigEndian: true, countsHead: false, alignment: 1, sound: Array("data".utf8),
                skipped: 4)
        case "dsf":
            ChunkWalk(
                first: 0, nameLength: 4, width: 8, isBigEndian: false, countsHead: true, alignment: 1, sound: Array("data".utf8))
        case "iff" where mark.elementsEqual("FRM8".utf8):
            ChunkWalk(
                first: 16, nameLength: 4, width: 8, isBigEndian: true, countsHead: false, alignment: 2, sound: Array("DSD ".utf8))
        case "w64":
            ChunkWalk(
                first: 40, nameLength: 16, width: 8, isBigEndian: false, countsHead: true, alignment: 8,
                sound: Array("data".utf8) + [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A])
        case "asf":
            ChunkWalk(
                first: 0, nameLength: 16, width: 8, isBigEndian: false, countsHead: true, alignment: 1,
                sound: [
                    0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
                ], skipped: 26)
        default: nil
        }
    }

    private func sound(in source: borrowing ByteSource) -> Range<Int64>? {
        var offset = first
        let headLength = Int64(nameLength + width)
        /// In RF64, the true length of a chunk too long for its field is in a chunk of its own (EBU Tech 3306).
        var longLength: UInt64?
        for _ in 0..<Self.most {
            let head = source.bytes(at: offset, count: Int(headLength))
            guard head.count == Int(headLength) else { return nil }
            var stated = head[nameLength...].number(isBigEndian: isBigEndian)
            if head.starts(with: "ds64".utf8) {
                longLength = source.number(at: offset + headLength + 8, width: 8, isBigEndian: false)
            }
            let start = offset + headLength
            let rest = source.size - start
            if head.starts(with: sound) {
                let isUnknown = stated == 0 || stated == UInt64.max >> (64 - 8 * width)
                if isUnknown { stated = longLength ?? .max }
                let length = Int64(clamping: countsHead && !isUnknown ? stated &- UInt64(headLength) : stated)
                let end = start + min(length, rest)
                return start + skipped < end ? start + skipped..<end : nil
            }
            if countsHead {
                guard stated >= UInt64(headLength) else { return nil }
                stated -= UInt64(headLength)
            }
            guard stated < UInt64(max(0, rest)) else { return nil }
            let end = start + Int64(stated)
            offset = first + (end - first + alignment - 1) / alignment * alignment
        }
        return nil
    }
}
