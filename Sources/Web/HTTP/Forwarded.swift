/// The X-Forwarded fields, in which a reverse proxy describes the original request.
///
/// Proxies append to these lists, and a client can forge earlier elements. Only the last element was written by the
/// proxy that talks to us, so only that one is trusted; and the one before if the last names another trusted proxy, which wrote it.
/// An invalid value is ignored.
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
    package init(
        _ fields: HeaderFields, fromTrustedProxy isTrusted: Bool, trusts: (PeerAddress.Host) -> Bool = { _ in false }
    ) {
        guard isTrusted else { return }
        client = Self.client(fields, trusts)
        host = Self.last(fields, "x-forwarded-host").flatMap { Authority($0) == nil ? nil : $0 }
        scheme = Self.last(fields, "x-forwarded-proto").map { $0.lowercased() }.flatMap {
            $0 == "http" || $0 == "https" ? $0 : nil
        }
        // The second is Home Assistant's name for it.
        let removed = Self.last(fields, "x-forwarded-prefix") ?? Self.last(fields, "x-ingress-path")
        prefix = removed.flatMap(Self.cleanPrefix) ?? ""
    }

    /// The nearest address that is no trusted proxy's, or the farthest of those.
    private static func client(_ fields: HeaderFields, _ trusts: (PeerAddress.Host) -> Bool) -> String? {
        var nearest: String?
        for element in fields.values(of: "x-forwarded-for").flatMap(elements).reversed() {
            guard let client = address(element), let host = PeerAddress.Host(text: client) else { break }
            nearest = client
            if !trusts(host) { break }
        }
        return nearest
    }

    private static func last(_ fields: HeaderFields, _ name: String) -> String? {
        fields.values(of: name).last.flatMap { elements($0).last }
    }

    /// An empty list has one empty element, which is no value.
    private static func elements(_ list: String) -> [String] {
        let bytes = Array(list.utf8)
        var cursor = 0
        var elements: [String] = []
        while let element = bytes.span.listElement(from: &cursor, to: bytes.count) { elements.append(bytes.span.text(element)) }
        return elements.isEmpty ? [""] : elements
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
