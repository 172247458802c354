import Text

/// What is said to a Snapcast server.
enum SnapQuestion {
    /// Who we are. The server remembers its clients by `id`, in the form of a MAC address, and shows people `host`.
    private struct Hello: Encodable {
        let address: String
        let id: String
        let host: String
        let instance = 1
        let client = "Downbeat"
        let system = "Linux"
        let machine = ""
        let version = "1"
        let protocolVersion = 2

        private enum CodingKeys: String, CodingKey {
            case address = "MAC"
            case id = "ID"
            case host = "HostName"
            case instance = "Instance"
            case client = "ClientName"
            case system = "OS"
            case machine = "Arch"
            case version = "Version"
            case protocolVersion = "SnapStreamProtocolVersion"
        }
    }

    /// The first message of a client.
    static func hello(id: String, host: String, at now: UInt64) -> [UInt8] {
        let text = JSON.bytes(Hello(address: id, id: id, host: host))
        return message(.hello, number(UInt32(clamping: text.count)) + text, at: now)
    }

    /// Asks for the server's time.
    static func time(at now: UInt64) -> [UInt8] { message(.time, [UInt8](repeating: 0, count: 8), at: now) }

    /// An id for what has these names: always the same, marked as given by hand.
    static func id(_ names: [String]) -> String {
        // FNV-1a, of 64 bits.
        let sum = names.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        let digits = String(sum, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        let pairs = stride(from: 0, to: 10, by: 2).map { String(padded.dropFirst($0).prefix(2)) }
        return (["02"] + pairs).joined(separator: ":")
    }

    private static func message(_ kind: SnapKind, _ body: [UInt8], at now: UInt64) -> [UInt8] {
        let (seconds, rest) = now.quotientAndRemainder(dividingBy: 1_000_000)
        let sent = number(UInt32(truncatingIfNeeded: seconds)) + number(UInt32(rest))
        let head = [UInt8(kind.rawValue), 0, 0, 0, 0, 0] + sent + [UInt8](repeating: 0, count: 8)
        return head + number(UInt32(clamping: body.count)) + body
    }

    private static func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * UInt32($0)) & 255) } }
}
