/// The sender of a request, known from its head: enough to admit or refuse it before any of the body is read.
package struct Caller: Sendable {
    package let head: RequestHead
    /// The X-Forwarded fields of a trusted proxy.
    package let forwarded: Forwarded
    /// The address that quotas are charged to.
    package let asker: Asker
    /// Whether it came through a gateway that had checked who asks, such as Home Assistant's ingress.
    package let isFromGateway: Bool
    /// The prefix of the port that the request came in by; empty for the main one.
    package let prefix: String
    /// Whether the connection itself is encrypted.
    private let isEncrypted: Bool
    private let quotas: Quotas

    init(
        _ head: RequestHead, from peer: PeerAddress, to site: Site, isEncrypted: Bool, prefix: String = "", _ quotas: Quotas
    ) {
        let isTrusted = site.trusts(peer.host)
        self.isEncrypted = isEncrypted
        self.quotas = quotas
        self.head = head
        self.prefix = prefix
        isFromGateway = site.isGateway(peer.host)
        forwarded = Forwarded(head.fields, fromTrustedProxy: isTrusted, trusts: site.trusts)
        asker = Asker(peer, isTrusted: isTrusted, forwarded)
    }

    /// The host that the client asked for: proxies may replace Host, and send the original in X-Forwarded-Host.
    package var host: String { forwarded.host ?? head.host }

    /// `http` or `https`: how the client asked, be it through a proxy.
    package var scheme: String { forwarded.scheme ?? (isEncrypted ? "https" : "http") }

    /// Whether browsers take the page for a secure one: it came by https, or from the machine itself.
    var isTrustworthy: Bool {
        scheme == "https" || Authority(host).map { Authority.isThisMachine($0.host) } == true
    }

    /// Throws if too many wrong keys from this address wait for their answers. Call this before comparing a key: afterwards, the
    /// refusal itself would reveal that the key was wrong.
    package func checkGuesses() throws(Problem) {
        do {
            try quotas.check(.guesses, for: asker)
        } catch {
            throw Problem(error)
        }
    }
}
