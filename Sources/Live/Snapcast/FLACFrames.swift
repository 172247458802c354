/// Frames of FLAC (RFC 9639). Of bare ones a decoder knows only ten frames later where they end.
struct FLACFrames: SnapFrames {
    static let name = "FLAC"

    let rate: Int
    /// In Ogg (10.1): a mark with the stream info, and a block of metadata without words, and one of padding.
    let heads: [[UInt8]]
    /// Samples of each frame, where all have as many.
    private let block: Int

    /// From the start of a stream; nil if it is none.
    init?(head: [UInt8]) {
        // A mark, the head of the first block of metadata, and that block: stream info (8.2).
        guard head.count >= 42, head.starts(with: "fLaC".utf8), head[4] & 0x7F == 0 else { return nil }
        let info = head[8...]
        block = Int(info[8]) << 8 | Int(info[9])
        rate = Int(info[18]) << 12 | Int(info[19]) << 4 | Int(info[20]) >> 4
        guard SampleFormat.rates.contains(rate), block >= 16 else { return nil }
        let padding = OggPages.padding
        heads = [
            [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 2] + Array("fLaC".utf8) + [0, 0, 0, 34] + head[8..<42],
            // No words, in two numbers of 32 bits.
            [4, 0, 0, 8] + [UInt8](repeating: 0, count: 8),
            [0x81, 0, UInt8(padding >> 8), UInt8(padding & 255)] + [UInt8](repeating: 0, count: padding),
        ]
    }

    /// A frame says the number of its first sample.
    func place(_ frame: [UInt8], after _: Int?) -> Range<Int>? { first(frame).map { $0..<$0 + block } }

    /// The number of the first sample of a frame, which the bytes begin with; nil if they do not (9.1).
    func first(_ frame: [UInt8]) -> Int? {
        guard frame.count > 5, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8 else { return nil }
        // Coded as UTF-8 codes characters, with up to six more bytes.
        let lead = frame[4]
        let more = (~lead).leadingZeroBitCount
        guard more != 1, more <= 7 else { return nil }
        let count = max(0, more - 1)
        guard frame.count > 4 + count else { return nil }
        var number = more == 0 ? Int(lead) : Int(lead) & (0x7F >> more)
        for byte in frame[5..<5 + count] {
            guard byte & 0xC0 == 0x80 else { return nil }
            number = number << 6 | Int(byte & 0x3F)
        }
        return frame[1] & 1 == 0 ? number * block : number
    }
}
