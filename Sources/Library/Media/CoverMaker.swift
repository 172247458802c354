import Workers

/// Scales covers in worker processes.
struct CoverMaker: Sendable {
    /// The media types that a worker may report: browsers must not get a type that a compromised worker made up.
    static let mediaTypes: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]
    /// Memory for the largest picture that is decoded, at 8 bytes for each of 16 million pixels, for a copy at 4 bytes, and for
    /// its file. The work takes a second or two.
    private static let limits = WorkerLimits(seconds: 60, processorSeconds: 20, memory: 384 << 20, output: 128 << 20)

    let pool: WorkerPool
    /// The folder whose file system holds the results, as unnamed files.
    let folder: String

    /// The picture in a file called `name`, which is a picture or music that embeds one, scaled so that no side is longer than
    /// `edge` pixels; nil keeps its size. Refused if there is none.
    func cover(
        of source: WorkerJob.Source, name: String, edge: Int?
    ) async throws(WorkerFailure) -> (file: WorkerFile, mediaType: String) {
        let size = edge.map { "\($0)" } ?? CoverSize.original
        let job = WorkerJob(
            task: "cover", arguments: [name, size], input: source, outputFolder: folder, limits: Self.limits)
        let result = try await pool.run(job)
        guard let file = result.output, let mediaType = result.notes.last, Self.mediaTypes.contains(mediaType) else {
            throw .garbled
        }
        return (file, mediaType)
    }

    /// The colours of the picture in a file called `name`, the heaviest first.
    func colours(of source: WorkerJob.Source, name: String) async throws(WorkerFailure) -> [String] {
        let result = try await pool.run(
            WorkerJob(task: "colours", arguments: [name], input: source, limits: Self.limits))
        guard result.notes.allSatisfy({ $0.wholeMatch(of: /#[0-9a-f]{6}/) != nil }) else { throw .garbled }
        return result.notes
    }
}
