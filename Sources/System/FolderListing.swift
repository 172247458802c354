package import CLinux
import Glibc

/// The entries of one folder, as the kernel reports them: names are bytes, and may not be valid UTF-8.
package struct FolderListing: ~Copyable {
    package enum Kind { case file, folder, link, other }

    package struct Entry {
        /// Without a slash, and NUL-terminated for system calls.
        let terminated: [UInt8]
        package let kind: Kind

        package var name: ArraySlice<UInt8> { terminated.dropLast() }
    }

    private let folder: OpaquePointer
    package let device: UInt64
    package let inode: UInt64

    /// Opens a folder by its path relative to another one, or to the working folder. Follows links.
    package init(_ path: [UInt8], in parent: Int32 = AT_FDCWD) throws(ReadProblem) {
        let raw = (path + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                openat(parent, $0.baseAddress!, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
            }
        }
        guard raw >= 0 else { throw ReadProblem(code: errno) }
        var status = stat()
        guard fstat(raw, &status) == 0, let folder = fdopendir(raw) else {
            let code = errno
            close(raw)
            throw ReadProblem(code: code)
        }
        self.folder = folder
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    deinit {
        closedir(folder)
    }

    package var descriptor: Int32 { dirfd(folder) }

    /// All entries except `.` and `..`, sorted by the bytes of their names.
    package func entries() throws(ReadProblem) -> [Entry] {
        var entries: [Entry] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { throw ReadProblem(code: errno) }
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: UInt8.self, capacity: 256) {
                    Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                }
            }
            if name == [0x2E, 0] || name == [0x2E, 0x2E, 0] { continue }
            entries.append(Entry(terminated: name, kind: kind(Int(entry.pointee.d_type), name)))
        }
        entries.sort { $0.terminated.lexicographicallyPrecedes($1.terminated) }
        return entries
    }

    /// The status of an entry, following links.
    package func status(of entry: Entry) throws(ReadProblem) -> stat {
        var status = stat()
        guard call(entry.terminated, { fstatat(descriptor, $0, &status, 0) }) == 0 else { throw ReadProblem(code: errno) }
        return status
    }

    private func kind(_ told: Int, _ name: [UInt8]) -> Kind {
        switch told {
        case 8: return .file  // DT_REG and its like, which Swift cannot see (readdir(3))
        case 4: return .folder
        case 10: return .link
        case 0: break
        default: return .other
        }
        // Some file systems report no type here.
        var status = stat()
        guard call(name, { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        case S_IFLNK: return .link
        default: return .other
        }
    }

    private func call(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        name.withUnsafeBufferPointer { bytes in bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) } }
    }
}

/// The kernel's error when a folder or a file could not be read.
package struct ReadProblem: Error, Equatable {
    package let code: Int32
}
