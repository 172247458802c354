import Glibc

/// One job for a worker.
package struct WorkerJob: Sendable {
    /// An input file. A path is opened only when the job starts, so that queued jobs hold no open descriptors.
    package enum Source: Sendable {
        case path(String)
        case file(WorkerFile)

        func open() throws(WorkerFailure) -> WorkerFile {
            switch self {
            case .path(let path): try WorkerFile(reading: path)
            case .file(let file): file
            }
        }
    }

    /// A name in the table of tasks of the worker program.
    package var task: String
    var arguments: [String] = []
    var input: Source?
    package var second: Source?
    /// The folder on whose file system the result is kept, in an unnamed file; nil if the job writes no file.
    var outputFolder: String?
    /// A file that the job changes, in place of a new one.
    var target: WorkerFile?
    /// Nil means limits that fit the input's size.
    package var limits: WorkerLimits?
    /// The highest Landlock version to use, for testing older kernels; nil means what the kernel has.
    var landlock: Int?

    package init(
        task: String, arguments: [String] = [], input: Source? = nil, second: Source? = nil, outputFolder: String? = nil,
        target: WorkerFile? = nil, limits: WorkerLimits? = nil, landlock: Int? = nil
    ) {
        self.task = task
        self.arguments = arguments
        self.input = input
        self.second = second
        self.outputFolder = outputFolder
        self.target = target
        self.limits = limits
        self.landlock = landlock
    }
}

extension WorkerJob {
    /// The arguments of a worker, without the program's name: the task, then options up to "--", then the task's own.
    func words(_ limits: WorkerLimits, _ arrival: Arrival?) -> [String] {
        var options = [
            ("parent", Int(getpid())), ("processor-seconds", limits.processorSeconds), ("memory", limits.memory),
            ("output", limits.output),
        ]
        if let landlock { options.append(("landlock", landlock)) }
        if let arrival { options.append(("tail", arrival.tail)) }
        return [task] + options.flatMap { name, number in ["--\(name)", "\(number)"] } + ["--"] + arguments
    }
}

/// The result of a job.
package struct WorkerResult: Sendable {
    /// The file that it wrote; no process writes it any more.
    package let output: WorkerFile?
    package let notes: [String]
}
