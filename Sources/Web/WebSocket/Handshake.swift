/// The server's half of the opening handshake (RFC 6455 section 4.2).
package enum Handshake {
    private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let keyLength = 16

    /// The value of Sec-WebSocket-Accept that answers a Sec-WebSocket-Key.
    package static func accept(key: String) -> String {
        Base64.encode(SHA1.digest(Array((key + identifier).utf8)))
    }

    /// Whether a Sec-WebSocket-Key is 16 bytes in base64.
    package static func isValid(key: String) -> Bool {
        Base64.decode(key)?.count == keyLength
    }

    /// The client's most preferred subprotocol that the server supports. Each offered value is one name or a comma-separated list.
    package static func choose(offered: [String], supported: [String]) -> String? {
        for value in offered {
            for name in value.utf8.split(separator: UInt8(ascii: ",")) {
                guard let wanted = String(trim(name)), !wanted.isEmpty, supported.contains(wanted) else { continue }
                return wanted
            }
        }
        return nil
    }

    private static func trim(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var trimmed = text.drop(while: isBlank)
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return trimmed
    }
}
