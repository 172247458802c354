import COpenSSL
import Fetch
import Foundation
import Subsonic
import System
import Testing

@testable import Library
@testable import Web

@Suite("A music server that is tried")
final class ServerTrialTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Nobody listens there: a port that the system gave, and that is closed again.
    private static func nobody() throws -> FetchAddress { try MusicServer { _, _ in [] }.address }

    private func refusal(_ addresses: [FetchAddress], authorities: String? = nil) async throws -> String? {
        var settings = Fetcher.Settings()
        (settings.usesProxies, settings.authorities) = (false, authorities)
        do {
            try await ServerTrial.run(
                SubsonicServer(name: "home", addresses: addresses, login: MusicServer.alice), try Fetcher(settings, MachineClock()))
            return nil
        } catch let refused as ServerRefusal {
            #expect(!refused.description.contains("sesame") && !refused.description.contains("\n"))
            return refused.description
        }
    }

    @Test(
        "is refused with one line that says what is wrong",
        arguments: [
            (MusicServer.failed(40), "refuses the user or the password."),
            (MusicServer.failed(10), "wants the password itself, which is sent over https only unless you allow it."),
            (MusicServer.reply("<html>Welcome</html>".utf8, "text/html"), "as in ADDRESS/music."),
            (MusicServer.reply("<html>No</html>".utf8, "text/html", status: "404 Not Found"), "as in ADDRESS/music."),
            (MusicServer.reply("".utf8, status: "500 Oh"), "answered with status 500."), ([], "does not answer with HTTP."),
            (
                Array("HTTP/1.1 302 Found\r\nLocation: http://other.example/\r\nContent-Length: 0\r\n\r\n".utf8),
                "redirects to another host, which is not allowed."
            ),
        ])
    func wrong(answer: [UInt8], end: String) async throws {
        let server = try MusicServer { _, _ in answer }
        let line = try await refusal([server.address])
        let end = end.replacing("ADDRESS", with: "\(server.address)")
        #expect(line?.hasPrefix("\(server.address) ") == true && line?.hasSuffix(end) == true, "\(line ?? "none")")
    }

    @Test(
        "with a wrong path is refused with what came, and what to try",
        arguments: [
            ("", MusicServer.page, "answered with a web page,", "if it stands below a path, add that to its address"),
            ("/rest", MusicServer.page, "answered with a web page,", "leave out /rest"),
            ("/rest/ping.view/", MusicServer.page, "answered with a web page,", "leave out /rest"),
            ("/app", MusicServer.page, "answered with a web page,", "without the path"),
            ("/app", MusicServer.reply("".utf8, status: "404 No"), "answered with status 404 and nothing,", "without the path"),
            ("", MusicServer.reply("no".utf8, "text/plain", status: "405 No"), "with status 405 and a text,", "add that"),
            (
                "/rest", MusicServer.reply(#"{"subsonic-response":{"error":{"code":0}}}"#.utf8, status: "404 No"),
                "answered with status 404 and a refusal of the method ping,", "leave out /rest"
            ),
            ("", MusicServer.reply(#"{"version":1}"#.utf8), "answered with the JSON of another program,", "add that"),
        ])
    func path(path: String, answer: [UInt8], came: String, hint: String) async throws {
        // What stands at the right path answers, too, but is not asked.
        let server = try MusicServer { _, _ in answer }
        let address = try #require(FetchAddress("http://127.0.0.1:\(server.address.port)\(path)"))
        let line = try #require(try await refusal([address]))
        #expect(line.hasPrefix("\(server.address) ") && line.contains(came) && line.contains(hint), "\(line)")
        // The owner reads the same on the page, and it is logged.
        let client = SubsonicClient(
            SubsonicServer(name: "home", addresses: [address], login: MusicServer.alice), try MusicServer.fetcher(),
            backoff: Backoff(attempts: 1))
        await #expect(throws: SubsonicError.self) { _ = try await client.ping() }
        #expect("\(client.health.trouble ?? "")." == line)
    }

    @Test("is taken with an address at which nobody is now, but not with one at which a stranger is")
    func several() async throws {
        let (good, stranger) = (try MusicServer { _, _ in MusicServer.good() }, try MusicServer { _, _ in MusicServer.failed(40) })
        let nobody = try Self.nobody()
        #expect(try await refusal([nobody]) == "\(nobody) does not accept connections.")
        #expect(try await refusal([nobody, good.address]) == nil)
        #expect(try await refusal([good.address, stranger.address]) == "\(stranger.address) refuses the user or the password.")
    }

    @Test("is refused with a certificate that has expired, is for another host, or is nobody's", arguments: ["10", "64", "18"])
    func certificate(kind: String) async throws {
        let (key, authorityKey) = (try PrivateKey(), try PrivateKey())
        let authority = try Certificate(
            name: "Authority", key: authorityKey, days: 1, extensions: [(NID_basic_constraints, "critical,CA:TRUE")], issuer: nil)
        let names = kind == "64" ? "DNS:elsewhere" : "IP:127.0.0.1"
        let made = try Certificate(
            name: "server", key: key, days: kind == "10" ? 0 : 1, extensions: [(NID_subject_alt_name, names)],
            issuer: kind == "18" ? nil : (authority, authorityKey))
        for (name, bytes) in [("server.pem", made.pem), ("server.key", key.pem), ("authority.pem", authority.pem)] {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        let server = try RudeServer(certificates: folder) { _, wire in wire.write(MusicServer.good()) }
        let address = try #require(FetchAddress("https://127.0.0.1:\(server.port)"))
        let reason = ["10": "it has expired", "64": "it is for another host", "18": "it is self-signed"][kind] ?? ""
        #expect(
            try await refusal([address], authorities: folder + "/authority.pem")
                == "the certificate of \(address) is refused: \(reason).")
    }
}
