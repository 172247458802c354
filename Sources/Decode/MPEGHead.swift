/// The header of an MPEG audio frame, four bytes (ISO 11172-3, 2.4.1.3).
struct MPEGHead {
    /// Kilobits a second: Layer III of MPEG-1, and of MPEG-2 and 2.5.
    private static let rates = [
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Header, side information and the Xing and LAME fields.
    private static let longestHead = 4 + 32 + 144

    let sampleRate: Int
    let channels: Int
    let bitRate: Int
    /// Bytes of the whole frame.
    let length: Int

    /// Nil if it is not a Layer III header with a standard bit rate.
    init?(_ bytes: some RandomAccessCollection<UInt8>) {
        let bytes = Array(bytes.prefix(4))
        guard bytes.count == 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2, bytes[1] & 0x18 != 0x08 else { return nil }
        let version = Int(bytes[1] >> 3 & 3)  // 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5
        let rate = Int(bytes[2] >> 4)
        let frequency = Int(bytes[2] >> 2 & 3)
        guard 1...14 ~= rate, frequency < 3 else { return nil }
        sampleRate = [44_100, 48_000, 32_000][frequency] / [4, 1, 2, 1][version]
        bitRate = Self.rates[version == 3 ? 0 : 1][rate - 1] * 1_000
        channels = bytes[3] >> 6 == 3 ? 1 : 2
        length = (version == 3 ? 144 : 72) * bitRate / sampleRate + Int(bytes[2] >> 1 & 1)
    }

    /// Encoder delay and padding in samples, as LAME and others state them in the first frame of the file.
    static func padding(in source: borrowing ByteSource) -> Int {
        let bytes = source.bytes(at: TagEnds.startOfSound(in: source), count: longestHead)
        // The encoder's field is at this offset only if all four fields before it are present.
        guard let tag = MPEGHead(bytes)?.tag(in: bytes), tag.count >= 144, tag[7] & 0x0F == 0x0F else { return 0 }
        let before = Int(tag[141]) << 4 | Int(tag[142] >> 4)
        let behind = Int(tag[142] & 0x0F) << 8 | Int(tag[143])
        return before + behind
    }

    /// The audio frames. The first frame of an MP3 file may only describe the others, and tools that edit the file rewrite it.
    static func sound(in source: borrowing ByteSource, _ bare: Range<Int64>) -> SoundRegion? {
        let bytes = source.bytes(at: bare.lowerBound, count: longestHead)
        guard let head = MPEGHead(bytes), head.tag(in: bytes) != nil, head.length < bare.count else { return nil }
        return SoundRegion(pieces: [bare.lowerBound + Int64(head.length)..<bare.upperBound])
    }

    /// The Xing or LAME information in place of samples; nil if the frame has samples.
    private func tag(in bytes: [UInt8]) -> [UInt8]? {
        let isFirstVersion = bytes[1] & 0x08 != 0
        let side = isFirstVersion ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
        let tag = Array(bytes.dropFirst(4 + side))
        return tag.starts(with: "Xing".utf8) || tag.starts(with: "Info".utf8) ? tag : nil
    }
}
