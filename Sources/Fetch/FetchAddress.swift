import CCurl

/// A checked http or https address. Its description leaves out path and query, which may hold secrets.
package struct FetchAddress: Sendable, Equatable, CustomStringConvertible {
    /// Longer than any server accepts.
    private static let mostBytes = 16_384

    package let text: String
    package let scheme: String
    package let host: String
    package let port: String
    /// Without slashes at its end; empty if there is none.
    package let path: String

    /// Nil unless `text` is an absolute http or https address without a user in it.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes, !text.utf8.contains(0), let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme.lowercased()),
            let host = Self.part(CURLUPART_HOST, of: url), !host.isEmpty,
            let port = Self.part(CURLUPART_PORT, of: url), Self.part(CURLUPART_USER, of: url) == nil
        else { return nil }
        (self.text, self.scheme, self.host, self.port) = (text, scheme.lowercased(), host.lowercased(), port)
        path = Self.withoutEnd(Self.part(CURLUPART_PATH, of: url) ?? "")
    }

    /// The address without slashes at its end, to which a path is added.
    package var base: String { Self.withoutEnd(text) }

    private static func withoutEnd(_ text: String) -> String { String(text.reversed().drop { $0 == "/" }.reversed()) }

    package var description: String { "\(scheme)://\(host):\(port)" }

    /// Whether both name the same host and port. Another port may be another person's server.
    package func isSameHost(as other: FetchAddress) -> Bool { host == other.host && port == other.port }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
