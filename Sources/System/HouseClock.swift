import CLinux
import Glibc

/// What time it is for the whole house, and how to wait: the machine's time, or a test's, which stands until the test moves it.
package protocol HouseClock: Sendable {
    /// Microseconds since an arbitrary start, never set back.
    var now: UInt64 { get }
    /// Microseconds since 1970, for people and for what outlives the process. It may be set back.
    var wall: Int64 { get }
    /// Returns when `now` has come to a moment; throws if the task is cancelled before.
    func sleep(until moment: UInt64) async throws
    /// The moment as the kernel's monotonic clock will show it, for threads that wait in the kernel; nil if this clock does not run
    /// by itself, and the moment is still to come.
    func kernelMoment(of moment: UInt64) -> UInt64?
    /// Calls `wake` whenever somebody has moved this clock: moments that the kernel cannot know may have come.
    func onMove(_ wake: @escaping @Sendable () -> Void)
}

extension HouseClock {
    /// Seconds since 1970.
    package var second: Int { Int(wall / 1_000_000) }

    package func sleep(for duration: Duration) async throws {
        try await sleep(until: now + duration.microseconds)
    }

    /// The seconds since a moment of `now`.
    package func seconds(since moment: UInt64) -> Double { Double(now - min(moment, now)) / 1_000_000 }
}

/// The machine's own time.
package struct MachineClock: HouseClock {
    package init() {}

    package var now: UInt64 { downbeat_monotonic_us() }

    package var wall: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec / 1_000)
    }

    package func sleep(until moment: UInt64) async throws {
        let now = now
        // The suspending clock is the kernel's monotonic one.
        try await Task.sleep(for: .microseconds(moment - min(moment, now)), clock: .suspending)
    }

    package func kernelMoment(of moment: UInt64) -> UInt64? { moment }

    package func onMove(_ wake: @escaping @Sendable () -> Void) {}
}

extension Duration {
    /// Whole microseconds; negative durations count as none.
    package var microseconds: UInt64 {
        let (seconds, attoseconds) = components
        return seconds < 0 ? 0 : UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
    }
}
