import Synchronization
import System
import Testing

@testable import Library
@testable import Rooms

@Suite("The daily backup") struct DailyBackupTests {
    private static let day = 24 * 3_600

    private struct Trouble: Error {}

    /// Runs the backup with a clock that shows these times one after the other, and records its calls.
    private final class Course: HouseClock {
        private let state: Mutex<(moments: [Int], asked: [Int], told: Int)>

        init(_ moments: [Int]) {
            state = Mutex((moments, [], 0))
        }

        var now: UInt64 { 0 }
        var wall: Int64 { Int64(state.withLock { $0.moments.removeFirst() }) * 1_000_000 }

        func sleep(until moment: UInt64) async throws {
            if state.withLock({ $0.moments.isEmpty }) { throw CancellationError() }
        }

        func kernelMoment(of moment: UInt64) -> UInt64? { nil }
        func onMove(_ wake: @escaping @Sendable () -> Void) {}

        var asked: [Int] { state.withLock { $0.asked } }
        var told: Int { state.withLock { $0.told } }

        func run(_ renew: @escaping @Sendable (Int) async throws -> Bool) async {
            await DailyBackup(
                renew: { moment in
                    self.state.withLock { $0.asked.append(moment) }
                    return try await renew(moment)
                },
                tell: { _ in self.state.withLock { $0.told += 1 } }, clock: self
            ).run()
        }
    }

    @Test("the wall clock is read after every wait, even if it was set meanwhile")
    func clock() async {
        let moments = [5 * Self.day, 5 * Self.day + 600, 9 * Self.day, 2 * Self.day]
        let course = Course(moments)
        await course.run { _ in true }
        #expect(course.asked == moments)
    }

    @Test("a failed backup is retried each time, and reported once until one succeeds")
    func trouble() async {
        let course = Course(Array(0..<7))
        await course.run { moment in
            if moment != 3 { throw Trouble() }
            return true
        }
        #expect(course.asked == Array(0..<7) && course.told == 2)
    }
}
