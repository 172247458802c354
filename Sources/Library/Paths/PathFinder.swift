import Catalog
import Synchronization

/// Finds tracks and folders by paths that apps have for them, within the music folders and those of other machines.
///
/// What it knows is read from the catalog at the first question, and again after tracks were changed: never once for each path.
package final class PathFinder: Sendable {
    /// The paths as they are at one moment. Each question takes about as long as its path is.
    package struct Paths: Sendable {
        fileprivate var files: TrackFinder
        /// Each folder is a file in it.
        fileprivate var folders: TrackFinder

        /// The track that is meant; nil if there is none, or if several may be. `withAllCommas` as for `TrackFinder`.
        package func track(at path: String, withAllCommas: Bool = false) -> Int? {
            files.place(within: path, withAllCommas: withAllCommas)?.track
        }

        /// A folder with music that is meant: that of the catalog, and the path within it.
        package func folder(at path: String) -> (folder: Int, path: [UInt8])? {
            folders.place(within: path).map { ($0.folder, $0.path) }
        }
    }

    private struct State {
        var paths: Paths?
        var change = -1
        /// The last track that is known.
        var last = 0
        var roots: [Int: [UInt8]] = [:]
    }

    private let reader: CatalogReader
    /// How often tracks were changed.
    private let changes = Mutex(0)
    private let state = Mutex(State())

    init(_ reader: CatalogReader) {
        self.reader = reader
    }

    /// Has all paths read again for the next question: files may have moved.
    func forget() { changes.withLock { $0 += 1 } }

    package func paths() async throws -> Paths { try await reader.paths(self) }

    /// On the reader's thread, which lets one in after the other.
    fileprivate func paths(_ reader: isolated CatalogReader) throws(CatalogError) -> Paths {
        let change = changes.withLock { $0 }
        let roots = Dictionary(try reader.folders().map { ($0.id, $0.path) }) { first, _ in first }
        var state = self.state.withLock { $0 }
        if state.change != change || state.roots != roots { state = State(change: change, roots: roots) }
        let last = try reader.lastTrack()
        if let paths = state.paths, state.last == last { return paths }
        // While a scan goes on, only new tracks are read.
        var paths = state.paths ?? Paths(files: TrackFinder(roots: roots), folders: TrackFinder(roots: roots))
        // What cannot be read to its end is read anew; and the paths are changed in place.
        self.state.withLock { $0 = State() }
        state.paths = nil
        var new: [(folder: Int, path: [UInt8])] = []
        var met: Set<[UInt8]> = []
        try reader.eachFile(above: state.last) { track, folder, path in
            guard roots[folder] != nil else { return }
            paths.files.add(track: track, folder: folder, path: path)
            var parent = FolderPath.parent(of: path)
            while !parent.isEmpty, met.insert(Array("\(folder)/".utf8) + parent).inserted {
                new.append((folder, parent))
                parent = FolderPath.parent(of: parent)
            }
        }
        paths.files.sort()
        new.removeAll { paths.folders.has($0.path, in: $0.folder) }
        for (folder, path) in new { paths.folders.add(track: 0, folder: folder, path: path) }
        paths.folders.sort()
        (state.paths, state.last) = (paths, last)
        self.state.withLock { $0 = state }
        return paths
    }
}

extension CatalogReader {
    fileprivate func paths(_ finder: PathFinder) throws(CatalogError) -> PathFinder.Paths { try finder.paths(self) }
}
