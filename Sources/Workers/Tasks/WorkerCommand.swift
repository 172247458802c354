import CLinux
import Glibc
import System

/// `downbeat worker TASK`: the program as its own child, with one piece of work and nothing else.
package struct WorkerCommand {
    /// A piece of work; what it throws is told in one line.
    typealias Task = @Sendable (WorkerBench) throws -> Void

    /// Whatever a worker can be asked to do.
    private static let tasks: [String: Task] = [
        "analysis": AnalysisTask.run, "attempt": Attempt.run, "click": ClickTask.run,
        "colours": ColoursTask.run, "cover": CoverTask.run,
        "look": LookTask.run, "sound": SoundTask.run, "stream": StreamTask.run,
    ]
    /// Those that are handed their files while they work.
    private static let receivers: Set<String> = ["look"]
    /// Those whose work is heard at once: it is little, and a machine that draws pages too must not keep it waiting.
    private static let prompt: Set<String> = ["sound"]
    private static let promptNiceness: Int32 = 0
    private static let patientNiceness: Int32 = 10

    private var limits = WorkerLimits()
    private var parent = getppid()
    private var landlock = Landlock.here
    private var task: Task
    private let receivesFiles: Bool
    private let niceness: Int32
    private var rest: ArraySlice<String>

    /// Does the work and ends the process.
    ///
    /// Runs on the main thread before anything else did: what has threads cannot be walled in.
    package static func run(_ words: ArraySlice<String>) async -> Never {
        if words.first == "probe" { exit(await Probe.main(words.dropFirst())) }
        guard var command = WorkerCommand(words) else {
            complain("\"worker\" is for the program's own use; \"downbeat worker probe\" tries its walls on this machine")
        }
        command.readOptions()
        command.work()
    }

    package static func complain(_ line: String) -> Never {
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

    /// The words a parent starts a worker with, the program's name not counted: `readOptions` reads them.
    static func words(for job: WorkerJob, _ limits: WorkerLimits) -> [String] {
        var options = [
            ("parent", Int(getpid())), ("processor-seconds", limits.processorSeconds), ("memory", limits.memory),
            ("output", limits.output),
        ]
        if let landlock = job.landlock { options.append(("landlock", landlock)) }
        return ["worker", job.task] + options.flatMap { name, number in ["--\(name)", "\(number)"] } + ["--"] + job.arguments
    }

    /// The options up to "--".
    private mutating func readOptions() {
        while let word = rest.popFirst(), word != "--" {
            guard let number = rest.popFirst().flatMap({ Int($0) }) else { break }
            switch word {
            case "--parent": parent = pid_t(clamping: number)
            case "--processor-seconds": limits.processorSeconds = number
            case "--memory": limits.memory = number
            case "--output": limits.output = number
            case "--landlock": landlock = Landlock(version: min(landlock.version, Int32(clamping: number)))
            default: break
            }
        }
    }

    private func work() -> Never {
        let bench = WorkerBench(arguments: Array(rest))
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

/// What a worker says when it falls for want of memory: by then only a signal handler is left to say it.
private enum LastWords {
    static func prepare() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            // An allocation that failed left its mark; Swift's answer to that is a trap or an abort, and it comes right after.
            if errno == ENOMEM { _ = write(STDOUT_FILENO, "memory\n", 7) }
        }
        // The second time the signal does what it always did.
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
        for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV] { sigaction(number, &action, nil) }
    }
}
