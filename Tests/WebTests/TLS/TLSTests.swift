import COpenSSL
import Glibc
import System
import Testing
import Yardstick

@testable import Web

@Suite("TLS on the server's port", .serialized) struct TLSTests {
    private func withTLS(
        clock: any HouseClock = MachineClock(), isRequired: Bool = false, _ build: (inout Site) throws -> Void = { _ in },
        _ body: (TestServer, TestCertificates) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let certificates = try TestCertificates(in: folder)
            try await withServer(clock: clock) { site in
                site.encryption = try certificates.encryption(isRequired: isRequired)
                site.routes.immediate(.get, "/now") { Response(.ok, $0.caller.scheme) }
                site.routes.immediate(.get, "/health") { _ in Response(.ok, "ok") }
                try build(&site)
            } _: {
                try await body($0, certificates)
            }
        }
    }

    private func client(_ server: TestServer, _ hello: ClientTLS.Hello = ClientTLS.Hello()) throws -> TestClient {
        try TestClient(port: server.port, tls: hello)
    }

    @Test("plain and encrypted clients use one port, and handlers know which is which")
    func bothWays() async throws {
        try await withTLS { server, _ async throws in
            #expect(try await server.connect().get("/now").text == "http")
            #expect(try await client(server).get("/now").text == "https")
        }
    }

    @Test("the newest version that both know is used, with a good cipher; older ones than 1.2 are refused")
    func versions() async throws {
        try await withTLS { server, _ async throws in
            let new = try await client(server).session
            #expect(new?.version == "TLSv1.3")
            var hello = ClientTLS.Hello()
            hello.newest = TLS1_2_VERSION
            let old = try await client(server, hello).session
            #expect(old?.version == "TLSv1.2" && old?.cipher.hasPrefix("ECDHE-ECDSA-") == true)
            (hello.oldest, hello.newest) = (TLS1_VERSION, TLS1_1_VERSION)
            await #expect(throws: ClientTLS.Refused.self) { try await client(server, hello).session }
        }
    }

    @Test("a client that offers other protocols only is refused; one that offers none is served")
    func protocols() async throws {
        try await withTLS { server, _ async throws in
            var hello = ClientTLS.Hello()
            hello.protocols = "\u{2}h2"
            await #expect(throws: ClientTLS.Refused.self) { try await client(server, hello).session }
            hello.protocols = "\u{2}h2\u{8}http/1.1"
            #expect(try await client(server, hello).get("/now").status == 200)
            hello.protocols = ""
            #expect(try await client(server, hello).get("/now").status == 200)
        }
    }

    @Test("a device that trusts the authority trusts its certificates, for the names that they name")
    func trust() async throws {
        try await withTLS { server, certificates async throws in
            var hello = ClientTLS.Hello()
            hello.authority = certificates.folder + "/authority.pem"
            #expect(try await client(server, hello).session?.isTrusted == true)
            hello.host = "example.org"
            #expect(try await client(server, hello).session?.isTrusted == false)
        }
    }

    @Test("where TLS is required, plain requests are redirected, but for the health of the server and this machine's with a key")
    func required() async throws {
        try await withTLS(isRequired: true) { server, _ async throws in
            let answer = try await server.connect().get("/now?a=1")
            #expect(answer.status == 308 && answer["location"] == "https://localhost/now?a=1")
            #expect(try await server.connect().get("/health").text == "ok")
            #expect(try await server.connect().get("/now", "authorization: Bearer x").text == "http")
            #expect(try await client(server).get("/now").text == "https")
        }
    }

    @Test("handshakes that are cut off, too slow, too long or garbage are closed, and others are served meanwhile")
    func hostile() async throws {
        let clock = HandClock()
        try await withTLS(clock: clock) { server, _ async throws in
            let silent = try server.connect()
            try await silent.send([22])
            let garbage = try server.connect()
            try await garbage.send([22, 3, 1, 0, 5] + [UInt8](repeating: 0xFF, count: 100))
            // Records of a hello that says it has 131,000 bytes.
            let long = try server.connect()
            let record = [22, 3, 1, 0x40, 0] + [UInt8](repeating: 0, count: 0x4000)
            _ = await long.sendWhatIsTaken([22, 3, 1, 0x40, 0, 1, 1, 0xFF, 0xB8] + record.dropFirst(9))
            for _ in 0..<6 { _ = await long.sendWhatIsTaken(record) }
            let left = try server.connect()
            try await left.send([22, 3])
            await left.close()
            #expect(try await client(server).get("/now").text == "https")
            clock.advance(by: .seconds(10))
            // An alert may come before the end.
            for closed in [silent, garbage, long] { _ = try await closed.readToEnd() }
            #expect(await server.server.metrics().failedHandshakes >= 2)
            #expect(try await client(server).get("/now").text == "https")
        }
    }

    @Test("replaced certificates are served to new clients, and open connections keep theirs")
    func replaced() async throws {
        try await withFolder { folder in
            let (first, second) = (try TestCertificates(in: folder), try TestCertificates(in: makeFolder(folder + "/b")))
            let encryption = try first.encryption()
            try await withServer { site in
                site.encryption = encryption
                site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            } _: { server async throws in
                let before = try client(server)
                #expect(try await before.get("/now").text == "now")
                encryption.replace(TLSCertificates(try second.authority.certificate(for: ["localhost"])))
                let after = try client(server)
                for client in [after, before] { #expect(try await client.get("/now").text == "now") }
                let prints = (try await before.session?.fingerprint, try await after.session?.fingerprint)
                #expect(prints.0 != prints.1)
            }
        }
    }

    @Test("a client gets the certificate of the host that it names, else the first")
    func hosts() async throws {
        try await withFolder { folder in
            let first = try TestCertificates(in: folder).authority.certificate(for: ["localhost"])
            let second = try TestCertificates(in: makeFolder(folder + "/b")).authority.certificate(for: ["a.lan"])
            try await withServer { site in
                site.encryption = Encryption(TLSCertificates(first, [second]), isRequired: false)
            } _: { server async throws in
                var prints: [String] = []
                for host in ["localhost", "a.lan", "b.lan"] {
                    var hello = ClientTLS.Hello()
                    hello.host = host
                    prints.append(try await client(server, hello).session?.fingerprint ?? "")
                }
                #expect(prints[0] == prints[2] && prints[0] != prints[1])
            }
        }
    }

    private func makeFolder(_ path: String) -> String {
        mkdir(path, 0o700)
        return path
    }
}

