import CLinux
import Glibc
import System

/// Visits each folder below a root once: real folders first, then those behind links.
///
/// Names are bytes. Paths are relative to the root, whose own path is empty.
struct FolderWalk {
    /// Depth limit: each level holds a descriptor while the levels below it are visited. Music lies ten levels deep, not a
    /// hundred.
    private static let deepest = 100
    /// A longer path cannot be opened by name later (PATH_MAX, with its NUL).
    private static let longestPath = 4095

    /// A folder or a link that could not be read: nothing is known of what is below it.
    struct Unread: Equatable {
        let path: [UInt8]
        /// The kernel's error code.
        let code: Int32
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

    /// Visits the folder at `start` and all below it. `enter` is called before a folder is read; if it returns false, the folder
    /// is skipped. `visit` gets a folder's files and links to files, without skipped names. `behind` is called before the walk
    /// follows a link to a folder.
    mutating func run(
        from start: [UInt8] = [], behind: ([UInt8]) throws -> Void, enter: ([UInt8]) throws -> Bool,
        visit: (borrowing FolderListing, [UInt8], [FolderListing.Entry]) throws -> Void
    ) rethrows {
        links = [start]
        // The list grows during the loop: folders behind links may contain links.
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
            // A folder that vanished meanwhile is gone; where a walk starts, it must exist.
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

    /// Whether a link leads to a file; queues the target if it is a folder.
    private mutating func leadsToFile(
        _ entry: FolderListing.Entry, in listing: borrowing FolderListing, _ path: [UInt8]
    ) -> Bool {
        do {
            let mode = try listing.status(of: entry).st_mode & S_IFMT
            if mode == S_IFDIR { links.append(Self.join(path, entry.name)) }
            return mode == S_IFREG
        } catch {
            // It may lead to an unmounted disk, whose files do not count as deleted.
            note(Self.join(path, entry.name), error.code)
            return false
        }
    }

    private static let slash: [UInt8] = [UInt8(ascii: "/")]

    static func join(_ path: [UInt8], _ name: ArraySlice<UInt8>) -> [UInt8] {
        path.isEmpty ? Array(name) : path + slash + name
    }
}
