import CZlib

/// gzip (RFC 1952) for files that are compressed once and served many times.
package enum Gzip {
    /// zlib's code for a gzip wrapper around a 15-bit window.
    private static let windowBits = MAX_WBITS + 16
    /// zlib's largest value: each file is compressed only once.
    private static let memoryLevel: CInt = 9

    /// The gzip form. zlib writes neither name nor time into the header, so the same bytes always give the same result.
    package static func compress(_ bytes: [UInt8], level: Int = 9) -> [UInt8] {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let status = downbeat_deflate_init(stream, CInt(level), windowBits, memoryLevel)
        precondition(status == Z_OK, "zlib found no memory, or no such level")
        defer { deflateEnd(stream) }
        let bound = Int(deflateBound(stream, uLong(bytes.count)))
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = uInt(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = uInt(output.count)
                let status = deflate(stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "deflateBound is enough for one call")
                count = Int(stream.pointee.total_out)
            }
        }
    }
}
