import CLinux
import Glibc
import Workers

/// One action that the sandbox must prevent, tried from inside a worker; and `work`, which it must allow.
enum Attempt: String, Sendable {
    case work
    case file, folder, socket, process, thread, program, code, signal, limits, descriptor, memory, time
    /// Failures of a worker that the sandbox does not prevent: its parent must handle them.
    case crash, babble, silence

    /// The most bytes of each input that `work` copies.
    static let most = 64 << 10

    /// Those that show whether the sandbox works and allows the work.
    static let walls: [Attempt] = [
        .work, .file, .folder, .socket, .process, .thread, .program, .code, .signal, .limits, .descriptor, .memory, .time,
    ]

    /// The action in words, for the output of the probe.
    var sentence: String {
        switch self {
        case .work: "read its input and write its output"
        case .file: "open a file"
        case .folder: "list a folder"
        case .socket: "open a socket"
        case .process: "start a process"
        case .thread: "start a thread"
        case .program: "start a program"
        case .code: "map executable memory"
        case .signal: "signal its parent"
        case .limits: "raise its limits"
        case .descriptor: "open one more descriptor"
        case .memory: "use more memory than its limit"
        case .time: "use more CPU time than its limit"
        case .crash: "crash"
        case .babble: "break the report protocol"
        case .silence: "hang"
        }
    }

    /// Whether this failure proves that the sandbox works, for actions that end the worker.
    func isStopped(by failure: WorkerFailure) -> Bool {
        switch self {
        case .program: failure == .crashed(signal: SIGSYS)
        case .memory: failure == .ranOutOfMemory
        case .time: if case .timedOut = failure { true } else { false }
        default: false
        }
    }

    /// The worker's task: tries the action that its first argument names. Notes the kernel's error; throws if the kernel allowed
    /// it.
    static func run(_ bench: WorkerBench) throws {
        guard let attempt = bench.arguments.first.flatMap(Attempt.init(rawValue:)) else { throw Allowed(what: "a strange attempt") }
        if attempt == .work { return try work(bench) }
        bench.note(try attempt.refusal(bench))
    }

    /// Tries the action and returns the kernel's error; throws if the kernel allowed it.
    func refusal(_ bench: WorkerBench) throws -> String {
        guard perform(bench) < 0 else { throw Allowed(what: rawValue) }
        return String(cString: strerror(errno))
    }

    private func perform(_ bench: WorkerBench) -> Int32 {
        switch self {
        case .work: return 0
        case .file: return open("/dev/null", O_RDONLY)
        case .folder: return opendir("/") == nil ? -1 : 0
        case .socket: return Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        case .process: return call(SYS_clone, Int(SIGCHLD))
        case .thread:
            var thread = pthread_t()
            errno = pthread_create(&thread, nil, { _ in nil }, nil)
            return errno == 0 ? 0 : -1
        case .program: return call(SYS_execve)
        case .code: return mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
        case .signal: return kill(getppid(), 0)
        case .limits:
            var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
            return setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        case .descriptor: return dup(STDOUT_FILENO)
        case .memory:
            var hoard: [[UInt8]] = []
            while true { hoard.append([UInt8](repeating: UInt8(truncatingIfNeeded: hoard.count), count: 16 << 20)) }
        case .time: while true { _ = clock() }
        case .crash: fatalError("as asked")
        case .babble: while true { bench.say(Array("all is well\n".utf8)) }
        case .silence:
            bench.report(progress: 0.5)
            while true { sleep(1000) }
        }
    }

    /// Copies the beginning of the input and of the second input to the output.
    private static func work(_ bench: WorkerBench) throws {
        var bytes = [UInt8](repeating: 0, count: most)
        for source in [bench.input, bench.second] {
            guard let source, let output = bench.output else { continue }
            let count = pread(source.descriptor, &bytes, min(source.size, most), 0)
            guard count >= 0, write(output, bytes, count) == count else { throw SandboxProblem("its own files") }
            bench.report(progress: 0.5)
        }
        bench.note("allowed")
    }

    private func call(_ number: Int32, _ first: Int = 0) -> Int32 {
        Int32(clamping: downbeat_system_call(Int(number), first, 0, 0, 0, 0, 0))
    }

    private struct Allowed: Error, CustomStringConvertible {
        let what: String
        var description: String { "allowed: \(what)" }
    }
}
