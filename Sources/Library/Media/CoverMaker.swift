import Workers

/// Has workers bring covers to the size that somebody wants to see.
struct CoverMaker: Sendable {
    /// What a worker may say that a picture is: its words are not to be trusted with a browser.
    static let mediaTypes: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]
    /// Room for the largest picture that is decoded, at its deepest (16 million pixels of 8 bytes) and once more in 4 bytes, and
    /// for its file; a second or two is what that takes.
    private static let limits = WorkerLimits(seconds: 60, processorSeconds: 20, memory: 384 << 20, output: 128 << 20)

    let pool: WorkerPool
    /// The folder whose file system keeps the results, in files without a name.
    let folder: String

    /// The picture that a file called `name` is, or carries if it is music, with no side longer than `edge` pixels; with nil in
    /// its own size. Refused where there is none.
    func cover(
        of source: WorkerJob.Source, name: String, edge: Int?
    ) async throws(WorkerFailure) -> (file: WorkerFile, mediaType: String) {
        let size = edge.map { "\($0)" } ?? CoverTask.originalSize
        let job = WorkerJob(
            task: "cover", arguments: [name, size], input: source, outputFolder: folder, limits: Self.limits)
        let result = try await pool.run(job)
        guard let file = result.output, let mediaType = result.notes.last, Self.mediaTypes.contains(mediaType) else {
            throw .garbled
        }
        return (file, mediaType)
    }

    /// The colours of the picture that a file called `name` is, or carries if it is music, the weightiest first.
    func colours(of source: WorkerJob.Source, name: String) async throws(WorkerFailure) -> [String] {
        let result = try await pool.run(
            WorkerJob(task: "colours", arguments: [name], input: source, limits: Self.limits))
        guard result.notes.allSatisfy({ $0.wholeMatch(of: /#[0-9a-f]{6}/) != nil }) else { throw .garbled }
        return result.notes
    }
}
