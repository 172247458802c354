import Catalog
import Workers

/// Tells what a walk sees apart: what is as it was, what is new, what changed, what came back, and in the end what is gone.
struct Sorting {
    let known: KnownFiles
    /// Files changed since this moment, in nanoseconds since 1970, are left for later; nil takes all.
    private let youngest: Int64?
    private(set) var seen = 0
    /// Known files that are not what they were.
    private(set) var changed: [MusicWalk.File] = []
    /// Tracks that were missing and lie again, untouched, where they last lay.
    private(set) var returned: [Int] = []
    /// Stamps of all files that are not known in their place.
    private(set) var unfamiliar: Set<FileStamp> = []
    /// Tracks that are as they were, but that a cover came to, or was taken from.
    private(set) var covers: [Int: Bool] = [:]
    private(set) var unsettled = 0
    private(set) var seenPaths: Set<[UInt8]> = []
    private let presentStamps: Set<FileStamp>

    init(known: KnownFiles, youngest: Int64?) {
        self.known = known
        self.youngest = youngest
        presentStamps = known.missing.isEmpty ? [] : Set(known.present.values.map(\.stamp))
    }

    /// Takes in what the walk saw next, and returns those of it that are new and can be looked into at once.
    mutating func sort(_ files: [MusicWalk.File]) -> [MusicWalk.File] {
        var new: [MusicWalk.File] = []
        for file in files {
            seen += 1
            let stamp = FileStamp(file)
            let before = known.present[file.path]
            seenPaths.insert(file.path)
            if let before, before.stamp == stamp {
                note(file, before)
                continue
            }
            // One that was found elsewhere meanwhile has moved back instead, which only a look into it settles.
            if before == nil, !presentStamps.contains(stamp),
                let lost = known.missing[file.path]?.first(where: { $0.stamp == stamp }), let track = lost.track
            {
                returned.append(track)
                note(file, lost)
                continue
            }
            unfamiliar.insert(stamp)
            // Times ahead of the clock are no sign of a file on its way: the clock may have been set back.
            if let youngest, stamp.modified > youngest, stamp.modified <= youngest + Self.farAhead {
                unsettled += 1
                continue
            }
            if before == nil { new.append(file) } else { changed.append(file) }
        }
        return new
    }

    private mutating func note(_ file: MusicWalk.File, _ known: KnownFile) {
        guard let track = known.track, known.hasCoverBeside != file.hasCoverBeside else { return }
        covers[track] = file.hasCoverBeside
    }

    /// A minute, in nanoseconds.
    private static let farAhead: Int64 = 60_000_000_000

    /// Those of `known` within `parts`, or anywhere if there are none, that the walk did not see.
    func unseen(of known: KnownFiles, within parts: [[UInt8]]) -> [([UInt8], KnownFile)] {
        known.present.filter { path, _ in
            !seenPaths.contains(path) && (parts.isEmpty || parts.contains { FolderPath.contains($0, path) })
        }.map { ($0.key, $0.value) }
    }
}

/// Paths within a music folder, as bytes.
package enum FolderPath {
    /// Whether `path` is `folder` or lies below it; everything lies below the empty path.
    static func contains(_ folder: [UInt8], _ path: [UInt8]) -> Bool {
        folder.isEmpty || path.starts(with: folder) && (path.count == folder.count || path[folder.count] == UInt8(ascii: "/"))
    }

    /// The folder a path lies in; empty for what lies in the music folder itself.
    static func parent(of path: [UInt8]) -> [UInt8] {
        path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } ?? []
    }

    /// The name of the file itself, for those who tell its format by it.
    package static func name(of path: [UInt8]) -> String {
        String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    }

    /// The folders that are needed to reach all of `folders`: those within others are left out.
    static func outermost(_ folders: some Sequence<[UInt8]>) -> [[UInt8]] {
        var outermost: [[UInt8]] = []
        for folder in Set(folders).sorted(by: { $0.count < $1.count }) where !outermost.contains(where: { contains($0, folder) }) {
            outermost.append(folder)
        }
        return outermost
    }
}

extension FileStamp {
    /// No file's: whoever has it is looked into again at each scan.
    static let never = FileStamp(size: -1, modified: 0, inode: 0)

    init(_ file: ProbedFile) {
        self.init(size: file.size, modified: file.modified, inode: Int64(bitPattern: file.inode))
    }

    init(_ file: MusicWalk.File) {
        self.init(size: file.size, modified: file.modified, inode: Int64(bitPattern: file.inode))
    }
}
