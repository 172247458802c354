import CLinux
import Glibc
import System
import Workers

/// `downbeat-worker TASK`: a child process of the server, which runs one task.
struct WorkerCommand {
    /// A task; an error that it throws is reported in one line.
    typealias Task = @Sendable (WorkerBench) throws -> Void

    /// All tasks of workers.
    private static let tasks: [String: Task] = [
        "analysis": AnalysisTask.run, "attempt": Attempt.run, "click": ClickTask.run,
        "colours": ColoursTask.run, "cover": CoverTask.run, "edit-tags": EditTagsTask.run, "forms": FormsTask.run,
        "kit-sound": KitSoundTask.run, "live-beats": LiveBeatsTask.run, "live-sound": LiveSoundTask.run, "lyrics": LyricsTask.run,
        "probe-files": ProbeTask.run, "read-tags": ReadTagsTask.run, "record": RecordTask.run,
        "sound": SoundTask.run, "stream": StreamTask.run,
    ]
    /// The tasks that are sent files while they run.
    private static let receivers: Set<String> = ["probe-files"]
    /// The tasks whose delay is noticed: they need little CPU time, and must not wait on a machine that also draws pages.
    private static let prompt: Set<String> = ["live-beats", "live-sound", "record", "sound"]
    private static let promptNiceness: Int32 = 0
    private static let patientNiceness: Int32 = 10

    private var limits = WorkerLimits()
    private var parent = getppid()
    private var landlock = Landlock.here
    private var tail: Int?
    private var task: Task
    private let receivesFiles: Bool
    private let niceness: Int32
    private var rest: ArraySlice<String>

    /// Runs the task and exits.
    ///
    /// Must be called on the main thread before any other thread starts: the sandbox needs a process with one thread.
    static func run(_ words: ArraySlice<String>) async -> Never {
        if words.first == "probe" { exit(await Probe.main(words.dropFirst())) }
        let words = words.first == ZygoteSpawn.word ? Zygote.awaitOrders(words.dropFirst())[...] : words
        guard var command = WorkerCommand(words) else {
            complain("downbeat-worker is for downbeat's own use; \"downbeat worker probe\" tests its sandbox on this machine")
        }
        command.readOptions()
        command.work()
    }

    static func complain(_ line: String) -> Never {
        let line = "downbeat: \(line)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(Failure.usage)
    }

    private init?(_ words: ArraySlice<String>) {
        guard let name = words.first, let task = Self.tasks[name] else { return nil }
        self.task = task
        receivesFiles = Self.receivers.contains(name)
        niceness = Self.prompt.contains(name) ? Self.promptNiceness : Self.patientNiceness
        rest = words.dropFirst()
    }

    /// Parses the options that `WorkerJob.words` writes, up to "--".
    private mutating func readOptions() {
        while let word = rest.popFirst(), word != "--" {
            guard let number = rest.popFirst().flatMap({ Int($0) }) else { break }
            switch word {
            case "--parent": parent = pid_t(clamping: number)
            case "--processor-seconds": limits.processorSeconds = number
            case "--memory": limits.memory = number
            case "--output": limits.output = number
            case "--tail": tail = number
            case "--landlock": landlock = Landlock(version: min(landlock.version, Int32(clamping: number)))
            default: break
            }
        }
    }

    private func work() -> Never {
        downbeat_name_thread("downbeat-worker")
        let bench = WorkerBench(arguments: Array(rest), tail: tail)
        do {
            let sandbox = Sandbox(
                limits: limits, parent: parent, landlock: landlock, receivesFiles: receivesFiles, niceness: niceness)
            let missing = try sandbox.enter()
            LastWords.prepare()
            bench.say(.ready)
            for wall in missing { bench.say(.missing(wall)) }
            try task(bench)
            bench.say(.done)
            _exit(0)
        } catch {
            bench.say(.failed("\(error)"))
            _exit(1)
        }
    }
}

/// Reports that memory ran out, from a signal handler: no other code can run by then.
private enum LastWords {
    static func prepare() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            // A failed allocation sets ENOMEM, and Swift traps or aborts right after.
            if errno == ENOMEM { _ = write(STDOUT_FILENO, "memory\n", 7) }
        }
        // A second signal has its default effect.
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
        for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV] { sigaction(number, &action, nil) }
    }
}
