/// The metadata blocks before the frames of a FLAC file (RFC 9639, 8).
enum FLACBlocks {
    /// Most blocks accepted; a file may have many pictures, but not thousands.
    private static let most = 1_000
    /// STREAMINFO's last 16 bytes: the MD5 of the decoded samples, or zeros if the encoder did not compute it.
    private static let sum = 18..<34

    /// The range of the frames, with their MD5 as part of the identity.
    static func sound(in source: borrowing ByteSource, _ bare: Range<Int64>) -> SoundRegion? {
        var offset = bare.lowerBound
        guard source.bytes(at: offset, count: 4).elementsEqual("fLaC".utf8) else { return nil }
        offset += 4
        var stamp: [UInt8] = []
        for _ in 0..<most {
            let head = source.bytes(at: offset, count: 4)
            guard head.count == 4 else { return nil }
            let length = Int64(head[1...].number(isBigEndian: true))
            if head[0] & 0x7F == 0, length >= 34 {
                let info = source.bytes(at: offset + 4, count: 34)
                if info.count == 34, info[sum].contains(where: { $0 != 0 }) { stamp = Array(info[sum]) }
            }
            offset += 4 + length
            guard offset < bare.upperBound else { return nil }
            if head[0] & 0x80 != 0 { return SoundRegion(pieces: [offset..<bare.upperBound], stamp: stamp) }
        }
        return nil
    }
}
