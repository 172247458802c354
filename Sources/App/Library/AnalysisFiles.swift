import Analysis
import Foundation
import Music
import System

/// The analysis files that are kept, by the music they describe.
struct AnalysisFiles: Sendable {
    let cache: FileCache

    /// An analysis that is open, and the file it is read from.
    struct Opened: Sendable {
        let analysis: TrackAnalysis
        let file: OpenFile
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

    func remove(_ identity: ContentIdentity) {
        cache.remove(Self.key(identity))
    }

    func contains(_ identity: ContentIdentity) -> Bool {
        cache.contains(Self.key(identity))
    }

    private static func key(_ identity: ContentIdentity) -> String { "\(identity).downbeat" }
}
