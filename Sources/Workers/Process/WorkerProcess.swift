import CLinux
import Glibc
import System

/// A worker as its parent sees it: a process that is killed and buried before this value is gone.
///
/// Its death is tied to the *thread* that started it (PR_SET_PDEATHSIG), so that thread must stay until it has ended.
struct WorkerProcess: ~Copyable {
    /// How a process ended.
    enum Ending: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// Undoes an inherited "ignore" of SIGCHLD, once: the kernel would reap our children, and their ends could not be told.
    private static let reapsChildren: Void = { _ = signal(SIGCHLD, SIG_DFL) }()

    let id: pid_t
    /// Readable when the process has ended.
    let end: Descriptor
    /// What it says, to be read without waiting.
    let reports: Descriptor
    private var isBuried = false

    /// Starts `program` with these words; `files` are what it finds open under which number, its standard output not counted.
    init(_ program: String, words: [String], files: [(raw: Int32, place: Int32)]) throws(WorkerFailure) {
        _ = Self.reapsChildren
        var ends: [Int32] = [-1, -1]
        guard downbeat_pipe(&ends) == 0 else { throw .couldNotStart(code: errno) }
        let reading = Descriptor(owning: ends[0])
        let writing = Descriptor(owning: ends[1])
        _ = fcntl(reading.raw, F_SETFL, O_NONBLOCK)
        let id = try WorkerSpawn.start(program, words, files + [(writing.raw, STDOUT_FILENO)])
        // Not buried yet, so the number is still its own.
        let end = downbeat_pidfd_open(id)
        guard end >= 0 else {
            let code = errno
            _ = Glibc.kill(id, SIGKILL)
            waitpid(id, nil, 0)
            throw .couldNotStart(code: code)
        }
        self.id = id
        self.end = Descriptor(owning: end)
        reports = reading
    }

    deinit {
        guard !isBuried else { return }
        Self.kill(end.raw)
        waitpid(id, nil, 0)
    }

    /// Ends the process that the descriptor stands for, if it has not ended.
    static func kill(_ process: Int32) {
        _ = downbeat_pidfd_signal(process, SIGKILL)
    }

    /// Waits for the end, which `end` has announced.
    mutating func bury() -> Ending {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        isBuried = true
        // The macros WIFEXITED and so on, spelled out (wait(2)).
        return status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
}
