import CLinux
import Glibc
import System

/// The files that the server keeps for itself: no path of music may lead to them, be it by a link, a hard link or a mount.
///
/// They are what lies in the data folder itself and below the folders that the server makes there. Music that people put into a
/// folder of their own within the data folder is music.
struct OwnFiles: Sendable {
    private struct Place: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ status: stat) {
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }

        /// What lies at a path, behind a link if it is one; nil where nothing does.
        init?(_ path: [UInt8]) {
            var status = stat()
            guard stat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 else { return nil }
            self.init(status)
        }
    }

    /// Folders whose files are the server's, but not what lies in folders below them.
    private let shallow: Set<Place>
    /// Folders that are the server's with all below them.
    private let deep: Set<Place>
    /// Where the paths of `shallow` are.
    private let listed: [[UInt8]]
    /// The token and the viewers' key, which may be links to another folder's files.
    private let secrets: [[UInt8]]

    init(_ data: DataFolder) {
        listed = [Array(data.path.utf8), Array(data.backups.utf8)]
        shallow = Set(listed.prefix(1).compactMap(Place.init))
        deep = Set(
            [data.analysis, data.art, data.streams, data.spool, data.backups, data.crashes].compactMap {
                Place(Array($0.utf8))
            })
        secrets = ["/token", "/viewer-key"].map { Array((data.path + $0).utf8) }
    }

    /// Whether an open file is one of them. What cannot be told counts as theirs.
    func contain(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let path = Self.path(of: descriptor) else { return true }
        let place = Place(status)
        if secrets.contains(where: { Place($0) == place }) || liesWithin(path) { return true }
        // A file with one name was reached by that; another name of one of ours is a hard link.
        return status.st_nlink > 1 && listed.contains { Self.names(place, in: $0) }
    }

    /// Walks up from a file to the root.
    private func liesWithin(_ path: [UInt8]) -> Bool {
        var folder = path[...]
        var isParent = true
        while let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
            folder = folder[..<slash]
            if let place = Place(folder.isEmpty ? [UInt8(ascii: "/")] : Array(folder)) {
                if deep.contains(place) || isParent && shallow.contains(place) { return true }
            }
            isParent = false
        }
        return false
    }

    /// Whether a folder has this file under one of its names.
    private static func names(_ place: Place, in folder: [UInt8]) -> Bool {
        do {
            let listing = try FolderListing(folder)
            for entry in try listing.entries() where entry.kind != .folder {
                if let status = try? listing.status(of: entry), Place(status) == place { return true }
            }
            return false
        } catch {
            // A folder that is not there names nothing; one that cannot be read may.
            return error.code != ENOENT
        }
    }

    /// The path by which the kernel knows an open file, free of links.
    fileprivate static func path(of descriptor: Int32) -> [UInt8]? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return bytes[..<count].map { UInt8(bitPattern: $0) }
    }
}

/// What the kernel shows as files: its processes, its settings and devices. They are regular files by name and never music; reading
/// some of them has effects, and others have no end.
enum KernelFiles {
    /// Numbers of file systems (linux/magic.h): proc, sysfs, debugfs, tracefs, securityfs, cgroup and its second version.
    private static let kinds: Set<UInt64> = [0x9FA0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0x27_E0EB, 0x6367_7270]
    /// Devices lie in memory, as much else does.
    private static let folders = ["/proc/", "/sys/", "/dev/"].map { Array($0.utf8) }

    /// Whether an open file or folder is one of them. What cannot be told counts as theirs.
    static func contain(_ descriptor: Int32) -> Bool {
        let kind = downbeat_file_system(descriptor)
        guard kind != 0, let path = OwnFiles.path(of: descriptor) else { return true }
        return kinds.contains(kind) || folders.contains { path.starts(with: $0) || path + [0x2F] == $0 }
    }
}
