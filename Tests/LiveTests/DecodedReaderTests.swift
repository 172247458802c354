import Synchronization
import System
import Testing
import Waiting
import Yardstick

@testable import Live

@Suite("An input that another process decodes")
struct DecodedReaderTests {
    private let clock = HandClock()
    private let source = FedReader()
    private let decoders = Decoders()

    private var reader: DecodedReader { DecodedReader(source, clock, start: decoders.start) }

    /// Feeds bytes until a decoder has begun.
    private func begin(_ reader: DecodedReader, _ bytes: [UInt8] = [1]) async throws -> PlayedDecoder {
        let before = decoders.all.count
        source.feed(bytes)
        try await eventually("a decoder") {
            _ = reader.read(1)
            return decoders.all.count > before && decoders.all.last?.isUsed == true
        }
        return try #require(decoders.all.last)
    }

    /// Reads until its decoder has ended.
    private func ended(_ decoder: PlayedDecoder, _ reader: DecodedReader) async throws -> String? {
        try await eventually("the end of a decoder") {
            _ = reader.read(1)
            return decoder.reason != nil && reader.read(1) == .noWriter
        }
        return reader.trouble
    }

    @Test("all bytes come through in their order, however they are split")
    func order() async throws {
        for seed in UInt64(0)..<20 {
            var chance = SeededGenerator(seed: seed)
            let (reader, bytes) = (reader, chance.bytes(200_000))
            decoders.most = Int.random(in: 1...70_000, using: &chance)
            var (fed, heard) = (0, [UInt8]())
            try await eventually("all bytes, seed \(seed)") {
                let next = min(bytes.count, fed + Int.random(in: 1...50_000, using: &chance))
                source.feed(Array(bytes[fed..<next]))
                fed = next
                if case .bytes(let more) = reader.read(Int.random(in: 1...40_000, using: &chance)) { heard += more }
                return heard.count >= bytes.count
            }
            #expect(heard == bytes, "seed \(seed)")
            reader.end()
        }
    }

    @Test("a decoder that hangs is killed and started again after pauses that grow")
    func hangs() async throws {
        let reader = reader
        for pause in [1, 2, 4, 8, 16, 30] {
            decoders.most = 0
            let decoder = try await begin(reader)
            #expect(reader.read(1) == .nothing)
            clock.advance(by: .seconds(4))
            #expect(reader.read(1) == .nothing)
            clock.advance(by: .seconds(2))
            #expect(try await ended(decoder, reader) == "the decoder hangs")
            let count = decoders.all.count
            source.feed([1])
            clock.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(reader.read(1) == .noWriter && source.waiting == 0)
            clock.advance(by: .milliseconds(1))
            #expect(decoders.all.count == count)
        }
    }

    @Test("a pause of the writer is no fault of the decoder, nor is one of who listens")
    func pauses() async throws {
        let reader = reader
        let decoder = try await begin(reader, Array(repeating: 7, count: 1_000))
        for _ in 0..<100 {
            clock.advance(by: .seconds(60))
            _ = reader.read(9)
        }
        source.feed(Array(repeating: 7, count: 3_000_000))
        for _ in 0..<100 {
            _ = reader.read(1)
            clock.advance(by: .seconds(3))
        }
        #expect(decoder.reason == nil && reader.trouble == nil)
    }

    @Test("what is held has a bound, and who writes more waits")
    func bounds() async throws {
        let reader = reader
        _ = try await begin(reader, Array(repeating: 7, count: 8_000_000))
        for _ in 0..<100 { _ = reader.read(1) }
        #expect(reader.waiting <= 48_000 * 8 * 2 + PlayedDecoder.pipe)
        #expect(source.waiting >= 7_000_000)
    }

    @Test("one that gives sound without end is killed")
    func floods() async throws {
        let reader = reader
        let decoder = try await begin(reader)
        decoder.gives = 1 << 20
        try await eventually("its end") {
            _ = reader.read(1 << 20)
            return decoder.reason != nil
        }
        #expect(decoder.reason == "the decoder gives sound without end")
        while case .bytes = reader.read(1 << 20) {}
        #expect(try await ended(decoder, reader) == "the decoder gives sound without end")
    }

