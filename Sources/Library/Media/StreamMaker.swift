import Workers

/// Has workers write the sound of files that browsers do not play in a form that they do.
struct StreamMaker: Sendable {
    /// A small board converts eight seconds of music in one; a minute more is for a disk that wakes up and for short tracks.
    private static let musicPerSecond = 8.0
    private static let longest = 1800.0
    /// As much as is kept at all: three hours without loss.
    private static let mostBytes = 1 << 30

    /// What the sound of a track may take; nil where nobody knows how long it is.
    static func limits(duration: Double?) -> WorkerLimits {
        let seconds = if let duration, duration >= 0 { min(60 + duration / musicPerSecond, longest) } else { longest }
        return WorkerLimits(seconds: seconds, processorSeconds: Int(seconds), output: mostBytes)
    }

    let pool: WorkerPool
    /// The folder whose file system keeps the results, in files without a name.
    let folder: String

    /// The sound of a file called `name` that lasts `duration` seconds; complete when this returns. Cancelling the task ends the
    /// worker.
    func stream(
        of source: WorkerJob.Source, name: String, duration: Double? = nil, as form: StreamForm,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(WorkerFailure) -> (file: WorkerFile, mediaType: String) {
        let job = WorkerJob(
            task: "stream", arguments: [name, form.name], input: source, outputFolder: folder,
            limits: Self.limits(duration: duration))
        guard let file = try await pool.run(job, progress: progress).output else { throw .garbled }
        return (file, form.mediaType)
    }
}
