import Synchronization
import Testing
import Waiting

@testable import Library
@testable import Workers

@Suite("Work that is shared by its callers") struct OnceTests {
    /// Work that continues until `end` is called or it is cancelled.
    private actor Making {
        private(set) var begun = 0
        private(set) var cancelled = 0
        private var waiting: CheckedContinuation<Void, Never>?

        func make() async throws -> Int {
            begun += 1
            let number = begun
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting = $0 }
            } onCancel: {
                Task { await self.end() }
            }
            guard !Task.isCancelled else {
                cancelled += 1
                throw CancellationError()
            }
            return number
        }

        func end() {
            waiting?.resume()
            waiting = nil
        }

        var isWaiting: Bool { waiting != nil }
    }

    @Test("concurrent callers share one result, and later callers start the work again")
    func shared() async throws {
        let (once, making) = (Once<String, Int>(), Making())
        for round in 1...2 {
            let askers = (0..<3).map { _ in Task { try await once.value("a") { try await making.make() } } }
            try await eventually("the work") { await making.isWaiting }
            // All three wait before the work ends.
            try await eventually("three askers") { await once.askers(of: "a") == 3 }
            await making.end()
            for asker in askers { #expect(try await asker.value == round) }
        }
        #expect(await making.begun == 2)
    }

    private struct NotAdmitted: Error {}

    @Test("a caller that may not start the work is refused, but may join work that others started")
    func admission() async throws {
        let (once, making) = (Once<String, Int>(), Making())
        let refused: @Sendable () async throws -> Int = {
            try await once.value("a", admit: { throw NotAdmitted() }, make: { try await making.make() })
        }
        await #expect(throws: NotAdmitted.self) { try await refused() }
        let first = Task { try await once.value("a", admit: { 7 }, make: { try await making.make() * $0 }) }
        try await eventually("the work") { await making.isWaiting }
        let second = Task { try await refused() }
        try await eventually("two askers") { await once.askers(of: "a") == 2 }
        await making.end()
        #expect(try await (first.value, second.value) == (7, 7))
    }

    @Test("the work continues while anybody waits, and is cancelled with the last caller")
    func leaving() async throws {
        let (once, making) = (Once<String, Int>(), Making())
        let askers = (0..<3).map { _ in Task { try await once.value("a") { try await making.make() } } }
        try await eventually("the work") { await making.isWaiting }
        try await eventually("three askers") { await once.askers(of: "a") == 3 }
        for asker in askers.dropLast() {
            asker.cancel()
            await #expect(throws: CancellationError.self) { try await asker.value }
        }
        #expect(await making.isWaiting)
        askers[2].cancel()
        await #expect(throws: CancellationError.self) { try await askers[2].value }
        try await eventually("the end of the work") { await making.cancelled == 1 }
        // A later caller starts the work again.
        let late = Task { try await once.value("a") { try await making.make() } }
        try await eventually("the work") { await making.isWaiting }
        await making.end()
        #expect(try await late.value == 2)
    }

    @Test("a cancelled caller starts no work that continues")
    func late() async throws {
        let (once, making) = (Once<String, Int>(), Making())
        let asker = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await once.value("a") { try await making.make() }
        }
        asker.cancel()
        await #expect(throws: CancellationError.self) { try await asker.value }
        #expect(await once.askers(of: "a") == 0)
    }
}

@Suite("The limits of conversions") struct ConversionLimitTests {
    @Test("the timeout grows with the music up to half an hour, and the size is limited")
    func limits() {
        #expect(StreamMaker.limits(duration: 240).seconds == 90)
        #expect(StreamMaker.limits(duration: 1e9).seconds == 1800)
        for odd in [nil, -1, .nan, .infinity] as [Double?] { #expect(StreamMaker.limits(duration: odd).seconds == 1800) }
        #expect(StreamMaker.limits(duration: nil).output == 1 << 30)
    }
}
