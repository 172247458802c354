import Glibc

/// How a server ended.
enum Ending: Equatable {
    case code(Int32)
    case signal(Int32)

    /// Parses the status of `waitpid`; the macros WIFEXITED and so on, spelled out (wait(2)).
    init(status: Int32) {
        self = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// The ending in the log and in the records.
    var words: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let number): "signal \(number)"
        }
    }

    /// Ends this process in the same way.
    func follow() -> Never {
        switch self {
        case .code(let code): exit(code)
        case .signal(let number):
            // One core file, the server's, is enough.
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            Glibc.signal(number, SIG_DFL)
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, number)
            sigprocmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
            // A container's first process does not die of its own signals; shells report a signal with this exit code.
            exit(128 + number)
        }
    }
}

/// Why a server was restarted, as named in the log, the records and the metrics.
enum RestartReason: Int32, CaseIterable {
    case trap, fault, bus, abort, arithmetic, memory, stuck, killed, exit

    /// `ranOutOfMemory`: the OOM killer has killed processes meanwhile. `isStuck`: the guardian has killed this server.
    init(_ ending: Ending, ranOutOfMemory: Bool, isStuck: Bool) {
        if isStuck {
            self = .stuck
            return
        }
        switch ending {
        case .code: self = .exit
        case .signal(SIGILL), .signal(SIGTRAP): self = .trap
        case .signal(SIGSEGV): self = .fault
        case .signal(SIGBUS): self = .bus
        case .signal(SIGABRT): self = .abort
        case .signal(SIGFPE): self = .arithmetic
        case .signal(SIGKILL) where ranOutOfMemory: self = .memory
        case .signal: self = .killed
        }
    }

    var name: String { "\(self)" }

    /// Whether the server caused its own end: a kill from outside says nothing about its work.
    var isOwnFault: Bool { self != .killed && self != .exit }

    /// The message in the log.
    var sentence: String {
        switch self {
        case .trap: "the server ended by a trap and was started again"
        case .fault: "the server ended by a segmentation fault and was started again"
        case .bus: "the server ended by a bus error and was started again"
        case .abort: "the server aborted and was started again"
        case .arithmetic: "the server ended by an arithmetic fault and was started again"
        case .memory: "the server ran out of memory and was started again"
        case .stuck: "a thread of the server was stuck, so the server was started again"
        case .killed: "the server was killed and was started again"
        case .exit: "the server ended and was started again"
        }
    }
}
