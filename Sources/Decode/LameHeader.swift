/// What LAME and its kin write into a first, silent MP3 frame: how many frames follow, and what the encoder put around the sound.
///
/// FFmpeg reads it only where it stands right at the start; behind junk it arrives as a packet like others.
struct LameHeader: Equatable {
    /// In samples; nil where the frame only counts ("Xing" without LAME's part).
    let delay: Int?
    /// Samples a channel between delay and padding; nil where either is not told.
    let length: Int?

    /// Nil for a frame that is sound.
    init?(_ packet: UnsafeBufferPointer<UInt8>) {
        guard packet.count > 40, packet[0] == 0xFF, packet[1] & 0xE6 == 0xE2 else { return nil }
        let isVersion1 = packet[1] & 0x18 == 0x18
        let isMono = packet[3] & 0xC0 == 0xC0
        let checksum = packet[1] & 1 == 0 ? 2 : 0
        // The mark stands behind the side information, of which the frame has none (ISO 11172-3, 2.4.1.7).
        let mark = 4 + checksum + (isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        let name = packet.dropFirst(mark).prefix(4)
        guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8), packet.count >= mark + 8 else { return nil }
        let has = packet[mark + 7]
        var place = mark + 8
        var frames: Int?
        if has & 1 != 0, packet.count >= place + 4 {
            frames = packet[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        for (bit, size) in [(1, 4), (2, 4), (4, 100), (8, 4)] where has & UInt8(bit) != 0 { place += size }
        guard packet.count >= place + 24, packet[place] != 0 else {
            (delay, length) = (nil, nil)
            return
        }
        let (high, middle, low) = (Int(packet[place + 21]), Int(packet[place + 22]), Int(packet[place + 23]))
        let delay = high << 4 | middle >> 4
        let padding = (middle & 15) << 8 | low
        let rest = frames.map { $0 * (isVersion1 ? 1_152 : 576) - delay - padding }
        self.delay = delay
        length = rest.flatMap { $0 > 0 ? $0 : nil }
    }
}
