import Foundation
import Testing
import Waiting

/// The same texts as without a port, and what only a socket can show.
@Suite("The API at a port", .serialized, .needs(.ffmpeg), .served(by: .port))
struct PortTests: LibraryTests {
    private struct Text: Sendable {
        let method: String
        let path: String
        var fields: [String: String]
        var body: [UInt8]?

        init(_ method: String, _ path: String, _ fields: [String: String] = [:], json: String? = nil, body: [UInt8]? = nil) {
            (self.method, self.path, self.fields) = (method, path, fields)
            self.body = body ?? json.map { Array($0.utf8) }
            if json != nil { self.fields["Content-Type"] = "application/json" }
        }
    }

    private static let zip = ["Accept-Encoding": "gzip"]

    /// One request for each way in which an answer can be made.
    private static let texts: [Text] = [
        Text("GET", "/tracks"), Text("GET", "/tracks", zip), Text("HEAD", "/tracks", zip), Text("GET", "/tracks?limit=0"),
        Text("GET", "/tracks/1"), Text("GET", "/tracks/999"), Text("GET", "/tracks/x"), Text("GET", "/none"),
        Text("GET", "/tracks?q=" + String(repeating: "a", count: 9_000)), Text("GET", "/tracks", ["Host": "evil.example"]),
        Text("GET", "/tracks/1/audio"), Text("HEAD", "/tracks/1/audio"), Text("GET", "/tracks/1/audio", ["Range": "bytes=10-19"]),
        Text("GET", "/tracks/1/audio", ["Range": "bytes=99999999-"]), Text("GET", "/tracks/1/frames"),
        Text("GET", "/tracks/1/frames.json?count=9", zip), Text("GET", "/tracks/1/waveform.svg", zip),
        Text("GET", "/openapi.yaml"), Text("GET", "/openapi.yaml", zip), Text("POST", "/openapi.yaml", body: []),
        Text("PUT", "/tracks", body: []), Text("OPTIONS", "/tracks"), Text("BREW", "/library"),
        Text("POST", "/playlists", json: "{}"), Text("POST", "/playlists", json: "["), Text("POST", "/playlists", body: []),
        Text("POST", "/playlists", json: String(repeating: " ", count: 1 << 20 | 1)),
        Text("POST", "/playlists", ["Origin": "https://evil.example"], json: "{}"),
        Text("POST", "/playlists", ["Authorization": "Basic x"], json: "{}"),
        Text("POST", "/uploads?name=a.wav", body: [1]), Text("POST", "/uploads?name=a.wav", ["Content-Length": "1000000000"]),
        Text("GET", "/tracks", ["Content-Length": "x"]), Text("GET", "/tracks", ["Transfer-Encoding": "gzip"]),
    ]

    @Test("each text is answered as without a port: the same status, fields and bytes", arguments: texts.indices)
    func same(number: Int) async throws {
        let text = Self.texts[number]
        let (wire, direct) = (try client, try house.client)
        let one = try await wire.send(text.method, text.path, text.fields, body: text.body)
        let other = try await direct.send(text.method, text.path, text.fields, body: text.body)
        let name = "\(text.method) \(text.path.prefix(99)) \(text.fields)"
        #expect(one.status == other.status, "\(name)")
        // When it was sent, and that the connection ends, is not the route's.
        let (fields, others) = (Self.ofRoute(one.fields), Self.ofRoute(other.fields))
        #expect(fields == others, "\(name)")
        #expect(one.body == other.body, "\(name): \(one.text.prefix(99)), but \(other.text.prefix(99))")
    }

    private static func ofRoute(_ fields: [String: String]) -> [String: String] {
        fields.filter { $0.key != "date" && $0.key != "connection" }
    }

    @Test("an unchanged list is not sent again, whichever way it was asked for")
    func tags() async throws {
        for fields in [[:], Self.zip] {
            let tag = try #require(try await house.client.get("/tracks", fields).fields["etag"])
            let again = try await client.get("/tracks", fields.merging(["If-None-Match": tag]) { $1 })
            #expect((again.status, again.body.count, again.fields["etag"]) == (304, 0, tag))
        }
    }

