import CZlib

/// Deflates messages for permessage-deflate (RFC 7692 section 7.2.1), without context takeover.
///
/// One per event loop and window size: it keeps zlib's state (some 256 KiB) and resets it for each message.
package final class Deflater {
    private static let scratchSize = 16 * 1024
    /// zlib's default: a larger value buys little on messages of a few kilobytes.
    private static let memoryLevel: CInt = 8
    private static let tailLength = 4

    /// The base-2 logarithm of the window, which the client must agree to inflate.
    package let windowBits: Int
    // zlib's state points back at the z_stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutablePointer<UInt8>

    /// A window of 9...15 bits; zlib writes no raw stream with fewer.
    package init(windowBits: Int = 15, level: Int = 6) {
        precondition((9...15).contains(windowBits))
        self.windowBits = windowBits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        scratch = .allocate(capacity: Self.scratchSize)
        let status = downbeat_deflate_init(stream, CInt(level), CInt(-windowBits), Self.memoryLevel)
        precondition(status == Z_OK, "zlib found no memory, or no such level")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        scratch.deallocate()
    }

    /// The payload of a compressed message: a sync flush without its tail. An empty message becomes one zero byte.
    package func deflate(_ input: Span<UInt8>) -> [UInt8] {
        deflateReset(stream)
        var output: [UInt8] = []
        input.withUnsafeBufferPointer { bytes in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = uInt(bytes.count)
            repeat {
                stream.pointee.next_out = scratch
                stream.pointee.avail_out = uInt(Self.scratchSize)
                let status = CZlib.deflate(stream, Z_SYNC_FLUSH)
                precondition(status == Z_OK || status == Z_BUF_ERROR, "a fresh stream deflates anything")
                let produced = Self.scratchSize - Int(stream.pointee.avail_out)
                output.append(contentsOf: UnsafeBufferPointer(start: scratch, count: produced))
            } while stream.pointee.avail_out == 0
        }
        output.removeLast(Self.tailLength)
        return output
    }
}
