import Synchronization

/// TLS for the connections that ask for it. Its certificates may be replaced at any time; open connections keep theirs.
package final class Encryption: Sendable {
    /// The first byte of every TLS connection (RFC 8446, 5.1: a record of the type handshake). No HTTP request starts with it.
    static let firstByte: UInt8 = 22

    /// Plain requests are sent to the encrypted address.
    package let isRequired: Bool
    private let certificates: Mutex<TLSCertificates>

    package init(_ certificates: TLSCertificates, isRequired: Bool) {
        self.certificates = Mutex(certificates)
        self.isRequired = isRequired
    }

    package func replace(_ certificates: TLSCertificates) {
        self.certificates.withLock { $0 = certificates }
    }

    /// Whether a client that asks for a host, as in a URL, gets a certificate for it.
    package func isCertified(for host: String) -> Bool { certificates.withLock { $0 }.areFor(host) }

    /// Nil if memory is short.
    func socket(over plain: PlainSocket) -> TLSSocket? {
        TLSSocket(over: plain, certificates.withLock { $0 })
    }
}
