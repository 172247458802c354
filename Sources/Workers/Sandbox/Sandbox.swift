import CLinux
import Glibc

/// Why a wall could not be raised.
struct SandboxProblem: Error, CustomStringConvertible {
    let description: String

    /// Keeps `errno` as it stands now.
    init(_ wall: String) {
        description = "this machine refuses a worker its wall \"\(wall)\" (\(String(cString: strerror(errno))))"
    }

    init(sentence: String) {
        description = sentence
    }
}

/// The walls a worker raises around itself before it looks at a byte of its input, and can never lower again.
///
/// Read from outside to inside: it dies with its parent, comes last for processor, disk and memory, has no more of them than its
/// limits say, no rights, no files, no network, and few words for the kernel.
struct Sandbox {
    /// The descriptors that stay open are those below: the three of every program, input, output, second input.
    static let firstForeignDescriptor: UInt32 = 6

    let limits: WorkerLimits
    /// Whom to die with.
    let parent: pid_t
    let landlock: Landlock
    /// Whether files are handed to it, one after the other, while it stands.
    let receivesFiles: Bool
    /// How far it steps back for whoever wants the processor.
    let niceness: Int32

    /// Raises every wall there is; returns the names of those that this kernel lacks.
    func enter() throws(SandboxProblem) -> [String] {
        try dieWithParent()
        try beAlone()
        stepBack()
        let mapped = try mappedBytes()
        try giveUpRights()
        var missing: [String] = []
        if landlock.version > 0 { try landlock.raise() } else { missing.append("Landlock") }
        // After Landlock, which takes a descriptor of its own for a moment.
        try limitResources(mapped: mapped)
        try SystemCallFilter(receivesFiles: receivesFiles).raise()
        return missing
    }

    private func dieWithParent() throws(SandboxProblem) {
        try check(downbeat_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)), "death with the parent")
        // It may have died before that was asked for.
        guard getppid() == parent else { throw SandboxProblem(sentence: "the one who asked is gone") }
    }

    private func beAlone() throws(SandboxProblem) {
        // Before Linux 5.9 there is no such call: then those that are open stay so, and no wall hides what they reach.
        try check(downbeat_close_from(Self.firstForeignDescriptor), "closed descriptors")
        // Landlock binds the thread that asks for it. Beside itself and its parent the folder links to each thread's.
        var tasks = stat()
        try check(stat("/proc/self/task", &tasks), "one thread")
        guard tasks.st_nlink == 3 else { throw SandboxProblem(sentence: "a worker must not have threads") }
        umask(0o077)
    }

    /// Courtesies that harm nobody where the system forbids them.
    private func stepBack() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        _ = downbeat_lower_disk_priority()
        // When memory runs out in the house, a worker is what the kernel should take.
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
        // A file that is handed over needs a number below the limit: one behind those that are taken.
        try limit(RLIMIT_NOFILE, to: receivesFiles ? Int(Self.firstForeignDescriptor) + 1 : 0)
        for nothing in [RLIMIT_CORE, __RLIMIT_NPROC, __RLIMIT_MEMLOCK] { try limit(nothing, to: 0) }
        // Too long a file is then an error of write(2), not the end.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
    }

    private func giveUpRights() throws(SandboxProblem) {
        try check(downbeat_prctl(PR_SET_NO_NEW_PRIVS, 1), "no new rights")
        try check(downbeat_drop_capabilities(), "no rights")
        try check(downbeat_prctl(PR_SET_DUMPABLE, 0), "no dumps")
    }

    /// What the program itself has mapped by now, libraries and all.
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
        // Whoever started us may have been stricter.
        limit.rlim_max = min(limit.rlim_max, before.rlim_max)
        limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
        try check(setrlimit(subject, &limit), "limits")
    }

    private func check(_ outcome: Int32, _ wall: String) throws(SandboxProblem) {
        guard outcome == 0 else { throw SandboxProblem(wall) }
    }
}
