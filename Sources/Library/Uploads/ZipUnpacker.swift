import CZlib
import Glibc
import System
import Workers

/// Unpacks files of an archive one after the other, each to a file of its own, in little memory.
struct ZipUnpacker {
    /// Why a file cannot be unpacked, as the end of a sentence.
    struct Damage: Error, CustomStringConvertible {
        let description: String
    }

    private static let damaged = Damage(description: "is damaged in the archive")
    private static let pieceBytes = 256 << 10

    let archive: OpenFile

    /// Blocks.
    func unpack(_ entry: ZipArchive.Entry, to file: WorkerFile) throws {
        guard let head = bytes(entry.offset, 30), Bytes.number(head, 0, 4) == 0x0403_4B50 else { throw Self.damaged }
        let start = entry.offset + 30 + Bytes.number(head, 26, 2) + Bytes.number(head, 28, 2)
        guard start <= archive.count, entry.packedSize <= archive.count - start else { throw Self.damaged }
        var output = Output(file: file, most: entry.size)
        if entry.isDeflated {
            try inflate(start, entry.packedSize, into: &output)
        } else {
            for piece in pieces(start, entry.packedSize) {
                guard let bytes = bytes(piece.lowerBound, piece.count) else { throw Self.damaged }
                try output.write(bytes)
            }
        }
        guard output.count == entry.size, output.checksum == entry.checksum else { throw Self.damaged }
    }

    private struct Output {
        let file: WorkerFile
        let most: Int
        var count = 0
        var checksum: UInt32 = 0

        mutating func write(_ bytes: [UInt8]) throws {
            guard bytes.count <= most - count else { throw ZipUnpacker.damaged }
            checksum = UInt32(truncatingIfNeeded: crc32(uLong(checksum), bytes, uInt(bytes.count)))
            try NewFile.write(bytes, to: file.raw, at: count)
            count += bytes.count
        }
    }

    private func inflate(_ start: Int, _ length: Int, into output: inout Output) throws {
        // zlib's state points back at the stream, so that must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard downbeat_inflate_init(stream, -MAX_WBITS) == Z_OK else { throw SystemError("unpacking", code: ENOMEM) }
        defer { inflateEnd(stream) }
        var room = [UInt8](repeating: 0, count: Self.pieceBytes)
        for piece in pieces(start, length) {
            guard var input = bytes(piece.lowerBound, piece.count) else { throw Self.damaged }
            var status = Z_OK
            try input.withUnsafeMutableBufferPointer { input in
                (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, uInt(input.count))
                repeat {
                    let made = room.withUnsafeMutableBufferPointer { room in
                        (stream.pointee.next_out, stream.pointee.avail_out) = (room.baseAddress, uInt(room.count))
                        status = CZlib.inflate(stream, Z_NO_FLUSH)
                        return room.count - Int(stream.pointee.avail_out)
                    }
                    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw Self.damaged }
                    try output.write(Array(room[..<made]))
                } while status == Z_OK && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
            }
            if status == Z_STREAM_END { return }
        }
        throw Self.damaged
    }

    private func pieces(_ start: Int, _ length: Int) -> [Range<Int>] {
        stride(from: start, to: start + length, by: Self.pieceBytes).map { $0..<min($0 + Self.pieceBytes, start + length) }
    }

    private func bytes(_ start: Int, _ count: Int) -> [UInt8]? {
        guard start >= 0, count >= 0, start <= archive.count - count else { return nil }
        return archive.read(start..<(start + count))
    }
}