    @Test("events come as a stream that is not kept")
    func events() async throws {
        let port = try client.port
        let wire = try await blocking { () -> APITests.EventTests.Unchecked<Wire> in
            let wire = try Wire(port: port)
            try wire.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
            let head = try Answer(head: wire.readHead(), body: [])
            guard head.type == "text/event-stream", head.fields["cache-control"] == "no-store" else {
                throw NeverHappened("a stream of events; there was \(head.fields)")
            }
            try LibraryClient.wait(for: "listening", on: wire)
            return APITests.EventTests.Unchecked(wire)
        }
        let list = try #require(try await client.send("POST", "/playlists", json: #"{"name":"News"}"#).object["id"] as? Int)
        try await blocking { try LibraryClient.wait(for: #""playlist":\#(list)"#, on: wire.value) }
        _ = try await client.send("DELETE", "/playlists/\(list)")
    }

    @Test("a screen's address is sent only to hosts that request it")
    func screens() async throws {
        let port = try client.port
        let screen = try await blocking {
            let (screen, _) = try RoomClient.joined(port, ["room": "known", "name": "TV", "streams": ["screens": true]])
            let heard = try screen.message("the list") { $0.type == "screens" && !$0.list("screens").isEmpty }
            #expect(heard.list("screens")[0]["address"] is NSNull)
            return APITests.EventTests.Unchecked(screen)
        }
        func addresses(_ asker: APIClient) async throws -> [String?] {
            let list = try await asker.get("/rooms/known/screens").object["screens"] as? [[String: Any]]
            return (list ?? []).map { $0["address"] as? String }
        }
        #expect(try await addresses(client) == ["127.0.0.1"])
        #expect(try await addresses(client.stranger) == [nil])
        withExtendedLifetime(screen) {}
    }

    @Test("the companion's news are as described, and name files to hosts only")
    func news() async throws {
        let (port, token, id) = (try client.port, try client.token, try await track("Svefn"))
        let host = try await blocking { APITests.EventTests.Unchecked(try PushClient(port, token: token)) }
        let viewer = try await blocking { APITests.EventTests.Unchecked(try PushClient(port, token: nil)) }
        _ = try await client.send("PUT", "/tracks/\(id)/rating", json: #"{"rating":3}"#)
        _ = try await client.send("POST", "/rooms/main/commands", json: #"{"do":"play","track":\#(id)}"#)
        try await blocking {
            let (hello, joined) = (try host.value.next("hello"), try host.value.next("clients"))
            #expect(hello["version"] is String && joined["change"] as? String == "joined")
            let (change, told) = (try host.value.next("library"), try host.value.next("track"))
            #expect(change["change"] as? String == "rating" && told["relative_path"] as? String == "clicks.mp3")
            let shown = try viewer.value.next("track")
            #expect(shown["relative_path"] is NSNull)
        }
        _ = try await client.send("POST", "/rooms/main/commands", json: #"{"do":"queue.clear","all":true}"#)
    }

    private var guessing: APIClient {
        get throws {
            var guesser = try client
            guesser.token = String(repeating: "a", count: 26)
            return guesser
        }
    }

    @Test("a wrong token is answered after a delay in every place, even if reading needs no key")
    func lateAnswers() async throws {
        let guesser = try guessing
        let started = ContinuousClock.now
        async let list = guesser.get("/library")
        async let track = guesser.get("/tracks/1")
        let large = ["Content-Type": "application/json", "Content-Length": "1000000000"]
        async let command = guesser.send("POST", "/rooms/main/commands", large)
        for answer in [try await list, try await track, try await command] {
            #expect((answer.status, answer.problem) == (401, "token-wrong"))
            #expect(ContinuousClock.now - started >= .seconds(1))
        }
    }
}
