import Catalog
import Foundation
import Music
import System
import Testing

@testable import Library
@testable import Rooms
@testable import Workers

/// A catalog and a folder `music` beside it, scanned when a test calls for it.
final class ScannedLibrary: Sendable {
    let folder: TemporaryFolder
    let catalog: Catalog
    let reader: CatalogReader
    private let sources = MusicSources()
    private let source: FolderSource
    private let music: Int

    var root: String { folder.path + "/music" }

    init(_ desk: ProbeDesk) async throws {
        folder = try TemporaryFolder()
        let file = try CatalogFile(in: folder.path, at: 1)
        (catalog, reader) = (file.catalog, file.reader)
        source = FolderSource(root: Array((folder.path + "/music").utf8), opener: MusicOpener(), desk: desk)
        music = try await #require(catalog.serve(folders: [source.root], at: 1).first).id
        sources.set([music: source])
    }

    /// The folder, as stored in the catalog.
    func served() async throws -> MusicFolder { try #require(try await catalog.folders().first) }

    /// Scans parts of the folder, or all of it without parts.
    @discardableResult
    func scan(_ parts: [[UInt8]], settling: Double = 0) async throws -> LibraryScan.Outcome {
        let scan = LibraryScan(
            folder: try await served(), source: source, sources: sources, parts: FolderPath.outermost(parts), settling: settling,
            catalog: catalog, clock: MachineClock(), progress: { _ in })
        return try await scan.run()
    }

    /// All available tracks, or with `missing` all known ones.
    func tracks(missing: Bool = false) async throws -> [Track] {
        var query = TrackQuery()
        query.includesMissing = missing
        query.limit = 10_000
        return try await reader.tracks(query).items
    }

    func track(_ path: String) async throws -> Track? { try await reader.track(at: Array(path.utf8), in: music) }
}
