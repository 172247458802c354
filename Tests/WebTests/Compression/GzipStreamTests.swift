import CZlib
import Testing

@testable import Web

@Suite("gzip in pieces")
struct GzipStreamTests {
    @Test("any split of the bytes unpacks to the same, and is about as small as in one piece")
    func splits() throws {
        var numbers = SeededGenerator(seed: 5)
        let bytes = (0..<200_000).map { _ in UInt8.random(in: 48...57, using: &numbers) }
        let whole = Gzip.compress(bytes, level: 6)
        for size in [1_000, 65_536, 199_999, 300_000] {
            var stream = GzipStream()
            var packed: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let end = min(start + size, bytes.count)
                packed += stream.write(Array(bytes[start..<end]), isLast: end == bytes.count)
            }
            #expect(try unpacked(packed, count: bytes.count) == bytes, "pieces of \(size)")
            #expect(packed.count < whole.count * 11 / 10)
        }
    }

    private func unpacked(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
        var stream = z_stream()
        #expect(downbeat_inflate_init(&stream, MAX_WBITS + 16) == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: count + 1) { output, filled in
                (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
                #expect(inflate(&stream, Z_FINISH) == Z_STREAM_END)
                filled = count + 1 - Int(stream.avail_out)
            }
        }
    }
}
