import Synchronization

/// Lets things happen no more often than people can follow.
final class Pace: Sendable {
    private let interval: UInt64
    private let next = Mutex<UInt64>(0)

    init(perSecond: Double) {
        interval = UInt64(1_000_000 / perSecond)
    }

    /// Whether it may happen at this moment, in clock microseconds; if so, it counts as having happened.
    func allows(_ now: UInt64) -> Bool {
        next.withLock { next in
            guard now >= next else { return false }
            next = now + interval
            return true
        }
    }
}
