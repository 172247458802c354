import CLinux
import Glibc

/// A regular file on disk, open for reading by any number of answers at once.
package final class OpenFile: Sendable {
    /// From here on the disk may take a while to close it: nobody else may know it.
    private static let largeFrom = 1 << 20

    package let raw: Int32
    /// Bytes, as the file stood when it was opened.
    package let count: Int
    /// Seconds since 1970.
    package let modified: Int
    /// Whether its bytes were written just now, so that no disk need be asked for them.
    package let isFresh: Bool

    /// Opens `path`, which must name a regular file.
    package convenience init(path: String) throws(SystemError) {
        let raw = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else { throw SystemError("open") }
        try self.init(Descriptor(owning: raw))
    }

    /// Puts bytes into a file without a name, which is gone when the last holder lets go.
    package convenience init(holding bytes: [UInt8], folder: String = "/tmp") throws(SystemError) {
        let descriptor = try Descriptor(namelessFileIn: folder)
        if let error = descriptor.write(bytes) { throw error }
        try self.init(descriptor, isFresh: true)
    }

    /// Takes over a descriptor that is open for reading.
    package convenience init(_ descriptor: consuming Descriptor) throws(SystemError) {
        try self.init(descriptor, isFresh: false)
    }

    private init(_ descriptor: consuming Descriptor, isFresh: Bool) throws(SystemError) {
        var status = stat()
        guard fstat(descriptor.raw, &status) == 0 else { throw SystemError("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("open", code: EISDIR) }
        self.isFresh = isFresh
        count = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        raw = descriptor.release()
    }

    deinit {
        if count >= Self.largeFrom { DiskThreads.close(raw) } else { _ = Glibc.close(raw) }
    }

    /// Whether sending these bytes would likely wait for the disk: the kernel reads ahead, so the ends tell of what lies between.
    package func isCold(_ range: Range<Int>) -> Bool {
        guard let last = range.last else { return false }
        return downbeat_is_cold(raw, Int64(range.lowerBound)) != 0 || downbeat_is_cold(raw, Int64(last)) != 0
    }

    /// Stands beside another holder of a file that is open for reading.
    package convenience init(sharing raw: Int32) throws(SystemError) {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError("dup") }
        try self.init(Descriptor(owning: copy))
    }

    /// The whole content, for files known to be small.
    package func readAll() throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let taken = bytes.withUnsafeMutableBytes { pread(raw, $0.baseAddress! + done, count - done, off_t(done)) }
            guard taken > 0 else { throw SystemError("read", code: taken == 0 ? EIO : errno) }
            done += taken
        }
        return bytes
    }
}
