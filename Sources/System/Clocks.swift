import CLinux
import Glibc

/// The CPU time of this process, user and system together.
package enum ProcessorTime {
    package static var seconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
    }
}

/// The server's one clock: microseconds since an arbitrary start, never set back.
package enum MonotonicClock {
    package static var now: UInt64 { downbeat_monotonic_us() }
}

/// The wall clock, for times shown to people.
package enum Moment {
    /// Seconds since 1970.
    package static var now: Int { time(nil) }
}
