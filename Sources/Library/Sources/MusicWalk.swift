import CLinux
import Catalog
import Glibc
import System

/// Finds all music files below a folder, on the calling thread, and delivers them in batches as it goes.
struct MusicWalk {
    /// Files per batch: enough to be worth the receiver's turn.
    private static let batchSize = 500

    private let root: String

    /// `root` is a folder's path.
    init(root: String) {
        self.root = root
    }

    /// Walks the folder at `start`, and if `isDeep` all below it. `check` is called at each folder, and `behind` before a link to
    /// a folder is followed; an error from these or from `deliver` ends the walk.
    ///
    /// Playlist files are passed to `playlist`.
    ///
    /// Returns what could not be read: files there may be unchanged. A `start` that is gone is included, with ENOENT.
    func run(
        from start: [UInt8] = [], isDeep: Bool = true, check: () throws -> Void = {}, behind: ([UInt8]) throws -> Void = { _ in },
        playlist: (SourceFile) -> Void = { _ in }, deliver: ([SourceFile]) throws -> Void
    ) throws -> [FolderWalk.Unread] {
        var batch: [SourceFile] = []
        var unreadFiles: [FolderWalk.Unread] = []
        var albums: [[UInt8]: Bool] = [:]
        var walk = FolderWalk(root: root)
        try walk.run(
            from: start, behind: behind,
            enter: { path in
                try check()
                return isDeep || path == start
            },
            visit: { listing, path, entries in
                for entry in entries where MusicNames.isPlaylist(entry.name) {
                    // One that cannot be read is told of with the music beside it, or is of no interest.
                    guard let status = try? listing.status(of: entry), status.st_mode & S_IFMT == S_IFREG else { continue }
                    playlist(Self.file(FolderWalk.join(path, entry.name), status, false))
                }
                // Skip folders without music: they may hold thousands of pictures.
                guard entries.contains(where: { MusicNames.isMusic($0.name) }) else { return }
                let others = entries.lazy.map(\.name).filter { !MusicNames.isMusic($0) }
                let hasCover =
                    FolderCover.name(among: others.map { String(decoding: $0, as: UTF8.self) }) != nil
                    || hasCoverAbove(path, &albums)
                for entry in entries where MusicNames.isMusic(entry.name) {
                    do throws(ReadProblem) {
                        let status = try listing.status(of: entry)
                        guard status.st_mode & S_IFMT == S_IFREG else { continue }
                        batch.append(Self.file(FolderWalk.join(path, entry.name), status, hasCover))
                    } catch {
                        if error.code == ENOENT { continue }
                        unreadFiles.append(.init(path: FolderWalk.join(path, entry.name), code: error.code))
                        // If one file is denied, all of its folder are: report the folder instead.
                        if error.code == EACCES {
                            unreadFiles[unreadFiles.count - 1] = .init(path: path, code: EACCES)
                            break
                        }
                    }
                    if batch.count == Self.batchSize {
                        try deliver(batch)
                        batch.removeAll(keepingCapacity: true)
                    }
                }
            })
        if !batch.isEmpty { try deliver(batch) }
        return walk.unread + unreadFiles
    }

    /// Whether the folder of a disc has its cover in the folder of its album; `known` holds what was found out before.
    private func hasCoverAbove(_ disc: [UInt8], _ known: inout [[UInt8]: Bool]) -> Bool {
        let album = DiscFolder.album(of: disc + [UInt8(ascii: "/")])
        guard album != disc else { return false }
        if let isThere = known[album] { return isThere }
        let path = album.isEmpty ? Array(root.utf8) : MusicFile.path(folder: Array(root.utf8), album)
        // An unreadable folder counts as one without a cover.
        let isThere =
            (try? FolderListing(path, in: AT_FDCWD).entries()).flatMap { entries in
                FolderCover.name(among: entries.map { String(decoding: $0.name, as: UTF8.self) }, isNamed: true)
            } != nil
        known[album] = isThere
        return isThere
    }

    private static func file(_ path: [UInt8], _ status: stat, _ hasCoverBeside: Bool) -> SourceFile {
        SourceFile(path: path, stamp: FileStamp(status), hasCoverBeside: hasCoverBeside)
    }
}
