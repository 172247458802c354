import CLinux
import Synchronization
import System
import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("An event loop") struct EventLoopTests {
    private final class Record: Sendable {
        private let entries = Mutex<[(number: Int, thread: Int32)]>([])

        var numbers: [Int] { entries.withLock { $0.map(\.number) } }
        var threads: Set<Int32> { entries.withLock { Set($0.map(\.thread)) } }

        func note(_ number: Int) {
            entries.withLock { $0.append((number, downbeat_thread_id())) }
        }
    }

    /// A loop that runs, and stops when the test is over.
    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let timed = try TimedLoop(MachineClock())
        timed.start(name: "test-loop") { nil }
        defer { timed.loop.stop() }
        try await body(timed.loop)
    }

    private func finish(_ loop: EventLoop) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in loop.submit { done.resume() } }
    }

    @Test("submitted actions run on its thread, in order, also those submitted there")
    func order() async throws {
        try await withLoop { loop in
            let record = Record()
            for number in 0..<100 {
                loop.submit {
                    record.note(number)
                    if number < 10 { loop.submit { record.note(1000 + number) } }
                }
            }
            await finish(loop)
            // The last action submitted on the thread runs after all from other threads.
            await finish(loop)
            #expect(record.numbers.filter { $0 < 1000 } == Array(0..<100))
            #expect(record.numbers.filter { $0 >= 1000 } == Array(1000..<1010))
            #expect(record.threads.count == 1)
        }
    }

    @Test("an optional action is dropped when the mailbox is full, and all others are queued")
    func bound() throws {
        let loop = try EventLoop(MachineClock())
        #expect(loop.submit(ifFewerThan: 2) {})
        #expect(loop.submit(ifFewerThan: 2) {})
        #expect(!loop.submit(ifFewerThan: 2) {})
        loop.submit {}
        #expect(loop.submit(ifFewerThan: 4) {})
    }

    @Test("after stop it runs the actions submitted before; later ones run on the sender's thread")
    func stop() async throws {
        let timed = try TimedLoop(MachineClock())
        let record = Record()
        for number in 0..<50 { timed.loop.submit { record.note(number) } }
        timed.loop.stop()
        timed.start(name: "test-loop") { nil }
        try await eventually("a later action runs here, at once") {
            let here = downbeat_thread_id()
            let ran = Atomic<Int32>(0)
            timed.loop.submit { ran.store(downbeat_thread_id(), ordering: .relaxed) }
            return ran.load(ordering: .relaxed) == here
        }
        #expect(record.numbers == Array(0..<50) && record.threads.count == 1)
    }

    @Test("a timed loop acts at its deadline, and after submitted actions")
    func moments() async throws {
        let clock = HandClock()
        let timed = try TimedLoop(clock)
        let moment = clock.now + 20_000
        let (acts, acted) = AsyncStream<UInt64>.makeStream()
        timed.start(name: "test-loop") {
            acted.yield(clock.now)
            return clock.now < moment ? moment : nil
        }
        var heard = acts.makeAsyncIterator()
        #expect(await heard.next() == moment - 20_000)
        await finish(timed.loop)
        #expect(await heard.next() == moment - 20_000)
        clock.advance(by: .milliseconds(20))
        while let act = await heard.next(), act != moment {}
        timed.loop.stop()
    }

    @Test("a timed loop acts at a deadline of the machine's clock")
    func machine() async throws {
        let clock = MachineClock()
        let timed = try TimedLoop(clock)
        let moment = clock.now + 1_000
        await withCheckedContinuation { (due: CheckedContinuation<Void, Never>) in
            let waiting = Mutex<CheckedContinuation<Void, Never>?>(due)
            timed.start(name: "test-loop") {
                guard clock.now >= moment else { return moment }
                waiting.withLock { $0.take() }?.resume()
                return nil
            }
        }
        timed.loop.stop()
    }
}
