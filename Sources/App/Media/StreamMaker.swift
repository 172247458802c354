/// Has workers write the sound of files that browsers do not play in a form that they do.
struct StreamMaker: Sendable {
    /// A small board decodes and encodes a day of music in the half hour; the longest file is WAV's, its header included.
    private static let limits = WorkerLimits(seconds: 3600, processorSeconds: 1800, output: 4 << 30)

    let pool: WorkerPool
    /// The folder whose file system keeps the results, in files without a name.
    let folder: String

    /// The sound of a file called `name`; complete when this returns. Cancelling the task ends the worker.
    func stream(
        of source: WorkerJob.Source, name: String, as form: StreamForm, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(WorkerFailure) -> (file: WorkerFile, mediaType: String) {
        let job = WorkerJob(
            task: "stream", arguments: [name, form.name], input: source, outputFolder: folder, limits: Self.limits)
        guard let file = try await pool.run(job, progress: progress).output else { throw .garbled }
        return (file, form.mediaType)
    }
}
