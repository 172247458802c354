import CLinux
import Glibc
import System

/// A worker process, seen from its parent; `deinit` kills and reaps it.
///
/// Its program's zygote forks it, and it dies with that or with this process, whichever ends first.
struct WorkerProcess: ~Copyable {
    /// How a process ended.
    enum Ending: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// Resets SIGCHLD to its default, once: if it was inherited as ignored, the kernel reaps our children and their exit status
    /// is lost.
    private static let reapsChildren: Void = { _ = signal(SIGCHLD, SIG_DFL) }()

    let id: pid_t
    private let program: WorkerProgram
    /// A pidfd, readable when the process has ended.
    let end: Descriptor
    /// The read end of its standard output, non-blocking.
    let reports: Descriptor
    private var isBuried = false

    /// Starts `program` with these arguments. Each file is open in the child under the number `place`, besides standard output.
    init(_ program: WorkerProgram, words: [String], files: [(raw: Int32, place: Int32)]) throws(WorkerFailure) {
        _ = Self.reapsChildren
        var ends: [Int32] = [-1, -1]
        guard downbeat_pipe(&ends) == 0 else { throw .couldNotStart(code: errno) }
        let reading = Descriptor(owning: ends[0])
        let writing = Descriptor(owning: ends[1])
        _ = fcntl(reading.raw, F_SETFL, O_NONBLOCK)
        let id = try program.zygote.fork(words, files + [(writing.raw, STDOUT_FILENO)])
        // Not reaped yet, so the id cannot have been reused.
        let end = downbeat_pidfd_open(id)
        guard end >= 0 else {
            let code = errno
            _ = Glibc.kill(id, SIGKILL)
            waitpid(id, nil, 0)
            throw .couldNotStart(code: code)
        }
        self.id = id
        self.program = program
        self.end = Descriptor(owning: end)
        reports = reading
    }

    deinit {
        guard !isBuried else { return }
        Self.kill(end.raw)
        waitpid(id, nil, 0)
    }

    /// Kills the process of a pidfd, if it has not ended.
    static func kill(_ process: Int32) {
        _ = downbeat_pidfd_signal(process, SIGKILL)
    }

    /// Reaps the process, blocking until it has ended.
    mutating func bury() -> Ending {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        isBuried = true
        // The macros WIFEXITED and so on, spelled out (wait(2)).
        let signal = status & 0x7F
        guard signal != 0 else { return .code(status >> 8 & 0xFF) }
        if signal != SIGKILL { program.zygote.renew() }
        return .signal(signal)
    }
}
