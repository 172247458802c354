import CLinux
import Foundation
import Glibc
import Testing
import Waiting

@testable import Rooms
@testable import Workers

/// Sends requests to a server with a viewer key.
@Suite("Viewer keys", .serialized) struct ViewerKeyTests {
    private static let options = ["--viewers", "token"]

    private func key(_ house: House) throws -> String {
        String(try String(contentsOfFile: house.data + "/viewer-key", encoding: .utf8).prefix { $0 != "\n" })
    }

    /// Every address and method of the description, with example values for the parameters.
    private func described() throws -> [(method: String, path: String)] {
        let file = Downbeat.checkout.appendingPathComponent("Public/openapi.yaml")
        let paths = try #require(Outline(try String(contentsOf: file, encoding: .utf8))["paths"])
        return paths.keys.flatMap { path in
            let filled = path.replacing("{room}", with: "main").replacing(#/\{[a-z]+\}/#, with: "1")
            return ["get", "put", "post", "patch", "delete"].filter { paths[path]?[$0] != nil }.map { ($0.uppercased(), filled) }
        }
    }

    private func status(_ house: House, _ method: String, _ path: String, _ fields: [String: String] = [:]) async throws -> Int {
        try await APIClient(house, below: "").send(method, path, fields, body: []).status
    }

    @Test("without the key every described request is 401, and with it none is")
    func all() async throws {
        try await House.serving(Self.options) { house async throws in
            let others = [
                ("GET", "/metrics"), ("GET", "/version"), ("GET", "/renderers/own.json"), ("GET", "/ws"),
                ("GET", "/api/v1/nothing"), ("HEAD", "/api/v1/tracks"), ("OPTIONS", "/api/v1/tracks"), ("GET", "/api/v1/session"),
            ]
            let all = try described().filter { !["/api/v1/session", "/api/v1/redeem"].contains($0.path) } + others
            #expect(all.count > 50)
            let key = try key(house)
            for (method, path) in all {
                #expect(try await status(house, method, path) == 401, "\(method) \(path)")
                // Some lists are for hosts and owners only.
                let isForAll = ![
                    "/crashes", "/set-aside", "/links", "/library/broken", "/log", "/settings", "/servers", "/follow",
                    "/analysis/batch", "/uploads/resumable",
                    "/place",
                    "/stations",
                    "/tags",
                ]
                .contains {
                    path.contains($0)
                }
                guard method == "GET", !path.hasSuffix("/events"), isForAll else { continue }
                let shown = try await status(house, method, path, ["Authorization": "Bearer \(key)"])
                #expect(shown != 401, "\(method) \(path)")
            }
            for path in ["/health", "/ready", "/", "/main.js", "/openapi.yaml"] {
                #expect(try await status(house, "GET", path) == 200, "\(path)")
            }
            var file = stat()
            #expect(stat(house.data + "/viewer-key", &file) == 0 && file.st_mode & 0o777 == 0o600)
        }
    }

    @Test("the key works as a header and as a cookie, and so does the owner's token")
    func ways() async throws {
        try await House.serving(Self.options) { house async throws in
            let key = try key(house)
            let client = APIClient(house)
            #expect(try await client.get("/tracks", ["Authorization": "Bearer \(key)"]).status == 200)
            #expect(try await client.get("/tracks?token=\(key)").status == 401, "proxies log addresses")
            #expect(try await client.get("/tracks", ["Authorization": "Bearer \(house.token)"]).status == 200)
            let traded = try await client.send("POST", "/session", json: #"{"key":"\#(key)"}"#)
            let line = try #require(traded.fields["set-cookie"])
            #expect(traded.status == 204 && line.contains("; HttpOnly; SameSite=Strict") && line.contains("; Path=/;"))
            let cookie = String(line.prefix { $0 != ";" })
            for path in ["/tracks", "/join", "/session"] {
                #expect([200, 204].contains(try await client.get(path, ["Cookie": "other=1; \(cookie)"]).status), "\(path)")
            }
            #expect(try await client.get("/events", ["Cookie": cookie]).status == 200)
            // The cookie permits reading only.
            let change = try await client.send("POST", "/playlists", json: #"{"name":"A"}"#, ["Cookie": cookie])
            #expect((change.status, change.problem) == (401, "token-needed"))
            let control = ["Cookie": cookie, "Authorization": "Bearer \(house.token)"]
            #expect(try await client.send("POST", "/playlists", json: #"{"name":"A"}"#, control).status == 201)
            let byControl = try await client.send("POST", "/session", json: #"{"key":"\#(house.token)"}"#)
            #expect(byControl.fields["set-cookie"] == line, "the control token itself is in no cookie")
        }
    }

    @Test("a wrong key is answered after a delay, and pages of other sites cannot get a cookie")
    func wrong() async throws {
        try await House.serving(Self.options, atPort: true) { house async throws in
            let client = APIClient(port: house.port)
            let wrong = String(repeating: "a", count: 26)
            let started = ContinuousClock.now
            async let first = client.get("/tracks", ["Authorization": "Bearer \(wrong)"])
            async let second = client.get("/tracks", ["Cookie": "x=y", "Authorization": "Bearer \(wrong)"])
            async let third = client.send("POST", "/session", json: #"{"key":"\#(wrong)"}"#)
            for answer in [try await first, try await second, try await third] {
                #expect((answer.status, answer.problem) == (401, "key-wrong") && answer.fields["set-cookie"] == nil)
            }
            #expect(ContinuousClock.now - started >= .seconds(1))
            let foreign = try await client.send(
                "POST", "/session", json: #"{"key":"\#(try key(house))"}"#, ["Origin": "http://evil.example"])
            #expect(foreign.status == 403 && foreign.fields["set-cookie"] == nil)
        }
    }

    @Test("a viewer's socket opens with the key, gets no error about it, and cannot send commands")
    func socket() async throws {
        try await House.serving(Self.options, atPort: true) { house async throws in
            let (key, port) = (try key(house), house.port)
            let stranger = try await blocking { try openSocket(port, "/ws").answer.status }
            #expect(stranger == 401)
            try await blocking {
                // Once with the hello in the address and once with a hello message.
                for query in ["", "streams=beats"] {
                    let client = try RoomClient(port, query, token: key)
                    if query.isEmpty { try client.send(["type": "hello", "protocol": 1, "token": key]) }
                    #expect(try client.next("welcome").text("role") == "viewer")
                    #expect(try client.refusal("pause") == "token-needed")
                }
            }
        }
    }

    @Test("behind a proxy with TLS and a prefix, the cookie is limited to the prefix and to TLS")
    func proxied() async throws {
        try await House.serving(Self.options) { house async throws in
            let fields = ["X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/music", "X-Forwarded-For": "192.0.2.7"]
            let traded = try await APIClient(house).send(
                "POST", "/session", json: #"{"key":"\#(try key(house))"}"#, fields)
            let line = try #require(traded.fields["set-cookie"])
            #expect(line.contains("; Path=/music/;") && line.hasSuffix("; Secure"))
        }
    }

    @Test("proxies may not cache answers to requests with a cookie")
    func caches() async throws {
        let music = try TemporaryFolder()
        try music.write(ClickTrack(seconds: 3).wave, to: "only.wav")
        try await House.serving(Self.options + [music.path], tracks: 1) { house async throws in
            let client = APIClient(house, token: try key(house))
            let sound = try await client.get("/tracks/1/audio")
            #expect(sound.status == 200 && sound.fields["cache-control"] == "private")
            for path in ["/tracks", "/tracks/1", "/library", "/rooms", "/tracks/1/waveform.svg?wait=60"] {
                let caching = try await client.get(path).fields["cache-control"]
                #expect(["private", "no-cache", "no-store"].contains(caching), "\(path)")
            }
        }
    }

    @Test("without the option no key is needed, and none is made")
    func open() async throws {
        try await House.serving { house async throws in
            let client = APIClient(house)
            #expect(try await client.get("/session").status == 204)
            let traded = try await client.send("POST", "/session", json: #"{"key":"anything"}"#)
            #expect(traded.status == 204 && traded.fields["set-cookie"] == nil)
            #expect(!FileManager.default.fileExists(atPath: house.data + "/viewer-key"))
        }
    }
}
