/// One piece of work for a worker.
package struct WorkerJob: Sendable {
    /// Where the bytes to read come from. A path is opened only when its turn has come, so that those who wait hold nothing open.
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

    /// A name in the worker's table of tasks.
    package var task: String
    var arguments: [String] = []
    var input: Source?
    package var second: Source?
    /// The folder whose file system keeps the result, in a file without a name; nil when there is none to keep.
    var outputFolder: String?
    /// Nil means what fits the input's size.
    package var limits: WorkerLimits?
    /// The newest Landlock to use, for trying out how it is without; nil means what the kernel has.
    var landlock: Int?

    package init(
        task: String, arguments: [String] = [], input: Source? = nil, second: Source? = nil, outputFolder: String? = nil,
        limits: WorkerLimits? = nil, landlock: Int? = nil
    ) {
        self.task = task
        self.arguments = arguments
        self.input = input
        self.second = second
        self.outputFolder = outputFolder
        self.limits = limits
        self.landlock = landlock
    }
}

/// What a worker's work brought.
package struct WorkerResult: Sendable {
    /// The file it wrote, which nobody writes any more.
    package let output: WorkerFile?
    package let notes: [String]
}
