/// The boxes of an MP4 file (ISO 14496-12, 4.2): the samples of all tracks are in those called "mdat".
enum MovieBoxes {
    /// Most boxes accepted; a day recorded in fragments of a few seconds has tens of thousands.
    private static let most = 100_000

    /// The content of the mdat boxes.
    static func sound(in source: borrowing ByteSource) -> SoundRegion? {
        var pieces: [Range<Int64>] = []
        var offset: Int64 = 0
        for _ in 0..<most {
            guard offset < source.size else { return pieces.isEmpty ? nil : SoundRegion(pieces: pieces) }
            let head = source.bytes(at: offset, count: 16)
            guard head.count >= 8 else { return pieces.isEmpty ? nil : SoundRegion(pieces: pieces) }
            var headLength: Int64 = 8
            var length = Int64(head[..<4].number(isBigEndian: true))
            if length == 1 {
                guard head.count == 16 else { return nil }
                headLength = 16
                length = Int64(clamping: head[8...].number(isBigEndian: true))
            }
            // No size means up to the end. A broken download states more than there is.
            let end = length == 0 ? source.size : offset.advanced(by: Int(min(length, source.size - offset)))
            guard end >= offset + headLength else { return nil }
            if head[4..<8].elementsEqual("mdat".utf8), end > offset + headLength { pieces.append(offset + headLength..<end) }
            offset = end
        }
        return nil
    }
}
