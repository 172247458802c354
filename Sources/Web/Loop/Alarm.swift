import CLinux
import Glibc
import System

/// A timerfd that expires once, at a time of the monotonic clock.
struct Alarm: ~Copyable {
    private let descriptor: Descriptor
    private var armed: UInt64?

    var raw: Int32 { descriptor.raw }

    init() throws(SystemError) {
        let raw = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard raw >= 0 else { throw SystemError("timerfd_create") }
        descriptor = Descriptor(owning: raw)
    }

    /// Sets the time, in microseconds of the monotonic clock; nil disarms it.
    mutating func set(to moment: UInt64?) {
        guard moment != armed else { return }
        armed = moment
        var setting = itimerspec()
        if let moment {
            // An all-zero value would disarm the timer instead of letting it expire at once.
            let moment = max(moment, 1)
            setting.it_value.tv_sec = Int(moment / 1_000_000)
            setting.it_value.tv_nsec = Int(moment % 1_000_000) * 1000
        }
        timerfd_settime(raw, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// Clears the expiration.
    mutating func acknowledge() {
        var rings: UInt64 = 0
        _ = read(raw, &rings, 8)
        armed = nil
    }
}
