import Synchronization
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
        case flac(FLACDecoding)
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
        case "flac":
            guard let frames = FLACFrames(head: head) else { throw SnapTrouble(sentence: "the server sends FLAC without a head") }
            rate = SampleFormat.decoded.rate
            kind = .flac(FLACDecoding(head, frames, clock, decoder))
        default:
            let known = name.prefix(20).filter { $0.isLetter || $0.isNumber }
            throw SnapTrouble(
                sentence: "the server sends \(known), which is not understood: give its source codec=flac or codec=pcm")
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
        case .flac(let decoding): try decoding.add(bytes, at: moment)
        }
    }

    /// Takes what is decoded by now.
    func take() throws(SnapTrouble) -> [Chunk] {
        if case .flac(let decoding) = kind { return try decoding.take() }
        defer { chunks = [] }
        return chunks
    }

    func end() {
        if case .flac(let decoding) = kind { decoding.end() }
    }
}

/// Decodes FLAC by a process, and finds the moment of each sample by the numbers of its frames.
final class FLACDecoding {
    /// Bytes read at a time.
    private static let piece = 1 << 18
    /// Marks that wait for their samples: a minute's.
    private static let mostMarks = 3_000

    private let frames: FLACFrames
    private var ogg = OggFLAC()
    private let source = ChunkSource()
    private let reader: DecodedReader
    /// The number of the first sample of all.
    private var start: Int?
    /// Numbers of samples, as they come out, and their moments.
    private var marks: [(sample: Int, moment: Double)] = []
    private var decoded = 0
    private var rest: [UInt8] = []
    private var last = 0

    init(_ head: [UInt8], _ frames: FLACFrames, _ clock: any HouseClock, _ decoder: @escaping StartDecoder) {
        self.frames = frames
        source.feed(ogg.pages(head: head))
        reader = DecodedReader(source, clock, start: decoder)
    }

    func add(_ bytes: [UInt8], at moment: Double) throws(SnapTrouble) {
        guard let first = frames.first(bytes) else { throw SnapTrouble(sentence: "the server sends what is no FLAC") }
        let start = self.start ?? first
        self.start = start
        // After a day it is dialled anew: sums stay small.
        guard first >= last, first - start < frames.rate * 86_400 else {
            throw SnapTrouble(sentence: "the server's FLAC begins anew")
        }
        last = first
        marks.append(((first - start) * SampleFormat.decoded.rate / frames.rate, moment))
        if marks.count > Self.mostMarks { marks.removeFirst() }
        let pages = ogg.pages(of: bytes, position: first - start + frames.block)
        guard source.feed(pages) else { throw SnapTrouble(sentence: "FLAC cannot be decoded as fast as it comes") }
    }

    func take() throws(SnapTrouble) -> [SnapCoding.Chunk] {
        var chunks: [SnapCoding.Chunk] = []
        while case .bytes(let bytes) = reader.read(Self.piece) {
            let bytes = rest + bytes
            let unit = SampleFormat.decoded.unit
            let whole = bytes.count / unit * unit
            rest = Array(bytes[whole...])
            let (left, right) = SampleFormat.decoded.sides(of: bytes[..<whole])
            add(left, right, to: &chunks)
        }
        if let trouble = reader.trouble { throw SnapTrouble(sentence: trouble) }
        return chunks
    }

    func end() { reader.end() }

    /// Cuts samples at the marks.
    private func add(_ left: [Float], _ right: [Float], to chunks: inout [SnapCoding.Chunk]) {
        var at = 0
        while at < left.count {
            while marks.count > 1, marks[1].sample <= decoded { marks.removeFirst() }
            guard let mark = marks.first else { return }
            let end = min(left.count, marks.count > 1 ? at + marks[1].sample - decoded : left.count)
            let moment = mark.moment + Double(decoded - mark.sample) * 1e6 / Double(SampleFormat.decoded.rate)
            chunks.append(SnapCoding.Chunk(moment: moment, left: Array(left[at..<end]), right: Array(right[at..<end])))
            decoded += end - at
            at = end
        }
    }
}

/// What a server's chunks hold, for a decoder.
private final class ChunkSource: InputReader, Sendable {
    /// More than any server sends ahead.
    private static let most = 16 << 20

    private let bytes = Mutex<[UInt8]>([])

    var waiting: Int { bytes.withLock { $0.count } }
    var trouble: String? { nil }

    /// False if there is too much.
    @discardableResult
    func feed(_ more: [UInt8]) -> Bool {
        bytes.withLock { bytes in
            guard bytes.count + more.count <= Self.most else { return false }
            bytes += more
            return true
        }
    }

    func read(_ most: Int) -> Reading {
        bytes.withLock { bytes in
            guard !bytes.isEmpty else { return .nothing }
            let read = Array(bytes.prefix(most))
            bytes.removeFirst(read.count)
            return .bytes(read)
        }
    }
}
