import CLinux
import Glibc

/// The limit of open file descriptors of this process.
package enum DescriptorLimit {
    /// Raises the soft limit to the hard one and returns the new limit.
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

    /// The number of open descriptors, including those inherited from the parent process.
    package static func inUse() -> Int {
        ProcFile.names(in: "/proc/self/fd").count { !$0.hasPrefix(".") }
    }
}
