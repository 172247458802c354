import COpenSSL
import Glibc

/// A private key. It is written to its owner's files only.
final class PrivateKey {
    let raw: OpaquePointer

    /// Makes a new key.
    init() throws(TLSProblem) {
        guard let raw = downbeat_new_key() else { throw .openSSL("cannot make a key") }
        self.raw = raw
    }

    init(pem: [UInt8]) throws(TLSProblem) {
        ERR_clear_error()
        // Without a callback OpenSSL would ask for a passphrase at the terminal.
        guard let raw = PEM.read(pem, { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }) else {
            throw .openSSL("cannot use the key")
        }
        self.raw = raw
    }

    deinit {
        EVP_PKEY_free(raw)
    }

    var pem: [UInt8] { PEM.text { PEM_write_bio_PrivateKey($0, raw, nil, nil, 0, nil, nil) } }
}

/// A certificate (X.509, RFC 5280).
final class Certificate {
    let raw: OpaquePointer

    /// Takes over a certificate.
    init(owning raw: OpaquePointer) {
        self.raw = raw
    }

    init(pem: [UInt8]) throws(TLSProblem) {
        ERR_clear_error()
        guard let raw = PEM.read(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else {
            throw .openSSL("cannot use the certificate")
        }
        self.raw = raw
    }

    /// Makes a certificate of `key` with some extensions, each as in OpenSSL's configuration files. Without an issuer it signs itself.
    ///
    /// It is valid from a day before, since clocks differ, for `days`.
    init(
        name: String, key: PrivateKey, days: Int, extensions: [(Int32, String)],
        issuer: (certificate: Certificate, key: PrivateKey)?
    ) throws(TLSProblem) {
        guard let raw = X509_new() else { throw .openSSL("cannot make a certificate") }
        self.raw = raw
        let day = 24 * 3600
        let issuerRaw = issuer?.certificate.raw ?? raw
        guard X509_set_version(raw, 2) == 1, Self.number(raw),
            X509_gmtime_adj(X509_getm_notBefore(raw), -day) != nil, X509_gmtime_adj(X509_getm_notAfter(raw), days * day) != nil,
            X509_set_pubkey(raw, key.raw) == 1,
            X509_NAME_add_entry_by_txt(X509_get_subject_name(raw), "CN", MBSTRING_UTF8, name, -1, -1, 0) == 1,
            X509_set_issuer_name(raw, X509_get_subject_name(issuerRaw)) == 1
        else { throw .openSSL("cannot make a certificate") }
        for (kind, text) in extensions {
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, issuerRaw, raw, nil, nil, 0)
            guard let made = X509V3_EXT_conf_nid(nil, &context, kind, text) else { throw .openSSL("cannot make a certificate") }
            defer { X509_EXTENSION_free(made) }
            guard X509_add_ext(raw, made, -1) == 1 else { throw .openSSL("cannot make a certificate") }
        }
        guard X509_sign(raw, (issuer?.key ?? key).raw, EVP_sha256()) > 0 else { throw .openSSL("cannot sign a certificate") }
    }

    deinit {
        X509_free(raw)
    }

    var pem: [UInt8] { PEM.text { PEM_write_bio_X509($0, raw) } }

    /// The last moment at which it is valid, in seconds since 1970; nil if that is no date.
    var end: Int? {
        var parts = tm()
        guard let time = X509_get0_notAfter(raw), ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return timegm(&parts)
    }

    /// SHA-256 of all of it, as browsers show it.
    var fingerprint: String {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        X509_digest(raw, EVP_sha256(), &bytes, &count)
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }

    /// The common name of its owner.
    var name: String {
        var text = [CChar](repeating: 0, count: 256)
        let count = X509_NAME_get_text_by_NID(X509_get_subject_name(raw), NID_commonName, &text, Int32(text.count))
        return String(decoding: text.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func belongs(to key: PrivateKey) -> Bool { X509_check_private_key(raw, key.raw) == 1 }

    /// Whether a key has signed it.
    func isSigned(by key: PrivateKey) -> Bool { X509_verify(raw, key.raw) == 1 }

    func names(host: String) -> Bool { X509_check_host(raw, host, 0, 0, nil) == 1 }

    func names(address: String) -> Bool { X509_check_ip_asc(raw, address, 0) == 1 }

    /// Gives it a random serial number of 127 bits, so that no two are alike.
    private static func number(_ certificate: OpaquePointer) -> Bool {
        guard let number = BN_new() else { return false }
        defer { BN_free(number) }
        return BN_rand(number, 127, 0, 0) == 1 && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }
}

/// The text form of keys and certificates.
private enum PEM {
    static func read(_ bytes: [UInt8], _ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        guard let memory = BIO_new_mem_buf(bytes, Int32(clamping: bytes.count)) else { return nil }
        defer { BIO_free(memory) }
        return read(memory)
    }

    /// Empty if memory is short.
    static func text(_ write: (OpaquePointer) -> Int32) -> [UInt8] {
        guard let memory = BIO_new(BIO_s_mem()) else { return [] }
        defer { BIO_free(memory) }
        guard write(memory) == 1 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = BIO_read(memory, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(max(0, Int(count))))
    }
}
