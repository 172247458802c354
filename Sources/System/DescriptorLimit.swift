import CLinux
import Glibc

/// How many descriptors this process may have open.
package enum DescriptorLimit {
    /// Raises the soft limit to the hard one and says what it is now.
    package static func raise() -> Int {
        var limit = rlimit()
        let subject = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(subject, &limit)
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            setrlimit(subject, &limit)
            getrlimit(subject, &limit)
        }
        return Int(clamping: min(limit.rlim_cur, UInt(Int32.max)))
    }

    /// How many are open now, those inherited from whoever started the process included.
    package static func inUse() -> Int {
        ProcFile.names(in: "/proc/self/fd").count { !$0.hasPrefix(".") }
    }
}
