import CLinux
import Glibc
import System

/// The server's own files: they must not be opened as music, whether by a symbolic link, a hard link or a mount.
///
/// They are the files in the data folder itself and below the server's folders in it. In other folders below the data folder,
/// people may keep music.
struct OwnFiles: Sendable {
    private struct Place: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ status: stat) {
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }

        /// The file at a path, following links; nil if there is none.
        init?(_ path: [UInt8]) {
            var status = stat()
            guard stat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 else { return nil }
            self.init(status)
        }
    }

    /// Folders whose files are the server's, but not those of their subfolders.
    private let shallow: Set<Place>
    /// Folders that are the server's with all below them.
    private let deep: Set<Place>
    /// The folders that are searched for other names of a hard-linked file.
    private let listed: [[UInt8]]
    /// The token, the viewers' key and the logins of music servers, which may be links to files in another folder.
    private let secrets: [[UInt8]]

    init(_ data: DataFolder) {
        listed = [Array(data.path.utf8), Array(data.backups.utf8)]
        shallow = Set(listed.prefix(1).compactMap(Place.init))
        deep = Set(
            [
                data.analysis, data.art, data.streams, data.clicks, data.spool, data.recordings, data.backups, data.crashes,
                data.certificatesPath,
            ].compactMap { Place(Array($0.utf8)) })
        secrets = ["/token", "/viewer-key", "/servers.json"].map { Array((data.path + $0).utf8) }
    }

    /// Whether an open file is one of them; true if that cannot be determined.
    func contain(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let path = Self.path(of: descriptor) else { return true }
        let place = Place(status)
        if secrets.contains(where: { Place($0) == place }) || liesWithin(path) { return true }
        // The path check covers a file with one name. One with more may be a hard link to ours.
        return status.st_nlink > 1 && listed.contains { Self.names(place, in: $0) }
    }

    /// Whether a folder above the file is the server's: walks up to the root.
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

    /// Whether a folder lists this file under any name.
    private static func names(_ place: Place, in folder: [UInt8]) -> Bool {
        do {
            let listing = try FolderListing(folder)
            for entry in try listing.entries() where entry.kind != .folder {
                if let status = try? listing.status(of: entry), Place(status) == place { return true }
            }
            return false
        } catch {
            // A missing folder lists nothing; an unreadable one may list it.
            return error.code != ENOENT
        }
    }

    /// The kernel's path of an open file, with all links resolved.
    static func path(of descriptor: Int32) -> [UInt8]? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return bytes[..<count].map { UInt8(bitPattern: $0) }
    }
}

/// Files through which the kernel shows its processes, settings and devices. They look like regular files but are never music:
/// reading some of them has side effects, and others have no end.
enum KernelFiles {
    /// Magic numbers of file systems (linux/magic.h): proc, sysfs, debugfs, tracefs, securityfs, cgroup and cgroup2.
    private static let kinds: Set<UInt64> = [0x9FA0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0x27_E0EB, 0x6367_7270]
    /// By path: /dev is a file system in memory, as many others are.
    private static let folders = ["/proc/", "/sys/", "/dev/"].map { Array($0.utf8) }

    /// Whether an open file or folder is one of them; true if that cannot be determined.
    static func contain(_ descriptor: Int32) -> Bool {
        let kind = downbeat_file_system(descriptor)
        guard kind != 0, let path = OwnFiles.path(of: descriptor) else { return true }
        return kinds.contains(kind) || folders.contains { path.starts(with: $0) || path + [0x2F] == $0 }
    }
}
