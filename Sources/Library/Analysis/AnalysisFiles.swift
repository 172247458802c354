import Foundation
package import Music
package import System
import Workers

/// The cache of analysis files, by the identity of their music.
package struct AnalysisFiles: Sendable {
    package let cache: FileCache

    /// An open analysis and the file it is read from.
    package struct Opened: Sendable {
        package let analysis: TrackAnalysis
        package let file: OpenFile
    }

    /// The cached analysis of this music; nil if there is none, or only one by an older analyzer. Blocks on the disk.
    func open(_ identity: ContentIdentity) -> Opened? {
        do {
            guard let file = try cache.open(Self.key(identity)) else { return nil }
            let analysis = try TrackAnalysis(descriptor: file.raw)
            if analysis.analyzer >= TrackAnalysis.newestAnalyzer { return Opened(analysis: analysis, file: file) }
        } catch {
            // Of another version, damaged or unreadable: in each case it is made again.
        }
        cache.remove(Self.key(identity))
        return nil
    }

    /// Caches the output of a worker. With `ifRoom`, only if nothing has to be evicted for it.
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
