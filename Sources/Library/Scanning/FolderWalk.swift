import CLinux
import Glibc
import System

/// Goes through the folders below a root, each once: real folders first, then those behind links.
///
/// Names are bytes; paths are relative to the root, that of the root itself is empty.
package struct FolderWalk {
    /// Each level keeps a folder open while those below it are visited; music lies ten levels deep, not a hundred.
    private static let deepest = 100
    /// No longer path can be opened by its name later on (PATH_MAX, with its NUL).
    private static let longestPath = 4095

    /// What could not be read, and so says nothing about what is in it: a folder with all below it, or a link.
    package struct Unread: Equatable {
        package let path: [UInt8]
        /// The kernel's reason.
        package let code: Int32
    }

    private let root: [UInt8]
    private var visited: Set<Place> = []
    private var links: [[UInt8]] = []
    private(set) var unread: [Unread] = []

    private struct Place: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    init(root: String) {
        self.root = Array(root.utf8)
    }

    /// Visits the folder at `start` and all below it. `enter` is asked before a folder is read and may keep the walk out;
    /// `visit` gets what is in it, without what is skipped and without its folders; links lead to files there. `behind` is told
    /// of each link before the walk follows it.
    mutating func run(
        from start: [UInt8] = [], behind: ([UInt8]) throws -> Void, enter: ([UInt8]) throws -> Bool,
        visit: (borrowing FolderListing, [UInt8], [FolderListing.Entry]) throws -> Void
    ) rethrows {
        links = [start]
        // Grows while it is worked through: folders behind links hold links too.
        var next = 0
        while next < links.count {
            let path = links[next]
            if next > 0 { try behind(path) }
            next += 1
            try go(into: root + (path.isEmpty ? [] : Self.slash + path), in: AT_FDCWD, path, depth: 0, enter, visit)
        }
    }

    mutating func note(_ path: [UInt8], _ code: Int32) {
        unread.append(Unread(path: path, code: code))
    }

    private mutating func go(
        into name: [UInt8], in parent: Int32, _ path: [UInt8], depth: Int, _ enter: ([UInt8]) throws -> Bool,
        _ visit: (borrowing FolderListing, [UInt8], [FolderListing.Entry]) throws -> Void
    ) rethrows {
        guard depth < Self.deepest, root.count + 1 + path.count <= Self.longestPath else { return note(path, ENAMETOOLONG) }
        let listing: FolderListing
        do {
            listing = try FolderListing(name, in: parent)
        } catch {
            // What went meanwhile is gone; the start itself must be there.
            if depth == 0 || (error.code != ENOENT && error.code != ENOTDIR) { note(path, error.code) }
            return
        }
        guard visited.insert(Place(device: listing.device, inode: listing.inode)).inserted,
            !KernelFiles.contain(listing.descriptor), try enter(path)
        else { return }
        var entries: [FolderListing.Entry] = []
        do {
            entries = try listing.entries().filter { !MusicNames.isSkipped($0.name) }
        } catch {
            return note(path, error.code)
        }
        var files: [FolderListing.Entry] = []
        for entry in entries {
            switch entry.kind {
            case .file: files.append(entry)
            case .link: if leadsToFile(entry, in: listing, path) { files.append(entry) }
            case .folder, .other: break
            }
        }
        try visit(listing, path, files)
        for entry in entries where entry.kind == .folder {
            let below = Self.join(path, entry.name)
            try go(into: Array(entry.name), in: listing.descriptor, below, depth: depth + 1, enter, visit)
        }
    }

    /// Looks behind a link; remembers a folder for later.
    private mutating func leadsToFile(
        _ entry: FolderListing.Entry, in listing: borrowing FolderListing, _ path: [UInt8]
    ) -> Bool {
        do {
            let mode = try listing.status(of: entry).st_mode & S_IFMT
            if mode == S_IFDIR { links.append(Self.join(path, entry.name)) }
            return mode == S_IFREG
        } catch {
            // It may lead to a disk that is not there now: that does not make what is on it deleted.
            note(Self.join(path, entry.name), error.code)
            return false
        }
    }

    private static let slash: [UInt8] = [UInt8(ascii: "/")]

    static func join(_ path: [UInt8], _ name: ArraySlice<UInt8>) -> [UInt8] {
        path.isEmpty ? Array(name) : path + slash + name
    }
}
