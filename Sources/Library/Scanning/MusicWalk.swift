import CLinux
import Glibc
import System

/// Finds all music below a folder, on the thread that calls it, and hands it over in batches as it goes.
struct MusicWalk {
    /// So many files are worth a turn of whoever takes them.
    private static let batchSize = 500

    /// A file that is music by its name.
    struct File: Equatable {
        /// Relative to the root; bytes that may be no text.
        let path: [UInt8]
        let size: Int64
        /// Nanoseconds since 1970.
        let modified: Int64
        let inode: UInt64
        /// Whether a picture in its folder is its cover.
        let hasCoverBeside: Bool
    }

    private let root: String

    /// `root` is a folder's path.
    init(root: String) {
        self.root = root
    }

    /// Walks the folder at `start` and all below it, or that one alone. An error ends the walk, whether `deliver` throws it or
    /// `check`, which is called at each folder, or `behind`, before a link to a folder is followed.
    ///
    /// Returns what could not be read: files there may be as they were. A start that is gone is among it, with ENOENT.
    func run(
        from start: [UInt8] = [], isDeep: Bool = true, check: () throws -> Void = {}, behind: ([UInt8]) throws -> Void = { _ in },
        deliver: ([File]) throws -> Void
    ) throws -> [FolderWalk.Unread] {
        var batch: [File] = []
        var unreadFiles: [FolderWalk.Unread] = []
        var walk = FolderWalk(root: root)
        try walk.run(
            from: start, behind: behind,
            enter: { path in
                try check()
                return isDeep || path == start
            },
            visit: { listing, path, entries in
                // Folders without music hold pictures by the thousand.
                guard entries.contains(where: { MusicNames.isMusic($0.name) }) else { return }
                let others = entries.lazy.map(\.name).filter { !MusicNames.isMusic($0) }
                let hasCover = FolderCover.name(among: others.map { String(decoding: $0, as: UTF8.self) }) != nil
                for entry in entries where MusicNames.isMusic(entry.name) {
                    do throws(ReadProblem) {
                        let status = try listing.status(of: entry)
                        guard status.st_mode & S_IFMT == S_IFREG else { continue }
                        batch.append(Self.file(FolderWalk.join(path, entry.name), status, hasCover))
                    } catch {
                        if error.code == ENOENT { continue }
                        unreadFiles.append(.init(path: FolderWalk.join(path, entry.name), code: error.code))
                        // A folder that lets nobody at its files does so for all of them.
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

    private static func file(_ path: [UInt8], _ status: stat, _ hasCoverBeside: Bool) -> File {
        File(
            path: path, size: Int64(status.st_size), modified: status.modified, inode: UInt64(status.st_ino),
            hasCoverBeside: hasCoverBeside)
    }
}
