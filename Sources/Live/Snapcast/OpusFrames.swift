/// Packets of Opus (RFC 6716), which know nothing of their place: they follow each other.
struct OpusFrames: SnapFrames {
    static let name = "Opus"
    /// What a server writes before rate, bits and channels.
    private static let mark: [UInt8] = [0x53, 0x55, 0x50, 0x4F]
    /// Samples of the longest packet, 120 ms (3.2.5).
    private static let longest = 5_760

    /// That of all decoded Opus.
    let rate = 48_000
    /// In Ogg (RFC 7845, 5): nothing is skipped, as the server's own clients skip nothing.
    let heads: [[UInt8]]

    /// Of the head that a server sends; nil if it is none.
    init?(head: [UInt8]) {
        guard head.count >= 12, head.starts(with: Self.mark) else { return nil }
        let channels = Int(head[10]) | Int(head[11]) << 8
        guard 1...2 ~= channels else { return nil }
        let rate: [UInt8] = [0x80, 0xBB, 0, 0]
        heads = [
            Array("OpusHead".utf8) + [1, UInt8(channels), 0, 0] + rate + [0, 0, 0],
            // No name, no words, and padding.
            Array("OpusTags".utf8) + [UInt8](repeating: 0, count: 8 + OggPages.padding),
        ]
    }

    func place(_ packet: [UInt8], after end: Int?) -> Range<Int>? {
        let start = end ?? 0
        return Self.samples(of: packet).map { start..<start + $0 }
    }

    /// The length of a packet by its first bytes (RFC 6716, 3.1 and 3.2); nil if it is none.
    static func samples(of packet: [UInt8]) -> Int? {
        guard let first = packet.first else { return nil }
        let configuration = Int(first >> 3)
        let frame =
            switch configuration {
            case ..<12: [480, 960, 1_920, 2_880][configuration % 4]
            case ..<16: [480, 960][configuration % 2]
            default: [120, 240, 480, 960][configuration % 4]
            }
        let count: Int
        switch first & 3 {
        case 0: count = 1
        case 1, 2: count = 2
        default:
            guard packet.count > 1 else { return nil }
            count = Int(packet[1] & 63)
        }
        return (1...longest).contains(count * frame) ? count * frame : nil
    }
}
