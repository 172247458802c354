package import Catalog
import Music
import Workers

extension Catalog {
    /// Give up on a track after this many crashes of the server during its analysis. Decoders run in a sandbox, so that the track is
    /// rarely the cause.
    private static let mostInterruptions = 10

    /// Makes due again what the last process did not end, and what an older analyzer found.
    package func resumeAnalyses() throws(CatalogError) {
        try resumeAnalyses(analyzer: TrackAnalysis.newestAnalyzer, mostAttempts: Self.mostInterruptions)
    }
}

extension WorkerFailure {
    /// Attempts after which a track is left alone until somebody asks again.
    private static let mostAttempts = 3

    /// Whether a track that failed in this way is given up, after so many earlier attempts.
    func isFinal(after attempts: Int) -> Bool {
        // The worker's own refusal would be the same each time.
        if case .refused = self { return true }
        return attempts + 1 >= Self.mostAttempts
    }
}
