import Catalog
import Music
import System
import Workers

/// Analyzes music in worker processes.
struct AnalysisMaker: Sendable {
    let pool: WorkerPool
    /// The folder whose file system holds the results, as unnamed files.
    let folder: String

    /// The analysis of a file called `name`; `grown` hears of each part that is there. Cancelling the task ends the worker.
    func analysis(
        of input: WorkerFile, name: String, progress: @escaping @Sendable (Double) -> Void,
        grown: @escaping @Sendable (WorkerFile, Int) -> Void
    ) async throws(WorkerFailure) -> WorkerFile {
        let job = WorkerJob(task: "analysis", arguments: [name], input: .file(input), outputFolder: folder)
        guard let output = try await pool.run(job, progress: progress, grown: grown).output else { throw .garbled }
        // A decoder may leave the end unread, and what nobody waits for is not kept.
        try await input.arrival?.whole()
        return output
    }

    /// A look at what a worker wrote, before anybody believes it.
    static func profile(of output: WorkerFile) async throws -> Profile {
        try await DiskThreads.run {
            let analysis = try TrackAnalysis(descriptor: output.raw)
            try analysis.verify()
            return Profile(of: analysis)
        }
    }
}
