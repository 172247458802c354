import Glibc

/// What is found by reading that never waits.
package enum Reading: Equatable, Sendable {
    case bytes([UInt8])
    /// A writer is there, and nothing has come.
    case nothing
    /// Nobody writes, and nothing is left.
    case noWriter

    /// Reads `most` bytes at most from a descriptor that does not block.
    package init(of raw: Int32, most: Int) {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            count = Glibc.read(raw, buffer.baseAddress, most)
            filled = max(0, count)
        }
        if count > 0 {
            self = .bytes(bytes)
        } else {
            self = count < 0 && [EAGAIN, EINTR].contains(errno) ? .nothing : .noWriter
        }
    }

    /// How many bytes a descriptor could give at once.
    package static func waiting(in raw: Int32) -> Int {
        var count: Int32 = 0
        return raw >= 0 && ioctl(raw, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}
