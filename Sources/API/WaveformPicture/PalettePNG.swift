import CZlib
import Music

/// Writes PNG files (W3C's PNG, third edition) of up to 256 colours.
enum PalettePNG {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let bitDepth: UInt8 = 8
    private static let paletteColours: UInt8 = 3
    private static let filterUp: UInt8 = 2

    /// `indices` are the palette indices of the pixels, row by row; a palette entry is red, green, blue and opacity.
    static func bytes(width: Int, height: Int, indices: [UInt8], palette: [SIMD4<UInt8>]) -> [UInt8] {
        precondition(indices.count == width * height && 1...256 ~= palette.count)
        // Each row is encoded as its difference to the row above, which is almost zero in a picture of columns.
        var lines: [UInt8] = []
        lines.reserveCapacity((width + 1) * height)
        for row in 0..<height {
            lines.append(filterUp)
            for index in row * width..<(row + 1) * width {
                lines.append(row == 0 ? indices[index] : indices[index] &- indices[index - width])
            }
        }
        let header = number(width) + number(height) + [bitDepth, paletteColours, 0, 0, 0]
        var file = signature + chunk("IHDR", header) + chunk("PLTE", palette.flatMap { [$0.x, $0.y, $0.z] })
        if palette.contains(where: { $0.w < 255 }) { file += chunk("tRNS", palette.map(\.w)) }
        return file + chunk("IDAT", packed(lines)) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return number(content.count) + body + number(Int(Checksum.of(body.span)))
    }

    /// Four bytes, big-endian.
    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, filled in
            let status = compress2(buffer.baseAddress, &length, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
            precondition(status == Z_OK, "zlib packs anything into what it asked for")
            filled = Int(length)
        }
    }
}
