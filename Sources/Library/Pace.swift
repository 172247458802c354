import Synchronization

/// A rate limiter for news that people read.
final class Pace: Sendable {
    private let interval: UInt64
    private let next = Mutex<UInt64>(0)

    init(perSecond: Double) {
        interval = UInt64(1_000_000 / perSecond)
    }

    /// Whether the action may happen now, in clock microseconds; if so, it counts as done.
    func allows(_ now: UInt64) -> Bool {
        next.withLock { next in
            guard now >= next else { return false }
            next = now + interval
            return true
        }
    }
}
