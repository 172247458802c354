import CLinux
import Catalog
import Glibc
import System

/// What lies at the paths of the library.
enum MusicFile {
    /// The whole path of a file.
    static func path(folder: [UInt8], _ path: [UInt8]) -> [UInt8] { folder + [UInt8(ascii: "/")] + path }

    static func stamp(of descriptor: Int32) -> FileStamp? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    }

    /// What lies at a path now; nil where nothing does.
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
}
