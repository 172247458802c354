import CZlib

/// gzip (RFC 1952) of a body that is made in pieces; holds zlib's state, some 256 KiB.
package struct GzipStream: ~Copyable {
    private static let windowBits = MAX_WBITS + 16
    private static let memoryLevel: CInt = 8
    private static let scratchSize = 32 << 10

    // zlib's state points back at the z_stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// At level 6, as complete answers are compressed.
    package init(level: Int = 6) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = downbeat_deflate_init(stream, CInt(level), Self.windowBits, Self.memoryLevel)
        precondition(status == Z_OK, "zlib found no memory, or no such level")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// What can be sent after these bytes, which may be nothing yet; with `isLast` the end too, and nothing may follow.
    package mutating func write(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = uInt(input.count)
            repeat {
                let piece = [UInt8](unsafeUninitializedCapacity: Self.scratchSize) { scratch, count in
                    stream.pointee.next_out = scratch.baseAddress
                    stream.pointee.avail_out = uInt(Self.scratchSize)
                    let status = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    precondition(status != Z_STREAM_ERROR, "a stream is written until its end")
                    count = Self.scratchSize - Int(stream.pointee.avail_out)
                }
                output += piece
            } while stream.pointee.avail_out == 0
        }
        return output
    }
}
