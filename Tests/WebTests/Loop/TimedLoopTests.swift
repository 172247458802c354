import Synchronization
import System
import Testing

@testable import Web

@Suite("A timed loop") struct TimedLoopTests {
    /// The work of the loop: errands by their numbers, and how often it checked for due work.
    private struct Done {
        var errands: [Int] = []
        var looks = 0
    }

    @Test("due work is done although errands never stop")
    func endless() async throws {
        let done = Mutex<Done>.Holder(Done())
        let loop = try Self.loop(done)
        await withCheckedContinuation { (finished: CheckedContinuation<Void, Never>) in
            @Sendable func ask(_ number: Int) {
                loop.loop.submit {
                    let looks = done.value.withLock { $0.looks }
                    if looks < 3, number < 100_000 { ask(number + 1) } else { finished.resume() }
                }
            }
            ask(0)
        }
        loop.loop.stop()
        #expect(done.value.withLock { $0.looks } >= 3)
    }

    @Test("more errands than fit in a turn all run, in order")
    func order() async throws {
        let done = Mutex<Done>.Holder(Done())
        let loop = try Self.loop(done)
        await withCheckedContinuation { (finished: CheckedContinuation<Void, Never>) in
            loop.loop.submit {
                for number in 0..<1000 { loop.loop.submit { done.value.withLock { $0.errands.append(number) } } }
                loop.loop.submit { finished.resume() }
            }
        }
        loop.loop.stop()
        #expect(done.value.withLock { $0.errands } == Array(0..<1000))
    }

    private static func loop(_ done: Mutex<Done>.Holder) throws -> TimedLoop {
        let loop = try TimedLoop(MachineClock())
        loop.start(name: "test") {
            done.value.withLock { $0.looks += 1 }
            return nil
        }
        return loop
    }
}
