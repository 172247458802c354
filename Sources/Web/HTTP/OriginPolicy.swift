/// Which pages may open a WebSocket here. Browsers always say where a page came from; scripts say nothing.
package struct OriginPolicy: Sendable, Equatable {
    private let allowed: Set<String>

    /// `origins` such as `https://example.org` are welcome besides our own pages.
    package init(origins: [String] = []) {
        allowed = Set(origins.map { Origin($0)?.text ?? $0.lowercased() })
    }

    /// The same for all that a request says of its origin; who names two is refused, for a proxy may have read the other one.
    package func allows(origins: [String], host: String) -> Bool {
        origins.count < 2 && allows(origin: origins.first, host: host)
    }

    /// Whether a page of `origin` may talk to the server it reached as `host`; no origin is no page, and fine.
    ///
    /// A host without a port takes any port of the origin: proxies often pass the name alone.
    package func allows(origin: String?, host: String) -> Bool {
        guard let origin else { return true }
        guard let page = Origin(origin) else { return allowed.contains(origin.lowercased()) }
        if allowed.contains(page.text) { return true }
        guard let server = Authority(host), server.host == page.authority.host else { return false }
        guard let port = server.port else { return true }
        return port == page.port
    }
}

/// An origin of the web (RFC 6454): scheme, host and port.
private struct Origin {
    let scheme: String
    let authority: Authority
    let port: Int

    init?(_ text: String) {
        let schemes = [("http://", 80), ("https://", 443)]
        let small = text.lowercased()
        guard let (scheme, standardPort) = schemes.first(where: { small.hasPrefix($0.0) }),
            let authority = Authority(String(small.dropFirst(scheme.utf8.count)))
        else { return nil }
        self.scheme = scheme
        self.authority = authority
        port = authority.port ?? standardPort
    }

    /// With the port always spelled out, so that equal origins are equal texts.
    var text: String { "\(scheme)\(authority.host):\(port)" }
}
