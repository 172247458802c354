import COpenSSL
import Glibc
import System

/// Why a certificate cannot be used.
package struct TLSProblem: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// With the first reason that OpenSSL gives.
    static func openSSL(_ action: String) -> TLSProblem {
        let code = ERR_get_error()
        let reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
        ERR_clear_error()
        return TLSProblem("\(action): \(plain[reason] ?? reason)")
    }

    /// What OpenSSL means.
    private static let plain = [
        "no start line": "it is not a PEM file of this kind",
        "key values mismatch": "the key does not belong to the certificate",
        "problems getting password": "it is protected by a passphrase",
        "bad password read": "it is protected by a passphrase",
    ]
}

/// A certificate with its key, and the rules for connections that use it: TLS 1.2 or 1.3 with ciphers that are good today.
package final class TLSCertificate: @unchecked Sendable {
    // An SSL_CTX may be used by many threads once it is set up, and this one is never changed afterwards.
    let context: OpaquePointer

    /// Reads a certificate, followed by those that lead to a known authority, and its key; both are PEM files.
    package init(certificate: String, key: String) throws(TLSProblem) {
        for path in [certificate, key] where access(path, R_OK) != 0 {
            throw TLSProblem("cannot read \(path): \(SystemError.text(of: errno))")
        }
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw .openSSL("OpenSSL") }
        var isWhole = false
        defer { if !isWhole { SSL_CTX_free(context) } }
        // OpenSSL would ask for a passphrase at the terminal.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
        ERR_clear_error()
        guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
            throw .openSSL("cannot use the certificate \(certificate)")
        }
        guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1, SSL_CTX_check_private_key(context) == 1 else {
            throw .openSSL("cannot use the key \(key)")
        }
        try Self.restrict(context)
        self.context = context
        isWhole = true
    }

    deinit {
        SSL_CTX_free(context)
    }

    /// Whether its time is over.
    package var isOver: Bool {
        guard let leaf = SSL_CTX_get0_certificate(context) else { return true }
        return X509_cmp_current_time(X509_get0_notAfter(leaf)) < 0
    }

    private static func restrict(_ context: OpaquePointer) throws(TLSProblem) {
        SSL_CTX_set_options(
            context,
            downbeat_tls_no_renegotiation | downbeat_tls_no_compression | downbeat_tls_server_chooses
                | downbeat_tls_ends_without_alert)
        downbeat_tls_save_memory_and_calls(context)
        downbeat_tls_keep_no_sessions(context)
        let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
        guard downbeat_tls_set_oldest(context, TLS1_2_VERSION) == 1, SSL_CTX_set_cipher_list(context, ciphers) == 1,
            downbeat_tls_set_groups(context, "X25519:P-256:P-384") == 1
        else { throw .openSSL("OpenSSL") }
        // Clients that offer protocols must offer ours; old ones offer none.
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, length, offered, count, _ in
                let ours: StaticString = "\u{8}http/1.1"
                var pick: UnsafeMutablePointer<UInt8>?
                let found = SSL_select_next_proto(
                    &pick, length, ours.utf8Start, UInt32(ours.utf8CodeUnitCount), offered, count)
                guard found == OPENSSL_NPN_NEGOTIATED, let pick else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                chosen?.pointee = UnsafePointer(pick)
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    /// Whether it is valid for a name that a client asks for.
    fileprivate func names(_ host: UnsafePointer<CChar>) -> Bool {
        SSL_CTX_get0_certificate(context).map { X509_check_host($0, host, 0, 0, nil) == 1 } ?? false
    }

    /// Whether it is valid for a host as in a URL: a name, or an address, with brackets if it is an IPv6 one.
    fileprivate func isFor(_ host: String) -> Bool {
        let isAddress = IPLiteral.isVersion4(host) || host.hasPrefix("[")
        guard isAddress, let leaf = SSL_CTX_get0_certificate(context) else { return names(host) }
        return X509_check_ip_asc(leaf, host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, 0) == 1
    }
}

/// The certificates of a server: a client that names a host gets the first one for that host, else the first of all.
package final class TLSCertificates: Sendable {
    let standard: TLSCertificate
    private let all: [TLSCertificate]

    package init(_ standard: TLSCertificate, _ others: [TLSCertificate] = []) {
        self.standard = standard
        all = [standard] + others
        guard !others.isEmpty else { return }
        downbeat_tls_choose_by_name(
            standard.context,
            { ssl, _, certificates in
                guard let ssl, let certificates, let host = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) else {
                    return SSL_TLSEXT_ERR_OK
                }
                Unmanaged<TLSCertificates>.fromOpaque(certificates).takeUnretainedValue().choose(for: host, ssl)
                return SSL_TLSEXT_ERR_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the time of one of them is over.
    package var isOver: Bool { all.contains { $0.isOver } }

    /// Whether one of them is for a host as in a URL.
    func areFor(_ host: String) -> Bool { all.contains { $0.isFor(host) } }

    private func choose(for host: UnsafePointer<CChar>, _ ssl: OpaquePointer) {
        guard let chosen = all.first(where: { $0.names(host) }) else { return }
        SSL_set_SSL_CTX(ssl, chosen.context)
    }
}
