import System

/// Makes samples of the chunks of a Snapcast server, each with the moment of its stamp.
final class SnapCoding {
    struct Chunk {
        /// In microseconds of the house clock.
        let moment: Double
        let left: [Float]
        let right: [Float]
    }

    private enum Kind {
        case pcm(SampleFormat, isLoose: Bool)
        case packed(PackedDecoding)
    }

    /// Bytes of the head of a WAV file.
    private static let waveHead = 44

    /// Samples a second of what comes out.
    let rate: Int
    private let kind: Kind
    private var chunks: [Chunk] = []

    init(_ name: String, _ head: [UInt8], _ clock: any HouseClock, _ decoder: @escaping StartDecoder) throws(SnapTrouble) {
        switch name {
        case "pcm":
            guard head.count >= Self.waveHead, head.starts(with: "RIFF".utf8) else {
                throw SnapTrouble(sentence: "the server sends PCM without a head")
            }
            func number(_ at: Int, _ count: Int) -> Int { head[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) } }
            let (channels, rate, unit, bits) = (number(22, 2), number(24, 4), number(32, 2), number(34, 2))
            // 24 bits lie in 32.
            let isLoose = bits == 24 && unit == channels * 4
            guard let format = SampleFormat("\(rate):\(isLoose ? 32 : bits):\(channels)"), format.unit == unit else {
                throw SnapTrouble(sentence: "the server sends \(rate):\(bits):\(channels), which is not understood")
            }
            self.rate = rate
            kind = .pcm(format, isLoose: isLoose)
        case "flac", "opus":
            let frames: (any SnapFrames)? = name == "flac" ? FLACFrames(head: head) : OpusFrames(head: head)
            guard let frames else { throw SnapTrouble(sentence: "the server sends \(name) without a head") }
            rate = SampleFormat.decoded.rate
            kind = .packed(PackedDecoding(frames, clock, decoder))
        default:
            let known = name.prefix(20).filter { $0.isLetter || $0.isNumber }
            throw SnapTrouble(
                sentence: "the server sends \(known), which is not understood: give its source codec=flac, codec=opus or codec=pcm")
        }
    }

    /// Adds a chunk that was stamped at a moment.
    func add(_ bytes: [UInt8], at moment: Double) throws(SnapTrouble) {
        switch kind {
        case .pcm(let format, let isLoose):
            var whole = Array(bytes.prefix(bytes.count / format.unit * format.unit))
            // The highest byte says nothing.
            if isLoose { whole = [0] + whole.dropLast() }
            let (left, right) = format.sides(of: whole[...])
            chunks.append(Chunk(moment: moment, left: left, right: right))
        case .packed(let decoding): try decoding.add(bytes, at: moment)
        }
    }

    /// Takes what is decoded by now.
    func take() throws(SnapTrouble) -> [Chunk] {
        if case .packed(let decoding) = kind { return try decoding.take() }
        defer { chunks = [] }
        return chunks
    }

    func end() {
        if case .packed(let decoding) = kind { decoding.end() }
    }
}
