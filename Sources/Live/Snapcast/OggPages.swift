/// Puts packets into Ogg (RFC 3533, 6): they end where they end.
struct OggPages {
    /// The most lengths in a page.
    private static let mostLengths = 255
    /// So much of a stream is looked at before its container is believed, and silence takes few bytes: the heads are as long at least.
    static let padding = 4_096

    private var number: UInt32 = 0

    /// The pages of a packet, whose last sample has this number.
    mutating func pages(of packet: [UInt8], position: Int, isFirst: Bool = false) -> [UInt8] {
        let lengths = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        var (pages, at) = ([UInt8](), 0)
        for start in stride(from: 0, to: lengths.count, by: Self.mostLengths) {
            let part = lengths[start..<min(start + Self.mostLengths, lengths.count)]
            let end = at + part.reduce(0) { $0 + Int($1) }
            let isLast = part.endIndex == lengths.count
            let flags: UInt8 = (start > 0 ? 1 : 0) | (isFirst && start == 0 ? 2 : 0)
            // No packet ends in a page whose position is -1.
            let position = isLast ? UInt64(bitPattern: Int64(position)) : .max
            var page = Array("OggS".utf8) + [0, flags] + bytes(position, 8) + bytes(1, 4) + bytes(UInt64(number), 4) + bytes(0, 4)
            page += [UInt8(part.count)] + part + packet[at..<end]
            page.replaceSubrange(22..<26, with: bytes(UInt64(Self.sum(page)), 4))
            pages += page
            number &+= 1
            at = end
        }
        return pages
    }

    private func bytes(_ value: UInt64, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * UInt64($0)) & 255) } }

    /// The check sum of a page, whose own place for it is empty.
    static func sum(_ page: [UInt8]) -> UInt32 {
        page.reduce(0) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
}