    @Test("why one failed is told until another gives sound")
    func fails() async throws {
        let reader = reader
        let decoder = try await begin(reader)
        decoder.fail("what comes is not audio")
        #expect(try await ended(decoder, reader) == "what comes is not audio")
        clock.advance(by: .seconds(1))
        let next = try await begin(reader, [5])
        source.feed([6])
        var heard: [UInt8] = []
        try await eventually("its sound") {
            if case .bytes(let bytes) = reader.read(1) { heard += bytes }
            return heard.last == 6
        }
        #expect(reader.trouble == nil && next.reason == nil)
        decoders.lack = "no memory"
        next.fail("what comes made the decoder crash (signal 6)")
        #expect(try await ended(next, reader) == "what comes made the decoder crash (signal 6)")
        clock.advance(by: .seconds(2))
        source.feed([1])
        try await eventually("the lack") {
            _ = reader.read(1)
            return reader.trouble == "no memory"
        }
    }

    @Test("each writer has a decoder of its own, and the rest of what the one before wrote is heard")
    func writers() async throws {
        let reader = reader
        for byte in UInt8(1)...3 {
            let decoder = try await begin(reader, [byte, byte])
            source.end()
            var heard: [UInt8] = []
            try await eventually("the end") {
                switch reader.read(1) {
                case .bytes(let bytes): heard += bytes
                case .nothing: break
                case .noWriter: return true
                }
                return false
            }
            #expect(heard.suffix(1) == [byte] && heard.count <= 2)
            #expect(decoder.reason == "" && reader.trouble == nil)
        }
        #expect(decoders.all.count == 3)
    }

    @Test("nothing is started when the input has ended")
    func over() async throws {
        let reader = reader
        let decoder = try await begin(reader)
        reader.end()
        try await eventually("its end") { decoder.reason == "the input ended" }
        source.feed([1])
        clock.advance(by: .seconds(60))
        for _ in 0..<10 { _ = reader.read(1) }
        #expect(decoders.all.count == 1)
    }
}

/// Starts decoders that do what a test says.
private final class Decoders: Sendable {
    private let state = Mutex((all: [PlayedDecoder](), most: PlayedDecoder.pipe, lack: String?.none))

    var all: [PlayedDecoder] { state.withLock { $0.all } }
    /// The most bytes that the next take at once.
    var most: Int {
        get { state.withLock { $0.most } }
        set { state.withLock { $0.most = newValue } }
    }
    var lack: String? {
        get { state.withLock { $0.lack } }
        set { state.withLock { $0.lack = newValue } }
    }

    var start: StartDecoder {
        { () throws(DecoderLack) in
            if let lack = self.lack { throw DecoderLack(lack) }
            return self.state.withLock { state in
                let decoder = PlayedDecoder(most: state.most)
                state.all.append(decoder)
                return decoder
            }
        }
    }
}

/// A decoder whose samples are the bytes that it is given.
private final class PlayedDecoder: StreamDecoder {
    static let pipe = 65_536

    private struct State {
        let most: Int
        var bytes: [UInt8] = []
        var isUsed = false
        var isClosed = false
        var gives = 0
        var failure: String?
        var reason: String?
    }

    private let state: Mutex<State>

    init(most: Int) { state = Mutex(State(most: most)) }

    var isUsed: Bool { state.withLock { $0.isUsed } }
    /// Why it was ended; empty if it ended by itself.
    var reason: String? { state.withLock { $0.reason } }
    /// How many bytes it gives at once without any cause.
    var gives: Int {
        get { state.withLock { $0.gives } }
        set { state.withLock { $0.gives = newValue } }
    }

    func fail(_ reason: String) { state.withLock { $0.failure = reason } }

    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        state.withLock { state in
            state.isUsed = true
            let taken = min(bytes.count, state.most, Self.pipe - state.bytes.count)
            state.bytes += bytes.prefix(taken)
            return taken
        }
    }

    func closeInput() { state.withLock { $0.isClosed = true } }

    /// One that takes nothing has a full pipe.
    var unread: Int { state.withLock { $0.most == 0 ? 1 : 0 } }

    func read(_ most: Int) -> Reading {
        state.withLock { state in
            if state.failure != nil { return .noWriter }
            if state.gives > 0 { return .bytes([UInt8](repeating: 0, count: min(most, state.gives))) }
            guard !state.bytes.isEmpty else { return state.isClosed ? .noWriter : .nothing }
            let read = Array(state.bytes.prefix(most))
            state.bytes.removeFirst(read.count)
            return .bytes(read)
        }
    }

    var waiting: Int { state.withLock { $0.bytes.count } }

    var complaint: String? { nil }

    func end(because reason: String?) -> String? {
        state.withLock { state in
            state.reason = reason ?? state.failure ?? ""
            return reason ?? state.failure
        }
    }
}
