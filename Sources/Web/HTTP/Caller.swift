/// Who asks, as far as a request's head tells: enough to let them in or not before any of the body is read.
package struct Caller: Sendable {
    package let head: RequestHead
    /// What a trusted proxy says of the request's way here.
    package let forwarded: Forwarded
    /// Whose share of the limits it is.
    package let asker: Asker
    private let quotas: Quotas

    init(_ head: RequestHead, from peer: PeerAddress, isTrusted: Bool, _ quotas: Quotas) {
        self.quotas = quotas
        self.head = head
        forwarded = Forwarded(head.fields, fromTrustedProxy: isTrusted)
        asker = Asker(peer, isTrusted: isTrusted, forwarded)
    }

    /// The host that the client asked for: proxies may put another into the Host field, and say so.
    package var host: String { forwarded.host ?? head.host }

    /// Throws where so many wrong keys of this address wait for their answers that no more are compared. To be called before a key
    /// is: afterwards, the refusal itself would tell that it was wrong.
    package func checkGuesses() throws(Problem) {
        do {
            try quotas.check(.guesses, for: asker)
        } catch {
            throw Problem(error)
        }
    }
}
