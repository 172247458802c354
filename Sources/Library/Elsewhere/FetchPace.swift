import Synchronization
import System

/// How fast files come that nobody waits for: so many bytes a second at most, all of them together.
package final class FetchPace: Sendable {
    private struct State {
        var free: UInt64?
        var byteCount = 0
        var hasEnded = false
    }

    /// Bytes a second; nil for no limit.
    private let rate: Int?
    private let state: Mutex<State>

    init(rate: Int?) {
        self.rate = rate
        state = Mutex(State())
    }

    /// The bytes that came.
    package var byteCount: Int { state.withLock { $0.byteCount } }

    /// Ends the transfers that keep this pace.
    func end() { state.withLock { $0.hasEnded = true } }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Counts bytes that came, and returns when the next may come.
    func took(_ count: Int, at now: UInt64) -> UInt64 {
        state.withLock { state in
            state.byteCount += count
            guard let rate else { return now }
            // What was not used up before is not saved: it would come in one rush.
            let start = max(state.free ?? now, now)
            let free = start + UInt64(clamping: count) * 1_000_000 / UInt64(clamping: max(rate, 1))
            state.free = free
            return free
        }
    }
}

/// Holds one transfer to a pace, as long as nobody waits for its file.
final class Unhurried: Sendable {
    /// Looked at so often whether it has become urgent.
    private static let step = Duration.milliseconds(200)

    private let clock: any HouseClock
    private let pace: Mutex<FetchPace?>

    init(_ pace: FetchPace?, _ clock: any HouseClock) {
        self.clock = clock
        self.pace = Mutex(pace)
    }

    var isUrgent: Bool { pace.withLock { $0 == nil } }

    /// Somebody waits for the file now.
    func hurry() { pace.withLock { $0 = nil } }

    /// Waits after bytes that came until more may come: at the right pace, and not while another file is urgent.
    func hold(after count: Int, isOtherUrgent: () -> Bool) async throws {
        guard let until = pace.withLock({ $0?.took(count, at: clock.now) }) else { return }
        while let pace = pace.withLock({ $0 }) {
            guard !pace.hasEnded else { throw CancellationError() }
            let now = clock.now
            guard until > now || isOtherUrgent() else { return }
            let step = now + Self.step.microseconds
            try await clock.sleep(until: until > now ? min(until, step) : step)
        }
    }
}
