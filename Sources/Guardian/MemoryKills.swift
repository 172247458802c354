import System

/// Counts the processes that the kernel killed when memory ran out (OOM kills), in this control group or, if it has no counter, on the
/// whole machine.
struct MemoryKills {
    /// The file and the name of the counter.
    private let source: (path: String, name: String)?

    init() {
        source = Self.candidates.first { Self.figure($0) != nil }
    }

    /// The count so far; 0 without a counter.
    var count: UInt64 { source.flatMap { Self.figure($0) } ?? 0 }

    private static var candidates: [(path: String, name: String)] {
        var candidates: [(String, String)] = []
        // "0::/path" is the unified hierarchy, "4:memory:/path" the older one (cgroups(7)).
        for line in ProcFile.text(of: "/proc/self/cgroup").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[1].isEmpty {
                candidates += [
                    ("/sys/fs/cgroup\(parts[2])/memory.events", "oom_kill"), ("/sys/fs/cgroup/memory.events", "oom_kill"),
                ]
            } else if parts[1].split(separator: ",").contains("memory") {
                candidates += [
                    ("/sys/fs/cgroup/memory\(parts[2])/memory.oom_control", "oom_kill"),
                    ("/sys/fs/cgroup/memory/memory.oom_control", "oom_kill"),
                ]
            }
        }
        return candidates + [("/proc/vmstat", "oom_kill")]
    }

    private static func figure(_ source: (path: String, name: String)) -> UInt64? {
        for line in ProcFile.text(of: source.path).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == source.name { return UInt64(words[1]) }
        }
        return nil
    }
}
