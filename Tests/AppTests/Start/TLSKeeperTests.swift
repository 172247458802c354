import Foundation
import System
import Testing

@testable import App
@testable import Web

@Suite("The server's certificates")
struct TLSKeeperTests {
    private static let log = Log(level: .error, descriptor: -1, clock: MachineClock())

    /// Files of a certificate for one host, in a folder of their own.
    private func certificate(for host: String, in folder: TemporaryFolder) throws -> (certificate: String, key: String) {
        let path = "\(folder.path)/\(host)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        _ = try LocalAuthority(in: path, host: "", MachineClock()).certificate(for: [host])
        return (path + "/server.pem", path + "/server.key")
    }

    private func keeper(_ options: TLSOptions, _ folder: TemporaryFolder, hosts: @escaping @Sendable () -> [String] = { [] }) throws
        -> TLSKeeper
    {
        try #require(try TLSKeeper.begin(options, folder: { folder.path }, hosts: hosts, log: Self.log, clock: MachineClock()))
    }

    /// Lets a link lead to another file, in one step, as certbot does.
    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: target)
        #expect(rename(path + ".new", path) == 0)
    }

    @Test("are replaced when links lead to other files; files that are of no use change nothing")
    func links() async throws {
        let folder = try TemporaryFolder()
        let (first, second) = (try certificate(for: "a.lan", in: folder), try certificate(for: "b.lan", in: folder))
        let (live, key) = (folder.path + "/live.pem", folder.path + "/live.key")
        try link(live, to: first.certificate)
        try link(key, to: first.key)
        let keeper = try keeper(TLSOptions(certificates: [live], keys: [key]), folder)
        func serves() -> [String] { ["a.lan", "b.lan"].filter { keeper.encryption.isCertified(for: $0) } }
        #expect(serves() == ["a.lan"])
        // The certificate comes before its key.
        try link(live, to: second.certificate)
        await keeper.renew()
        #expect(serves() == ["a.lan"])
        try link(key, to: second.key)
        await keeper.renew()
        #expect(serves() == ["b.lan"])
        let (over, overKey) = (folder.path + "/over.pem", try PrivateKey())
        try Data(Certificate(name: "c.lan", key: overKey, days: 0, extensions: [], issuer: nil).pem).write(
            to: URL(fileURLWithPath: over))
        try Data(overKey.pem).write(to: URL(fileURLWithPath: folder.path + "/over.key"))
        try link(live, to: over)
        try link(key, to: folder.path + "/over.key")
        await keeper.renew()
        #expect(serves() == ["b.lan"])
        try link(live, to: second.certificate)
        try link(key, to: second.key)
        try Data("no certificate".utf8).write(to: URL(fileURLWithPath: second.certificate))
        await keeper.renew()
        try FileManager.default.removeItem(atPath: live)
        await keeper.renew()
        #expect(serves() == ["b.lan"])
        try link(live, to: first.certificate)
        try link(key, to: first.key)
        await keeper.renew()
        #expect(serves() == ["a.lan"])
    }

    @Test("of the own authority follow the machine's addresses")
    func addresses() async throws {
        let folder = try TemporaryFolder()
        let hosts = Box(["localhost", "192.168.1.2"])
        let keeper = try keeper(TLSOptions(isAutomatic: true), folder) { hosts.value }
        #expect(keeper.encryption.isCertified(for: "192.168.1.2") && !keeper.encryption.isCertified(for: "192.168.1.3"))
        // Links go on naming http, which opens without a warning.
        #expect(!keeper.isSecure("192.168.1.2"))
        hosts.value = ["localhost", "192.168.1.3"]
        await keeper.renew()
        #expect(keeper.encryption.isCertified(for: "192.168.1.3") && keeper.authority != nil)
    }

    @Test("that cannot be used at the start end it with a reason, and so do options that do not go together")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let made = try certificate(for: "a.lan", in: folder)
        for (options, word) in [
            (TLSOptions(certificates: ["/none"], keys: [made.key]), "No such file"),
            (TLSOptions(certificates: [made.certificate], keys: []), "as many files"),
            (TLSOptions(isRequired: true), "needs --tls auto"),
            (TLSOptions(isAutomatic: true, certificates: [made.certificate], keys: [made.key]), "does not go with"),
        ] {
            let failure = #expect(throws: Failure.self) { try keeper(options, folder) }
            #expect(failure?.line.contains(word) == true, "\(failure?.line ?? "")")
        }
    }

    @Test("serve the page by https on the same port, also where plain http is redirected")
    func program() async throws {
        try await Downbeat.serving(["--tls", "auto", "--tls-only"]) { server async throws in
            let authority = server.data + "/tls/authority.pem"
            let secure = try await ChildProcess.run(
                "/usr/bin/curl", ["-s", "--cacert", authority, "https://localhost:\(server.port)/api/v1/authority"])
            #expect(secure.out == (try String(contentsOfFile: authority, encoding: .utf8)))
            let plain = try await ChildProcess.run(
                "/usr/bin/curl",
                ["-s", "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", "http://localhost:\(server.port)/a?b"])
            #expect(plain.out == "308 https://localhost:\(server.port)/a?b")
        }
    }
}

private final class Box: @unchecked Sendable {
    private let lock = NSLock()
    private var content: [String]

    init(_ content: [String]) {
        self.content = content
    }

    var value: [String] {
        get { lock.withLock { content } }
        set { lock.withLock { content = newValue } }
    }
}
