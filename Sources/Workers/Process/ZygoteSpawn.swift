import CLinux
import Glibc

/// Starts a zygote with default signal state and a minimal environment, which its workers inherit.
package enum ZygoteSpawn {
    /// The word that makes a zygote of the program.
    package static let word = "zygote"
    /// POSIX_SPAWN_SETSID: a Ctrl-C in the terminal must reach only the parent, which then kills its workers.
    private static let newSession: Int32 = 0x80

    /// Starts the program at `path`, which takes orders from `socket`; returns its id.
    static func start(_ path: String, socket: Int32) throws(WorkerFailure) -> pid_t {
        // Dup2 to the number that a descriptor has already would leave it closed on exec.
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, WorkerPlace.firstFree)
        guard copy >= 0 else { throw .couldNotStart(code: errno) }
        defer { close(copy) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, copy, WorkerPlace.orders)
        var attributes = attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let words = ["downbeat-worker", word, "\(getpid())"]
        var wordPointers = words.map { strdup($0) } + [nil]
        var variablePointers = environment.map { strdup($0) } + [nil]
        defer { for pointer in wordPointers + variablePointers { free(pointer) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, &wordPointers, &variablePointers)
        guard code == 0 else { throw .couldNotStart(code: code) }
        return id
    }

    /// Unblocks all signals and resets them to their defaults, whatever this thread or our parent did with them.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }

    /// No secrets, no locale, no time zone: a worker's results depend on its input alone.
    private static var environment: [String] {
        var variables = ["LC_ALL=C", "TZ=UTC0", "SWIFT_BACKTRACE=enable=no", "SWIFT_DETERMINISTIC_HASHING=1"]
        // The folder of the Swift libraries, if the program does not find them by itself.
        if let folders = getenv("LD_LIBRARY_PATH") { variables.append("LD_LIBRARY_PATH=\(String(cString: folders))") }
        return variables
    }
}
