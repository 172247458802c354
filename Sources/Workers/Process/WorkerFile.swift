import CLinux
import Glibc
import System

/// A regular file that one worker at a time reads, or wrote.
package final class WorkerFile: Sendable {
    /// A disk that is full for one file may have a few pages left, which others let go of.
    private static let room = 1 << 20

    private let descriptor: Descriptor

    package var raw: Int32 { descriptor.raw }

    /// Bytes, as the file stands now.
    package var size: Int {
        var status = stat()
        return fstat(raw, &status) == 0 ? Int(status.st_size) : 0
    }

    /// How the file stands now; nil where the kernel does not say.
    var status: stat? {
        var status = stat()
        return fstat(raw, &status) == 0 ? status : nil
    }

    /// Whether the disk it lies on has no room for it to grow. It may have grown by this.
    var hasNoRoom: Bool { [ENOSPC, EDQUOT].contains(posix_fallocate(raw, off_t(size), off_t(Self.room))) }

    /// Opens a file for reading, and says in one sentence what else it is if it is none. Waits for no pipe's other end.
    convenience init(reading path: String) throws(WorkerFailure) {
        try self.init(reading: Array(path.utf8))
    }

    /// Opens a file by the bytes of its path, which need be no text, as Linux has it; none of them is NUL.
    package convenience init(reading path: [UInt8]) throws(WorkerFailure) {
        let raw = (path + [0]).withUnsafeBytes {
            open($0.bindMemory(to: CChar.self).baseAddress!, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        }
        guard raw >= 0 else {
            if SystemError.shortages.contains(errno) { throw .couldNotStart(code: errno) }
            // A socket and a device without a driver cannot even be opened.
            if errno == ENXIO { throw .unreadable("is a socket or a device, not a file") }
            throw .unreadable("cannot be opened (\(SystemError.text(of: errno)))")
        }
        try self.init(Descriptor(owning: raw))
    }

    /// Takes over a descriptor of a regular file that is open for reading.
    convenience init(_ descriptor: consuming Descriptor) throws(WorkerFailure) {
        var status = stat()
        guard fstat(descriptor.raw, &status) == 0 else { throw .unreadable("cannot be read (\(SystemError.text(of: errno)))") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self.init(owning: descriptor)
        case S_IFDIR: throw .unreadable("is a folder, not a file")
        case S_IFIFO: throw .unreadable("is a named pipe, not a file")
        case S_IFSOCK: throw .unreadable("is a socket, not a file")
        default: throw .unreadable("is a device, not a file")
        }
    }

    /// Stands beside another holder of an open file.
    package convenience init(sharing raw: Int32) throws(WorkerFailure) {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .couldNotStart(code: errno) }
        try self.init(Descriptor(owning: copy))
    }

    /// Makes a file without a name, for a worker to write.
    package convenience init(namelessIn folder: String) throws(WorkerFailure) {
        do {
            self.init(owning: try Descriptor(namelessFileIn: folder))
        } catch {
            throw .couldNotStart(code: error.code)
        }
    }

    private init(owning descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }
}
