/// A host with an optional port, as in the Host field and in origins.
package struct Authority: Sendable, Hashable {
    /// In lower case; an IPv6 address keeps its brackets.
    package let host: String
    package let port: Int?

    /// DNS names have at most 253 bytes, plus brackets and a port.
    private static let mostBytes = 262

    /// Reads `name`, `name:port`, `1.2.3.4:port`, `[::1]:port`; nil for anything else, an empty port included.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let (end, port) = Self.split(bytes.span) else { return nil }
        host = String(decoding: bytes[..<end].map { lowercased($0) }, as: UTF8.self)
        self.port = port
    }

    /// Whether a host in lower case is the machine itself, wherever it is looked up.
    package static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0 < UInt8(ascii: ":") }
    }

    /// Whether `bytes` are a valid authority, without allocating one.
    static func isValid(_ bytes: Span<UInt8>) -> Bool {
        split(bytes) != nil
    }

    /// The end of the host in `bytes`; nil if they are no valid authority.
    static func hostEnd(_ bytes: Span<UInt8>) -> Int? {
        split(bytes)?.hostEnd
    }

    private static func split(_ bytes: Span<UInt8>) -> (hostEnd: Int, port: Int?)? {
        guard bytes.count > 0, bytes.count <= mostBytes else { return nil }
        var end = 0
        if bytes[0] == 0x5B {
            while end < bytes.count, bytes[end] != 0x5D { end += 1 }
            guard end < bytes.count, IPLiteral.isVersion6(bytes.extracting(1..<end)) else { return nil }
            end += 1
        } else {
            while end < bytes.count, ByteClass.hostName.contains(bytes[end]) { end += 1 }
            guard end > 0, bytes[0] != 0x2E else { return nil }
        }
        if end == bytes.count { return (end, nil) }
        guard bytes[end] == 0x3A, let port = bytes.decimal((end + 1)..<bytes.count), port <= 65_535 else { return nil }
        return (end, port)
    }
}
