import Workers

/// Converts tracks in worker processes to formats that browsers play.
struct StreamMaker: Sendable {
    /// Seconds of music that a small board converts in one second; the timeout adds a minute for a disk that spins up and for
    /// short tracks.
    private static let musicPerSecond = 8.0
    private static let longest = 1800.0
    /// The size of the whole cache: three hours of lossless audio.
    private static let mostBytes = 1 << 30

    /// The limits of one conversion; `duration` is nil if it is not known.
    static func limits(duration: Double?) -> WorkerLimits {
        let seconds = if let duration, duration >= 0 { min(60 + duration / musicPerSecond, longest) } else { longest }
        return WorkerLimits(seconds: seconds, processorSeconds: Int(seconds), output: mostBytes)
    }

    let pool: WorkerPool
    /// The folder whose file system holds the results, as unnamed files.
    let folder: String

    /// The forms that can be made here: FFmpeg may have been built without an encoder.
    func forms() async throws(WorkerFailure) -> [StreamForm] {
        try await pool.run(WorkerJob(task: "forms")).notes.compactMap { StreamForm(rawValue: $0) }
    }

    /// Converts a file called `name` that lasts `duration` seconds; the result is complete. Cancelling the task ends the worker.
    func stream(
        of source: WorkerJob.Source, name: String, duration: Double? = nil, as form: StreamForm,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(WorkerFailure) -> (file: WorkerFile, mediaType: String) {
        let job = WorkerJob(
            task: "stream", arguments: [name, form.rawValue], input: source, outputFolder: folder,
            limits: Self.limits(duration: duration))
        guard let file = try await pool.run(job, progress: progress).output else { throw .garbled }
        return (file, form.mediaType)
    }
}
