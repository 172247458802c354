import Catalog

/// Sorts the files of a walk into unchanged, new, changed and returned ones, and in the end finds the missing ones.
struct Sorting {
    let known: KnownFiles
    /// Files modified after this time, in nanoseconds since 1970, are left for later; nil takes all.
    private let youngest: Int64?
    private(set) var seen = 0
    /// Known files whose stamp has changed.
    private(set) var changed: [SourceFile] = []
    /// Missing tracks whose file is back, unchanged, at its last path.
    private(set) var returned: [Int] = []
    /// Stamps of all files that are not known, with this stamp, at their path.
    private(set) var unfamiliar: Set<FileStamp> = []
    /// Unchanged tracks that gained or lost a cover in their folder.
    private(set) var covers: [Int: Bool] = [:]
    private(set) var unsettled = 0
    private(set) var seenPaths: Set<[UInt8]> = []
    private let presentStamps: Set<FileStamp>

    init(known: KnownFiles, youngest: Int64?) {
        self.known = known
        self.youngest = youngest
        presentStamps = known.missing.isEmpty ? [] : Set(known.present.values.map(\.stamp))
    }

    /// Sorts a batch of the walk, and returns its new files, which can be probed at once.
    mutating func sort(_ files: [SourceFile]) -> [SourceFile] {
        var new: [SourceFile] = []
        for file in files {
            seen += 1
            let stamp = file.stamp
            let before = known.present[file.path]
            seenPaths.insert(file.path)
            if let before, before.stamp == stamp {
                note(file, before)
                if before.isDue { changed.append(file) }
                continue
            }
            // If the same file was found elsewhere meanwhile, it has been moved back, which only probing settles.
            if before == nil, !presentStamps.contains(stamp),
                let lost = known.missing[file.path]?.first(where: { $0.stamp == stamp }), let track = lost.track
            {
                returned.append(track)
                note(file, lost)
                continue
            }
            unfamiliar.insert(stamp)
            // A time far ahead of the clock does not mean that the file is being copied: the clock may have been set back.
            if let youngest, stamp.modified > youngest, stamp.modified <= youngest + Self.farAhead {
                unsettled += 1
                continue
            }
            if before == nil { new.append(file) } else { changed.append(file) }
        }
        return new
    }

    private mutating func note(_ file: SourceFile, _ known: KnownFile) {
        guard let track = known.track, known.hasCoverBeside != file.hasCoverBeside else { return }
        covers[track] = file.hasCoverBeside
    }

    /// A minute, in nanoseconds.
    private static let farAhead: Int64 = 60_000_000_000

    /// The files of `known` within `parts`, or anywhere if `parts` is empty, that the walk did not see.
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

    /// The folder of a path; empty for what is in the music folder itself.
    static func parent(of path: [UInt8]) -> [UInt8] {
        path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } ?? []
    }

    /// The file's name, whose extension hints at its format.
    package static func name(of path: [UInt8]) -> String {
        String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    }

    /// `folders` without those that lie within others, in their order.
    static func outermost(_ folders: some Sequence<[UInt8]>) -> [[UInt8]] {
        var outermost: [(offset: Int, element: [UInt8])] = []
        let shortFirst = folders.enumerated().sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
        for folder in shortFirst where !outermost.contains(where: { contains($0.element, folder.element) }) {
            outermost.append(folder)
        }
        return outermost.sorted { $0.offset < $1.offset }.map(\.element)
    }
}

extension FileStamp {
    /// Matches no file: a file that is recorded with it is probed again by each scan.
    static let never = FileStamp(size: -1, modified: 0, inode: 0)
}
