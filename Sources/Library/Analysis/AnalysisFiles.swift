import Analysis
import Foundation
package import Music
package import System
import Workers

/// The analysis files that are kept, by the music they describe.
package struct AnalysisFiles: Sendable {
    package let cache: FileCache

    /// An analysis that is open, and the file it is read from.
    package struct Opened: Sendable {
        package let analysis: TrackAnalysis
        package let file: OpenFile
    }

    /// The analysis of this music; nil where none is kept, or only one that an older version made. Waits for the disk.
    func open(_ identity: ContentIdentity) -> Opened? {
        do {
            guard let file = try cache.open(Self.key(identity)) else { return nil }
            let analysis = try TrackAnalysis(descriptor: file.raw)
            if analysis.analyzer >= TrackAnalyzer.revision { return Opened(analysis: analysis, file: file) }
        } catch {
            // Of another version, damaged, or not to be read: either way it is made anew.
        }
        cache.remove(Self.key(identity))
        return nil
    }

    /// Keeps what a worker wrote. With `ifRoom` it is kept only where nothing that was used has to go for it.
    func keep(_ file: WorkerFile, for identity: ContentIdentity, ifRoom: Bool) throws {
        try cache.put(Self.key(identity), file, ifRoom: ifRoom)
    }

    package func remove(_ identity: ContentIdentity) {
        cache.remove(Self.key(identity))
    }

    package func contains(_ identity: ContentIdentity) -> Bool {
        cache.contains(Self.key(identity))
    }

    private static func key(_ identity: ContentIdentity) -> String { "\(identity).downbeat" }
}
