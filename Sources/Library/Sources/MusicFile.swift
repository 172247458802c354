import CLinux
import Catalog
import Glibc
import System
import Workers

/// Paths and stamps of the library's files.
enum MusicFile {
    /// The full path of a file.
    static func path(folder: [UInt8], _ path: [UInt8]) -> [UInt8] { folder + [UInt8(ascii: "/")] + path }

    static func stamp(of descriptor: Int32) -> FileStamp? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    }

    /// The stamp of the file at a path; nil if there is none.
    static func stamp(folder: [UInt8], _ path: [UInt8]) -> FileStamp? {
        var status = stat()
        let path = Self.path(folder: folder, path).map { CChar(bitPattern: $0) } + [0]
        return stat(path, &status) == 0 ? FileStamp(status) : nil
    }
}

extension FileStamp {
    init(_ status: stat) {
        self.init(
            size: Int64(status.st_size), modified: status.modified, inode: Int64(bitPattern: UInt64(status.st_ino)))
    }

    init(_ file: ProbedFile) {
        self.init(size: file.size, modified: file.modified, inode: Int64(bitPattern: file.inode))
    }
}
