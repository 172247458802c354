/// One way to corrupt a file.
enum HostileMutation: String, CaseIterable, Sendable {
    case flips, noise, truncation, swap, repetition, gap, lies, zeros, splice, tail, insertion

    /// Half of the changes are in the first bytes, which decoders read first.
    private static let headLength = 4096
    /// Lengths, counts and offsets that make arithmetic overflow or memory run out.
    private static let untruths: [UInt32] = [
        0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x10000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, .max,
    ]

    /// The corrupted bytes; `other` is a file of another format.
    func applied(to bytes: [UInt8], other: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        guard bytes.count > 16 else { return bytes }
        var bytes = bytes
        let piece = Self.piece(of: bytes, using: &random)
        switch self {
        case .flips:
            for _ in 0..<Int.random(in: 1...200, using: &random) {
                bytes[Self.place(in: bytes, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        case .noise:
            for index in piece { bytes[index] = UInt8.random(in: 0...255, using: &random) }
        case .truncation: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        case .swap:
            let length = min(piece.count, bytes.count / 2)
            let first = Int.random(in: 0...bytes.count - 2 * length, using: &random)
            let second = Int.random(in: first + length...bytes.count - length, using: &random)
            for index in 0..<length { bytes.swapAt(first + index, second + index) }
        case .repetition: bytes.insert(contentsOf: bytes[piece], at: Self.place(in: bytes, using: &random))
        case .gap: bytes.removeSubrange(piece)
        case .lies:
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.lie(in: &bytes, using: &random) }
        case .zeros:
            for index in piece { bytes[index] = 0 }
        case .splice: bytes.replaceSubrange(piece, with: other[Self.piece(of: other, using: &random)])
        case .tail:
            bytes.removeLast(bytes.count - min(bytes.count, Int.random(in: 4...256, using: &random)))
            bytes += random.bytes(Int.random(in: 1...20_000, using: &random))
        case .insertion:
            bytes.insert(
                contentsOf: random.bytes(Int.random(in: 1...64, using: &random)), at: Self.place(in: bytes, using: &random))
        }
        return bytes
    }

    /// Writes a wrong number of random width and byte order at a random offset.
    private static func lie(in bytes: inout [UInt8], using random: inout SeededGenerator) {
        let value = untruths[Int.random(in: untruths.indices, using: &random)]
        let width = [1, 2, 4][Int.random(in: 0..<3, using: &random)]
        let start = min(place(in: bytes, using: &random), bytes.count - width)
        let isBigEndian = Bool.random(using: &random)
        for index in 0..<width {
            let shift = UInt32(8 * (isBigEndian ? width - 1 - index : index))
            bytes[start + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    private static func place(in bytes: [UInt8], using random: inout SeededGenerator) -> Int {
        Int.random(in: 0..<(Bool.random(using: &random) ? min(headLength, bytes.count) : bytes.count), using: &random)
    }

    private static func piece(of bytes: [UInt8], using random: inout SeededGenerator) -> Range<Int> {
        let start = place(in: bytes, using: &random)
        let longest = min(bytes.count - start, max(1, bytes.count / 3))
        return start..<start + Int.random(in: 1...longest, using: &random)
    }
}