@Suite("A certificate") struct CertificateTests {
    /// Why the files cannot be used.
    private func problem(_ certificate: String, _ key: String) -> String? {
        do {
            _ = try TLSCertificate(certificate: certificate, key: key)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("that cannot be used is refused with the reason")
    func unusable() async throws {
        try await withFolder(["empty": [], "text": Array("hello".utf8), "b/x": []]) { folder in
            _ = try TestCertificates(in: folder).encryption()
            _ = try TestCertificates(in: folder + "/b").encryption()
            let (certificate, key) = (folder + "/server.pem", folder + "/server.key")
            #expect(problem(certificate, key) == nil)
            #expect(problem(certificate, folder + "/b/server.key")?.hasSuffix("the key does not belong to the certificate") == true)
            #expect(problem(folder + "/none", key)?.hasSuffix("No such file or directory") == true)
            for file in ["/empty", "/text", "/server.key"] {
                #expect(problem(folder + file, key)?.hasSuffix("it is not a PEM file of this kind") == true, "\(file)")
            }
            #expect(problem(certificate, folder + "/text") != nil)
        }
    }

    @Test("of the own authority is kept while it serves, and made again for new hosts and before it ends")
    func renewed() async throws {
        try await withFolder { folder in
            let clock = HandClock(second: MachineClock().second)
            let authority = try LocalAuthority(in: folder, host: "nas", clock)
            let start = clock.second
            func print(_ hosts: [String], days: Int = 0) throws -> String {
                clock.set(second: start + days * 24 * 3600)
                _ = try authority.certificate(for: hosts)
                return try Certificate(pem: contents(folder + "/server.pem")).fingerprint
            }
            let first = try print(["localhost", "192.168.1.2", "nas.local"])
            #expect(try print(["192.168.1.2", "localhost"]) == first)
            #expect(try print(["localhost"], days: 59) == first)
            let second = try print(["localhost", "192.168.1.3"])
            #expect(second != first)
            #expect(try print(["localhost"], days: 61) != second)
            // A new process finds the same authority.
            #expect(try LocalAuthority(in: folder, host: "nas", MachineClock()).fingerprint == authority.fingerprint)
        }
    }

    @Test(
        "of the own authority names private addresses and local names only",
        arguments: [
            ("192.168.1.2", true), ("10.0.0.1", true), ("[fd00::1]", true), ("nas", true), ("nas.local", true), ("a.b.lan", true),
            ("8.8.8.8", false), ("[2001:db8::1]", false), ("example.org", false), ("other", false),
            ("nas.local,DNS:example.org", false),
            ("local.example.org", false), ("", false),
        ])
    func constrained(host: String, isCertified: Bool) async throws {
        try await withFolder { folder in
            let certificates = try TestCertificates(in: folder)
            let encryption = Encryption(
                TLSCertificates(try certificates.authority.certificate(for: ["localhost", host])), isRequired: false)
            #expect(encryption.isCertified(for: host) == isCertified)
            #expect(encryption.isCertified(for: "localhost"))
        }
    }

    @Test("of the own authority, like its key, can be read by its owner only")
    func secret() async throws {
        try await withFolder { folder in
            _ = try TestCertificates(in: folder).encryption()
            for name in ["authority.key", "server.key"] {
                var status = stat()
                #expect(stat(folder + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
            }
        }
    }

    private func contents(_ path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}
