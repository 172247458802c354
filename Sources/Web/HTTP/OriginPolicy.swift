/// The pages that may open a WebSocket. Browsers always send a page's origin; scripts send none.
package struct OriginPolicy: Sendable, Equatable {
    private let allowed: Set<String>

    /// `origins` such as `https://example.org` are allowed besides our own pages.
    package init(origins: [String] = []) {
        allowed = Set(origins.map { Origin($0)?.text ?? $0.lowercased() })
    }

    /// Whether the sender may connect: a page may connect only to the server it was loaded from. Browsers send one origin; two
    /// are refused, because proxies and servers may disagree on which one counts.
    package func allows(_ caller: Caller) -> Bool {
        let origins = caller.head.fields.values(of: "origin")
        return origins.count < 2 && allows(origin: origins.first, host: caller.host)
    }

    /// Whether a page of `origin` may connect to the server that it reached as `host`; true without an origin, which is no page.
    ///
    /// A host without a port allows any port of the origin: proxies often pass on the name alone.
    package func allows(origin: String?, host: String) -> Bool {
        guard let origin else { return true }
        guard let page = Origin(origin) else { return allowed.contains(origin.lowercased()) }
        if allowed.contains(page.text) { return true }
        guard let server = Authority(host), server.host == page.authority.host else { return false }
        guard let port = server.port else { return true }
        return port == page.port
    }
}

/// A web origin (RFC 6454): scheme, host and port.
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

    /// The text form, always with the port, so that equal origins have equal texts.
    var text: String { "\(scheme)\(authority.host):\(port)" }
}
