import Synchronization
import System

/// Encoded chunks of a Snapcast server, each whole frames.
protocol SnapFrames {
    /// What people call them.
    static var name: String { get }
    /// Samples a second.
    var rate: Int { get }
    /// The packets with which they begin in Ogg.
    var heads: [[UInt8]] { get }
    /// The numbers of a chunk's samples, where those before ended there; nil for what is no such chunk.
    func place(_ chunk: [UInt8], after end: Int?) -> Range<Int>?
}

/// Decodes chunks by a process, and finds the moment of each sample by its number.
final class PackedDecoding {
    /// Bytes read at a time.
    private static let piece = 1 << 18
    /// Marks that wait for their samples: a minute's.
    private static let mostMarks = 3_000

    private let frames: any SnapFrames
    private var ogg = OggPages()
    private let source = ChunkSource()
    private let reader: DecodedReader
    /// The number of the first sample of all.
    private var start: Int?
    /// Numbers of samples, as they come out, and their moments.
    private var marks: [(sample: Int, moment: Double)] = []
    private var decoded = 0
    private var rest: [UInt8] = []
    /// The first number of the last chunk, and the one after it.
    private var lastFirst = 0
    private var next: Int?

    init(_ frames: any SnapFrames, _ clock: any HouseClock, _ decoder: @escaping StartDecoder) {
        self.frames = frames
        for (index, head) in frames.heads.enumerated() {
            let pages = ogg.pages(of: head, position: 0, isFirst: index == 0)
            source.feed(pages)
        }
        reader = DecodedReader(source, clock, start: decoder)
    }

    func add(_ bytes: [UInt8], at moment: Double) throws(SnapTrouble) {
        let name = type(of: frames).name
        guard let place = frames.place(bytes, after: next) else {
            throw SnapTrouble(sentence: "the server sends what is no \(name)")
        }
        let start = self.start ?? place.lowerBound
        self.start = start
        // After a day it is dialled anew: sums stay small.
        guard place.lowerBound >= lastFirst, place.lowerBound - start < frames.rate * 86_400 else {
            throw SnapTrouble(sentence: "the server's \(name) begins anew")
        }
        (lastFirst, next) = (place.lowerBound, place.upperBound)
        marks.append(((place.lowerBound - start) * SampleFormat.decoded.rate / frames.rate, moment))
        if marks.count > Self.mostMarks { marks.removeFirst() }
        let pages = ogg.pages(of: bytes, position: place.upperBound - start)
        guard source.feed(pages) else { throw SnapTrouble(sentence: "\(name) cannot be decoded as fast as it comes") }
    }

    func take() throws(SnapTrouble) -> [SnapCoding.Chunk] {
        var chunks: [SnapCoding.Chunk] = []
        while case .bytes(let bytes) = reader.read(Self.piece) {
            let (left, right) = SampleFormat.decoded.sides(of: bytes, after: &rest)
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
