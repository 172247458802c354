import CLinux
import Glibc

/// Starts a process with the given descriptors, default signal state and a minimal environment.
enum WorkerSpawn {
    /// Descriptors are first duplicated to this number or above, so that dup2 overwrites none before it is copied.
    static let lowestCopy: Int32 = 10
    /// POSIX_SPAWN_SETSID: a Ctrl-C in the terminal must reach only the parent, which then kills its workers.
    private static let newSession: Int32 = 0x80

    /// Returns the id of the new process, which the caller must reap.
    static func start(
        _ program: WorkerProgram, _ words: [String], _ files: [(raw: Int32, place: Int32)]
    ) throws(WorkerFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        for file in files {
            let copy = fcntl(file.raw, F_DUPFD_CLOEXEC, lowestCopy)
            guard copy >= 0 else { throw .couldNotStart(code: errno) }
            copies.append(copy)
            posix_spawn_file_actions_adddup2(&actions, copy, file.place)
        }
        // Close unused places: the child may inherit a descriptor under that number.
        for place in WorkerPlace.all where !files.contains(where: { $0.place == place }) {
            posix_spawn_file_actions_addclose(&actions, place)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var wordPointers = (["downbeat-worker"] + words).map { strdup($0) } + [nil]
        var variablePointers = environment.map { strdup($0) } + [nil]
        defer { for pointer in wordPointers + variablePointers { free(pointer) } }
        var id = pid_t()
        let code = posix_spawn(&id, program.path, &actions, &attributes, &wordPointers, &variablePointers)
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
