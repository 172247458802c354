import COpenSSL
import Glibc
import System
import Testing

@testable import Web

/// The client's side of TLS, by OpenSSL on a blocking socket.
final class ClientTLS {
    /// What a client offers. It trusts every certificate unless it is given an authority.
    struct Hello: Sendable {
        var host = "localhost"
        var authority: String?
        /// As in ALPN: each with its length before it.
        var protocols = "\u{8}http/1.1"
        var oldest = TLS1_2_VERSION
        var newest = TLS1_3_VERSION
    }

    struct Session: Sendable, Equatable {
        let version: String
        let cipher: String
        /// SHA-256 of the server's certificate.
        let fingerprint: String
        let isTrusted: Bool
    }

    struct Refused: Error {}

    private let context: OpaquePointer
    private let ssl: OpaquePointer

    init(on socket: Int32, _ hello: Hello) throws {
        signal(SIGPIPE, SIG_IGN)
        context = try #require(SSL_CTX_new(TLS_client_method()))
        downbeat_tls_set_oldest(context, hello.oldest)
        downbeat_tls_set_newest(context, hello.newest)
        // Versions below 1.2 are refused by OpenSSL itself unless it is told otherwise.
        if hello.oldest < TLS1_2_VERSION { SSL_CTX_set_cipher_list(context, "DEFAULT@SECLEVEL=0") }
        if let authority = hello.authority { SSL_CTX_load_verify_locations(context, authority, nil) }
        ssl = try #require(SSL_new(context))
        let protocols = Array(hello.protocols.utf8)
        if !protocols.isEmpty { SSL_set_alpn_protos(ssl, protocols, UInt32(protocols.count)) }
        downbeat_tls_name_server(ssl, hello.host)
        SSL_set1_host(ssl, hello.host)
        SSL_set_fd(ssl, socket)
        ERR_clear_error()
        guard SSL_connect(ssl) == 1 else { throw Refused() }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    var session: Session {
        var fingerprint = ""
        if let certificate = SSL_get1_peer_certificate(ssl) {
            fingerprint = Certificate(owning: certificate).fingerprint
        }
        return Session(
            version: String(cString: SSL_get_version(ssl)), cipher: String(cString: downbeat_tls_cipher(ssl)),
            fingerprint: fingerprint, isTrusted: SSL_get_verify_result(ssl) == X509_V_OK)
    }

    var hasBytesInside: Bool { SSL_pending(ssl) > 0 }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        ERR_clear_error()
        return Int(SSL_write(ssl, bytes.baseAddress, Int32(bytes.count)))
    }

    /// Zero at the end, however it came.
    func read(into bytes: inout [UInt8]) -> Int {
        ERR_clear_error()
        errno = 0
        let count = SSL_read(ssl, &bytes, Int32(bytes.count))
        if count > 0 { return Int(count) }
        return errno == EAGAIN ? -1 : 0
    }

    func finish() {
        SSL_shutdown(ssl)
    }
}

/// Certificates for tests, from an authority in a folder of its own.
struct TestCertificates {
    let authority: LocalAuthority
    let folder: String

    init(in folder: String) throws {
        self.folder = folder
        authority = try LocalAuthority(in: folder, host: "nas", MachineClock())
    }

    func encryption(isRequired: Bool = false) throws -> Encryption {
        Encryption(TLSCertificates(try authority.certificate(for: ["localhost", "127.0.0.1"])), isRequired: isRequired)
    }
}

/// Runs the tests of a suite twice: over plain connections, then over TLS.
struct OverTLSToo: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await function()
        try await TestServer.$hello.withValue(ClientTLS.Hello()) { try await function() }
    }
}

extension Trait where Self == OverTLSToo {
    static var overTLSToo: Self { OverTLSToo() }
}
