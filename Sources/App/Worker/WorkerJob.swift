/// One piece of work for a worker.
struct WorkerJob: Sendable {
    /// Where the bytes to read come from. A path is opened only when its turn has come, so that those who wait hold nothing open.
    enum Source: Sendable {
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
    var task: String
    var arguments: [String] = []
    var input: Source?
    var second: Source?
    /// The folder whose file system keeps the result, in a file without a name; nil when there is none to keep.
    var outputFolder: String?
    /// Nil means what fits the input's size.
    var limits: WorkerLimits?
    /// The newest Landlock to use, for trying out how it is without; nil means what the kernel has.
    var landlock: Int?
}

/// What a worker's work brought.
struct WorkerResult: Sendable {
    /// The file it wrote, which nobody writes any more.
    let output: WorkerFile?
    let notes: [String]
}
