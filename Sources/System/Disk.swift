import CLinux
import Glibc

/// The disk under a file: tells which bytes are in the page cache, and reads the others. Tests replace it with a slow one.
package struct Disk: Sendable {
    /// At most half of the kernel's read-ahead, so that no part of a file that was read in one go is missed.
    private static let step = 64 << 10

    /// Whether reading these bytes might block.
    package let isCold: @Sendable (Int32, Range<Int>) -> Bool
    /// Reads bytes, blocking; nil when it cannot read them all.
    package let read: @Sendable (Int32, Range<Int>) -> [UInt8]?

    package init(
        isCold: @escaping @Sendable (Int32, Range<Int>) -> Bool, read: @escaping @Sendable (Int32, Range<Int>) -> [UInt8]?
    ) {
        self.isCold = isCold
        self.read = read
    }

    /// Asks the kernel.
    package static let real = Disk { raw, range in
        guard let last = range.last else { return false }
        return stride(from: range.lowerBound, to: last, by: step).contains { downbeat_is_cold(raw, Int64($0)) != 0 }
            || downbeat_is_cold(raw, Int64(last)) != 0
    } read: { raw, range in
        try? bytes(of: raw, range)
    }

    /// Reads all of these bytes of an open file, blocking.
    static func bytes(of raw: Int32, _ range: Range<Int>) throws(SystemError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let taken = pread(raw, buffer.baseAddress! + count, range.count - count, off_t(range.lowerBound + count))
                if taken < 0 && errno == EINTR { continue }
                code = taken == 0 ? EIO : errno
                guard taken > 0 else { break }
                count += taken
            }
        }
        guard bytes.count == range.count else { throw SystemError("read", code: code) }
        return bytes
    }

    /// For files that were written just now.
    package static let memory = Disk(isCold: { _, _ in false }, read: real.read)
}
