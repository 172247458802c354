import CLinux
import Glibc
package import System

/// A regular file that one worker at a time reads or has written.
package final class WorkerFile: Sendable {
    /// The bytes that must be free: a full disk may have a few pages left that other files have released.
    private static let room = 1 << 20

    private let descriptor: Descriptor
    /// What is there of a file that still comes; nil if all of it is.
    package let arrival: Arrival?

    package var raw: Int32 { descriptor.raw }

    /// The current size in bytes.
    package var size: Int {
        var status = stat()
        return fstat(raw, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The current status; nil when fstat fails.
    var status: stat? {
        var status = stat()
        return fstat(raw, &status) == 0 ? status : nil
    }

    /// The file's first bytes, fewer if it is shorter. Blocks on the disk.
    package func start(atMost most: Int) throws(SystemError) -> [UInt8] { try bytes(0..<min(size, most)) }

    /// Some bytes of the file, fewer if it ends before. Blocks on the disk.
    package func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes {
                pread(raw, $0.baseAddress! + count, $0.count - count, off_t(range.lowerBound + count))
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else { throw SystemError("read") }
            guard read > 0 else { break }
            count += read
        }
        return Array(bytes[..<count])
    }

    /// Whether the disk of the file is full. The check may grow the file.
    package var hasNoRoom: Bool { [ENOSPC, EDQUOT].contains(posix_fallocate(raw, off_t(size), off_t(Self.room))) }

    /// Opens a file for reading; throws one sentence if it is not a regular file. Does not block on a named pipe.
    convenience init(reading path: String) throws(WorkerFailure) {
        try self.init(reading: Array(path.utf8))
    }

    /// Opens a file by the bytes of its path, which must not contain NUL: a path on Linux may not be valid UTF-8.
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

    /// Takes over a descriptor that is open for reading; throws if it is not a regular file.
    convenience init(_ descriptor: consuming Descriptor, _ arrival: Arrival? = nil) throws(WorkerFailure) {
        var status = stat()
        guard fstat(descriptor.raw, &status) == 0 else { throw .unreadable("cannot be read (\(SystemError.text(of: errno)))") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self.init(owning: descriptor, arrival)
        case S_IFDIR: throw .unreadable("is a folder, not a file")
        case S_IFIFO: throw .unreadable("is a named pipe, not a file")
        case S_IFSOCK: throw .unreadable("is a socket, not a file")
        default: throw .unreadable("is a device, not a file")
        }
    }

    /// Opens a file by duplicating a descriptor; the caller keeps its own.
    package convenience init(sharing raw: Int32, _ arrival: Arrival? = nil) throws(WorkerFailure) {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .couldNotStart(code: errno) }
        try self.init(Descriptor(owning: copy), arrival)
    }

    /// Makes an unnamed file for a worker to write.
    package convenience init(namelessIn folder: String) throws(WorkerFailure) {
        do {
            self.init(owning: try Descriptor(namelessFileIn: folder))
        } catch {
            throw .couldNotStart(code: error.code)
        }
    }

    private init(owning descriptor: consuming Descriptor, _ arrival: Arrival? = nil) {
        self.descriptor = descriptor
        self.arrival = arrival
    }
}
