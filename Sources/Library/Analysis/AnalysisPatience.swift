import Analysis
package import Catalog
import Workers

extension Catalog {
    /// Crashes in the middle of one track's analysis after which it is suspected: decoders are walled in, bad luck is likelier.
    private static let mostInterruptions = 10

    /// Makes due again what the last process did not end, and what an older analyzer found.
    package func resumeAnalyses() throws(CatalogError) {
        try resumeAnalyses(analyzer: TrackAnalyzer.revision, mostAttempts: Self.mostInterruptions)
    }
}

extension WorkerFailure {
    /// Whether trying again with the same file must end the same way.
    var isLasting: Bool {
        if case .refused = self { return true }
        return false
    }
}
