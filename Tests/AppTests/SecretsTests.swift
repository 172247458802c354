import Foundation
import Testing
import Waiting

/// Looks for the secrets of a server in everything that leaves its process, except in the answers that exist to give them away.
@Suite("Secrets") struct SecretsTests {
    private static let password = "sesame-Öffne-dich-4711"
    private static let key = "sesame-key-4712"
    private static let environment = [
        "DOWNBEAT_SUBSONIC_HOME_USER": "alice", "DOWNBEAT_SUBSONIC_HOME_PASSWORD": password,
        "DOWNBEAT_SUBSONIC_HOME_PLAIN_PASSWORD": "yes", "DOWNBEAT_RESCAN_URL": "http://127.0.0.1:9/scan?key=\(key)",
    ]

    /// Each with what it is, in every form in which it might be written.
    private func secrets(of server: Downbeat, _ link: String) throws -> [(name: String, text: String)] {
        func file(_ name: String) throws -> String {
            try String(contentsOfFile: "\(server.data)/\(name)", encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let hex = Self.password.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let encoded = try #require(Self.password.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        var secrets = [
            ("the owner's token", try file("token")), ("the viewers' key", try file("viewer-key")), ("a link's token", link),
            ("a password", Self.password), ("a key in an address", Self.key), ("a password in hex", hex),
            ("a password in an address", encoded),
        ]
        for name in try FileManager.default.contentsOfDirectory(atPath: server.data + "/tls") where name.hasSuffix(".key") {
            let lines = try file("tls/\(name)").components(separatedBy: "\n")
            guard let first = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN") && $0.contains("PRIVATE KEY") }) else {
                continue
            }
            secrets.append(("the key of \(name)", lines[first + 2]))
        }
        return secrets
    }

    @Test("leave the process in no log line, page, metric, export or answer, however much it logs")
    func leave() async throws {
        let music = try TemporaryFolder()
        try music.write(ClickTrack(seconds: 3).wave, to: "only.wav")
        let options = [
            "--log", "json,debug", "--viewers", "token", "--tls", "auto", "--subsonic", "home=http://127.0.0.1:9", "--music",
            music.path,
        ]
        let folder = try TemporaryFolder()
        try await Downbeat.serving(options, data: folder.path, environment: Self.environment) { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            let made = try await owner.send("POST", "/links", json: #"{"role":"host","name":"Ann"}"#)
            let link = try #require(made.object["token"] as? String)
            let secrets = try secrets(of: server, link)
            try #require(secrets.count >= 8, "\(secrets.map(\.name))")
            try await misuse(server, link, try server.token)
            var answers = try await gather(server)
            let log = server.process.transcript.text(1)
            #expect(log.contains(#""message":"answer""#) && log.contains("wrong key"), "the log is verbose")
            #expect(answers.contains { $0.name == "/api/v1/log" && $0.text.contains("wrong key") })
            answers += [("standard output", server.process.transcript.text(0)), ("the log", log)]
            for answer in answers {
                for secret in secrets where answer.text.contains(secret.text) {
                    Issue.record("\(secret.name) is in \(answer.name)")
                }
            }
        }
    }

    /// Sends requests with right and wrong secrets in their header fields, bodies and addresses.
    private func misuse(_ server: Downbeat, _ link: String, _ token: String) async throws {
        let client = APIClient(port: server.port)
        for given in [link, token, String(repeating: "a", count: 26), Self.password] {
            _ = try await client.get("/tracks?token=\(link)", ["Authorization": "Bearer \(given)", "X-Token": given])
            _ = try await client.send(
                "POST", "/playlists", json: #"{"name":7,"key":"\#(given)"}"#, ["Authorization": "Basic \(given)"])
            _ = try await client.send("POST", "/rooms/main/commands", json: #"{"do":"fly"}"#, ["Authorization": "Bearer \(given)"])
        }
        try await blocking {
            let socket = try RoomClient(server.port, "", token: link)
            try socket.send(["type": "hello", "protocol": 1, "token": link])
            try socket.next("welcome")
        }
    }

    /// The answers of the server, as its owner gets them. What a person asks for to invite others, and the cookie for a key, are what they
    /// are for.
    private func gather(_ server: Downbeat) async throws -> [(name: String, text: String)] {
        let paths = [
            "/metrics", "/version", "/health", "/", "/main.js", "/debug/", "/debug/debug.js", "/docs/", "/clients/",
            "/renderers/own.json",
            "/api/v1/settings/export", "/api/v1/log", "/api/v1/library", "/api/v1/analysis", "/api/v1/tracks", "/api/v1/links",
            "/api/v1/crashes", "/api/v1/set-aside", "/api/v1/rooms", "/api/v1/rooms/main", "/api/v1/rooms/main/screens",
            "/api/v1/rooms/main/queue", "/api/v1/library/broken", "/api/v1/nothing", "/api/v1/clicks",
        ]
        let (port, token) = (server.port, try server.token)
        var answers: [(name: String, text: String)] = []
        for path in paths {
            let head =
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n\r\n"
            let text = try await blocking {
                let wire = try Wire(port: port)
                try wire.send(head)
                return String(decoding: try wire.readToEnd(), as: UTF8.self)
            }
            try #require(text.hasPrefix("HTTP/1.1 ") && !text.hasPrefix("HTTP/1.1 401"), "\(path): \(text.prefix(200))")
            answers.append((path, text))
        }
        answers.append(("the log's stream", try await stream(port, token)))
        return answers
    }

    /// The log's stream up to a line about a request that is sent now.
    private func stream(_ port: UInt16, _ token: String) async throws -> String {
        try await blocking {
            let wire = try Wire(port: port)
            let path = "/api/v1/log/events?debug=true"
            try wire.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
            _ = try wire.readHead()
            let other = try Wire(port: port)
            try other.send("GET /the-last HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
            var bytes: [UInt8] = []
            let patience = Patience("the last line")
            while !String(decoding: bytes.suffix(100), as: UTF8.self).contains("/the-last") {
                try patience.check()
                bytes += try wire.read(1)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
