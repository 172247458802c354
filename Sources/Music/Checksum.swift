/// CRC-32 as zlib and Python's `zlib.crc32` compute it, updated block by block.
package struct Checksum: Sendable {
    private var register: UInt32 = 0xffff_ffff

    package init() {}

    package var value: UInt32 { ~register }

    package mutating func add(_ bytes: Span<UInt8>) {
        var crc = register
        var index = 0
        // Eight bytes at a time by eight tables ("slicing by 8"), about ten times as fast as byte by byte.
        while index + 8 <= bytes.count {
            let low =
                crc
                ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3])
                    << 24)
            crc =
                Self.entry(7, low) ^ Self.entry(6, low >> 8) ^ Self.entry(5, low >> 16) ^ Self.entry(4, low >> 24)
                ^ Self.entry(3, UInt32(bytes[index + 4])) ^ Self.entry(2, UInt32(bytes[index + 5]))
                ^ Self.entry(1, UInt32(bytes[index + 6])) ^ Self.entry(0, UInt32(bytes[index + 7]))
            index += 8
        }
        while index < bytes.count {
            crc = Self.entry(0, crc ^ UInt32(bytes[index])) ^ crc >> 8
            index += 1
        }
        register = crc
    }

    package static func of(_ bytes: Span<UInt8>) -> UInt32 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    private static func entry(_ table: Int, _ byte: UInt32) -> UInt32 { tables[table << 8 | Int(byte & 0xff)] }

    /// Table k holds the change of the register by a byte that k zero bytes follow.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
            tables[byte] = value
        }
        for slot in 256..<8 * 256 {
            let shorter = tables[slot - 256]
            tables[slot] = tables[Int(shorter & 0xff)] ^ shorter >> 8
        }
        return tables
    }()
}
