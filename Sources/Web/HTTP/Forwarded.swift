/// The X-Forwarded fields, in which a reverse proxy describes the original request.
///
/// Proxies append to these lists, and a client can forge earlier elements. Only the last element was written by the
/// proxy that talks to us, so only that one is trusted. An invalid value is ignored.
package struct Forwarded: Sendable, Equatable {
    /// The address of the client that the proxy saw, without port and brackets.
    package private(set) var client: String?
    /// The host that the client asked for, with or without a port.
    package private(set) var host: String?
    /// `http` or `https`: how the client reached the proxy.
    package private(set) var scheme: String?
    /// The path prefix that the proxy removed, without a slash at its end; empty when there is none.
    package private(set) var prefix = ""

    /// No fields.
    static let none = Forwarded()

    private init() {}

    /// Reads the fields if the peer is a trusted proxy; from anyone else they are ignored.
    package init(_ fields: HeaderFields, fromTrustedProxy isTrusted: Bool) {
        guard isTrusted else { return }
        client = Self.last(fields, "x-forwarded-for").flatMap(Self.address)
        host = Self.last(fields, "x-forwarded-host").flatMap { Authority($0) == nil ? nil : $0 }
        scheme = Self.last(fields, "x-forwarded-proto").map { $0.lowercased() }.flatMap {
            $0 == "http" || $0 == "https" ? $0 : nil
        }
        prefix = Self.last(fields, "x-forwarded-prefix").flatMap(Self.cleanPrefix) ?? ""
    }

    private static func last(_ fields: HeaderFields, _ name: String) -> String? {
        guard let value = fields.values(of: name).last else { return nil }
        let bytes = Array(value.utf8)
        var cursor = 0
        var last: String?
        while let element = bytes.span.listElement(from: &cursor, to: bytes.count) {
            last = bytes.span.text(element)
        }
        return last
    }

    private static func address(_ text: String) -> String? {
        if IPLiteral.isVersion6(text) { return text.lowercased() }
        guard let authority = Authority(text) else { return nil }
        if authority.host.hasPrefix("[") { return String(authority.host.dropFirst().dropLast()) }
        return IPLiteral.isVersion4(authority.host) ? authority.host : nil
    }

    /// Accepts plain paths only: the prefix goes into every link of every page.
    private static func cleanPrefix(_ text: String) -> String? {
        var prefix = text
        while prefix.hasSuffix("/") { prefix.removeLast() }
        guard let target = try? Target(prefix), target.path == prefix, !prefix.utf8.contains(0x3F) else { return nil }
        let parts = target.segments
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { ByteClass.hostName.contains($0) || $0 == 0x7E }
        }
        return isPlain ? prefix : nil
    }
}
