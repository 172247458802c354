import Catalog
import Music

/// Fills a catalog with as many tracks as the largest libraries have, without files.
enum LargeCatalog {
    /// The music folder of the rows, which does not exist; the server keeps the rows of a missing folder.
    static let folder = "/nonexistent/downbeat-bench"
    private static let batch = 1_000

    /// Records the files in the catalog of a data folder.
    static func fill(_ data: String, _ files: [MadeLibrary.File]) async throws {
        let catalog = try CatalogFile(in: data, at: 0).catalog
        let id = try await catalog.serve(folders: [Array(folder.utf8)], at: 0)[0].id
        for start in stride(from: 0, to: files.count, by: batch) {
            let found = files[start..<min(start + batch, files.count)].map(row)
            _ = try await catalog.record(found, in: id, at: start, isThere: { _, _, _ in true }, isElsewhere: { _, _ in false })
        }
    }

    private static func row(_ file: MadeLibrary.File) -> FoundFile {
        let probe = TrackProbe(
            identity: ContentIdentity(high: UInt64(file.number) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(file.number)),
            description: TrackDescription(codec: "flac", container: "flac", tags: file.tags),
            duration: 180 + Double(file.number % 120),
            sampleRate: 44_100, channels: 2, bitRate: 900_000, hasCover: true)
        let stamp = FileStamp(size: 30_000_000, modified: Int64(file.number), inode: Int64(file.number))
        return FoundFile(path: Array(file.path.utf8), stamp: stamp, finding: .music(probe))
    }
}
