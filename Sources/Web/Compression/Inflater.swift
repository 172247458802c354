import CZlib

/// Inflates the messages of permessage-deflate (RFC 7692 section 7.2.2), without context takeover.
///
/// One per event loop: it keeps zlib's window and a scratch buffer, and resets the window for each message.
package final class Inflater {
    private static let scratchSize = 16 * 1024
    /// The end of a sync flush, which the sender leaves out.
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    // zlib's state points back at the z_stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutablePointer<UInt8>

    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        scratch = .allocate(capacity: Self.scratchSize)
        let status = downbeat_inflate_init(stream, -MAX_WBITS)
        precondition(status == Z_OK, "zlib found no memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        scratch.deallocate()
    }

    /// The inflated message; throws if it is longer than `limit` bytes, or if the input ends inside a deflate block.
    package func inflate(_ input: Span<UInt8>, limit: Int) throws(WebSocketError) -> [UInt8] {
        // Some senders deflate an empty message to no bytes, where RFC 7692 section 7.2.3.6 wants a zero byte.
        guard input.count > 0 else { return [] }
        inflateReset(stream)
        var output: [UInt8] = []
        let hasEnded = try feed(input, into: &output, limit: limit)
        guard !hasEnded else { return output }
        guard try feed(Self.tail.span, into: &output, limit: limit) || isBetweenBlocks else {
            throw .invalidCompression
        }
        return output
    }

    /// Inflates the whole input; true when its last byte ended a final block.
    private func feed(
        _ input: Span<UInt8>, into output: inout [UInt8], limit: Int
    ) throws(WebSocketError) -> Bool {
        try input.withUnsafeBufferPointer { (bytes) throws(WebSocketError) in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
            stream.pointee.avail_in = uInt(bytes.count)
            repeat {
                let status = try step(into: &output, limit: limit)
                if status == Z_STREAM_END {
                    guard stream.pointee.avail_in > 0 else { return true }
                    // After a final block the message may go on with another (RFC 7692 section 7.2.3.4).
                    inflateReset(stream)
                }
            } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
            return false
        }
    }

    private func step(into output: inout [UInt8], limit: Int) throws(WebSocketError) -> CInt {
        stream.pointee.next_out = scratch
        stream.pointee.avail_out = uInt(Self.scratchSize)
        let status = CZlib.inflate(stream, Z_SYNC_FLUSH)
        // Z_BUF_ERROR only says that the last step had used up both the input and the scratch buffer.
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw .invalidCompression }
        let produced = Self.scratchSize - Int(stream.pointee.avail_out)
        guard produced <= limit - output.count else { throw .messageTooBig(limit: limit) }
        output.append(contentsOf: UnsafeBufferPointer(start: scratch, count: produced))
        return status
    }

    /// zlib.h on data_type: bit 128 marks the end of a block, the low six bits count the unused bits.
    private var isBetweenBlocks: Bool { stream.pointee.data_type & (128 | 63) == 128 }
}
