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
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
