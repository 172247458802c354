import CLinux
import Glibc

/// A regular file on disk, open for reading by any number of answers at once.
package final class OpenFile: Sendable {
    package let raw: Int32
    /// The size in bytes when the file was opened.
    package let count: Int
    /// Seconds since 1970.
    package let modified: Int
    private let disk: Disk

    /// Opens `path`, which must name a regular file.
    package convenience init(path: String) throws(SystemError) {
        try self.init(Self.open(path))
    }

    private static func open(_ path: String) throws(SystemError) -> Descriptor {
        let raw = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else { throw SystemError("open") }
        return Descriptor(owning: raw)
    }

    /// Writes bytes to an unnamed file, which the kernel removes with the last reference.
    package convenience init(holding bytes: [UInt8], folder: String = "/tmp") throws(SystemError) {
        let descriptor = try Descriptor(namelessFileIn: folder)
        if let error = descriptor.write(bytes) { throw error }
        try self.init(descriptor, on: .memory)
    }

    /// Takes over a descriptor that is open for reading.
    package convenience init(_ descriptor: consuming Descriptor) throws(SystemError) {
        try self.init(descriptor, on: .real)
    }

    package init(_ descriptor: consuming Descriptor, on disk: Disk) throws(SystemError) {
        let status = try Self.status(of: descriptor)
        self.disk = disk
        count = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        raw = descriptor.release()
    }

    deinit {
        // The last reference may be on a loop, which must not block.
        DiskThreads.close(raw)
    }

    /// Whether sending these bytes might block on the disk.
    package func isCold(_ range: Range<Int>) -> Bool { disk.isCold(raw, range) }

    /// Reads these bytes, blocking: never call it on a loop. Nil when it cannot read them all.
    package func read(_ range: Range<Int>) -> [UInt8]? { disk.read(raw, range) }

    /// Stands beside another holder of a file that is open for reading.
    package convenience init(sharing raw: Int32) throws(SystemError) {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError("dup") }
        try self.init(Descriptor(owning: copy))
    }

    private static func status(of descriptor: borrowing Descriptor) throws(SystemError) -> stat {
        var status = stat()
        guard fstat(descriptor.raw, &status) == 0 else { throw SystemError("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("open", code: EISDIR) }
        return status
    }

    /// Reads a whole file, waiting for the disk, and closes it before it returns: who reads many needs one descriptor. Nil if it is
    /// longer than `longest`.
    package static func contents(of path: String, upTo longest: Int) throws(SystemError) -> [UInt8]? {
        let descriptor = try open(path)
        let count = Int(try status(of: descriptor).st_size)
        return count <= longest ? try Disk.bytes(of: descriptor.raw, 0..<count) : nil
    }

    /// The whole content, for files known to be small.
    package func readAll() throws(SystemError) -> [UInt8] { try Disk.bytes(of: raw, 0..<count) }
}

extension stat {
    /// Nanoseconds since 1970; the last that fits where a file claims to be of another millennium.
    package var modified: Int64 {
        let (seconds, overflows) = Int64(st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return st_mtim.tv_sec < 0 ? .min : .max }
        let (sum, overflowsToo) = seconds.addingReportingOverflow(Int64(st_mtim.tv_nsec))
        return overflowsToo ? .max : sum
    }
}
