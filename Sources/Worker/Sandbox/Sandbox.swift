import CLinux
import Glibc
import Workers

/// A part of the sandbox that could not be set up.
struct SandboxProblem: Error, CustomStringConvertible {
    let description: String

    /// Captures the current `errno`.
    init(_ wall: String) {
        description = "sandbox error at \"\(wall)\" (\(String(cString: strerror(errno))))"
    }

    init(sentence: String) {
        description = sentence
    }
}

/// The restrictions that a worker puts on itself before it reads its input; it cannot lift them.
///
/// In order: it dies with its parent, has low priority for CPU, disk and memory, has limited resources, no privileges, no files,
/// no network, and few system calls.
struct Sandbox {
    /// Lower descriptors stay open: the three standard ones and a worker's files.
    static let firstForeignDescriptor = UInt32(WorkerPlace.orders)

    let limits: WorkerLimits
    /// The process to die with.
    let parent: pid_t
    let landlock: Landlock
    /// Whether it is sent files while it is in the sandbox.
    let receivesFiles: Bool
    /// Its nice value.
    let niceness: Int32

    /// Applies all restrictions; returns the names of those that this kernel lacks.
    func enter() throws(SandboxProblem) -> [String] {
        try dieWithParent()
        try beAlone()
        stepBack()
        let mapped = try mappedBytes()
        try giveUpRights()
        var missing: [String] = []
        if landlock.version > 0 { try landlock.raise() } else { missing.append("Landlock") }
        // After Landlock, which needs a descriptor for a moment.
        try limitResources(mapped: mapped)
        try SystemCallFilter(receivesFiles: receivesFiles).raise()
        return missing
    }

    private func dieWithParent() throws(SandboxProblem) {
        try check(downbeat_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)), "death with the parent")
        // The parent may have died before prctl.
        guard getppid() == parent else { throw SandboxProblem(sentence: "the parent process has ended") }
    }

    private func beAlone() throws(SandboxProblem) {
        // Fails before Linux 5.9, which lacks close_range: open descriptors would bypass all other restrictions.
        try check(downbeat_close_from(Self.firstForeignDescriptor), "closed descriptors")
        // Landlock restricts the calling thread only. The folder's link count is 2 plus the number of threads.
        var tasks = stat()
        try check(stat("/proc/self/task", &tasks), "one thread")
        guard tasks.st_nlink == 3 else { throw SandboxProblem(sentence: "a worker must not have threads") }
        umask(0o077)
    }

    /// Lowers its priorities; errors are ignored, since nothing depends on them.
    private func stepBack() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        _ = downbeat_lower_disk_priority()
        // When the machine runs out of memory, the kernel should kill a worker first.
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if file >= 0 {
            _ = write(file, "1000", 4)
            close(file)
        }
    }

    private func limitResources(mapped: Int) throws(SandboxProblem) {
        try limit(RLIMIT_AS, to: mapped + limits.memory)
        try limit(RLIMIT_CPU, to: limits.processorSeconds, hard: limits.processorSeconds + 1)
        try limit(RLIMIT_FSIZE, to: limits.output)
        // A received file gets the first free number, which must be below the limit.
        try limit(RLIMIT_NOFILE, to: receivesFiles ? Int(Self.firstForeignDescriptor) + 1 : 0)
        for nothing in [RLIMIT_CORE, __RLIMIT_NPROC, __RLIMIT_MEMLOCK] { try limit(nothing, to: 0) }
        // Writing beyond the limit is then an error of write(2) and does not kill the process.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
    }

    private func giveUpRights() throws(SandboxProblem) {
        try check(downbeat_prctl(PR_SET_NO_NEW_PRIVS, 1), "no new rights")
        try check(downbeat_drop_capabilities(), "no rights")
        try check(downbeat_prctl(PR_SET_DUMPABLE, 0), "no dumps")
    }

    /// The bytes that the program has mapped so far, including libraries.
    private func mappedBytes() throws(SandboxProblem) -> Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SandboxProblem("memory") }
        defer { close(file) }
        var pages = 0
        var text: [UInt8] = Array(repeating: 0, count: 64)
        let count = read(file, &text, text.count)
        for byte in text.prefix(max(0, count)) {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { break }
            pages = pages * 10 + Int(byte - UInt8(ascii: "0"))
        }
        guard pages > 0 else { throw SandboxProblem("memory") }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private func limit(_ resource: __rlimit_resource, to soft: Int, hard: Int? = nil) throws(SandboxProblem) {
        var limit = rlimit(rlim_cur: rlim_t(soft), rlim_max: rlim_t(hard ?? soft))
        let subject = __rlimit_resource_t(resource.rawValue)
        var before = rlimit()
        getrlimit(subject, &before)
        // The inherited hard limit may be lower.
        limit.rlim_max = min(limit.rlim_max, before.rlim_max)
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        try check(setrlimit(subject, &limit), "limits")
    }

    private func check(_ outcome: Int32, _ wall: String) throws(SandboxProblem) {
        guard outcome == 0 else { throw SandboxProblem(wall) }
    }
}
