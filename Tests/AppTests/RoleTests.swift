import Foundation
import Library
import Session
import Testing
import Waiting
import Web

@testable import API

/// Who may do what: every address and every command, by everybody.
@Suite("Roles", .serialized) struct RoleTests {
    /// Somebody with or without a token.
    private struct Holder: CustomTestStringConvertible, Sendable {
        let name: String
        var role = Role.viewer
        /// Nil for all rooms.
        var room: String?
        var isOver = false
        var token: String?

        var testDescription: String { name }

        func has(_ least: Role, in room: String?) -> Bool {
            least == .viewer || role >= least && !isOver && (self.room == nil || self.room == room)
        }
    }

    private static func token(_ letter: String) -> String { String(repeating: letter, count: 26) }

    private static let links = [
        Holder(name: "viewer", token: token("b")), Holder(name: "guest", role: .guest, token: token("c")),
        Holder(name: "guest of main", role: .guest, room: "main", token: token("d")),
        Holder(name: "guest elsewhere", role: .guest, room: "attic", token: token("e")),
        Holder(name: "co-host of main", role: .cohost, room: "main", token: token("k")),
        Holder(name: "host", role: .host, token: token("f")),
        Holder(name: "host of main", role: .host, room: "main", token: token("g")),
        Holder(name: "host elsewhere", role: .host, room: "attic", token: token("h")),
        Holder(name: "revoked host", role: .host, isOver: true, token: token("i")),
        Holder(name: "expired host", role: .host, isOver: true, token: token("j")),
    ]

    /// What each address needs that somebody may not do; the rest is for everybody.
    private static let needs: [String: (least: Role, isOfRoom: Bool)] = {
        var needs: [String: (Role, Bool)] = [
            "POST /rooms/{room}/commands": (.guest, true),
            "GET /links": (.host, true), "GET /rooms/{room}/follow": (.host, true), "POST /links": (.host, true),
            "DELETE /links/{link}": (.host, true),
            "POST /pairings/grant": (.host, true), "POST /codes": (.host, true), "DELETE /codes/{number}": (.host, true),
            "DELETE /rooms/{room}": (.host, true),
            "PUT /analysis": (.owner, false), "GET /analysis/batch": (.owner, false), "POST /analysis/batch": (.owner, false),
            "DELETE /analysis/batch": (.owner, false), "POST /analyze": (.owner, false), "POST /library/scan": (.owner, false),
            "POST /uploads": (.owner, false), "POST /uploads/resumable": (.owner, false), "GET /uploads/resumable": (.owner, false),
            "GET /uploads/resumable/{upload}": (.owner, false), "PATCH /uploads/resumable/{upload}": (.owner, false),
            "DELETE /uploads/resumable/{upload}": (.owner, false),
            "PUT /inputs/{input}/recording": (.owner, false), "DELETE /inputs/{input}/recording": (.owner, false),
            "GET /crashes": (.owner, false), "GET /crashes/{crash}": (.owner, false),
            "GET /settings/export": (.owner, false), "POST /settings/import": (.owner, false),
            "GET /log": (.owner, false), "GET /log/events": (.owner, false),
            "GET /servers": (.owner, false), "POST /servers": (.owner, false), "PATCH /servers/{name}": (.owner, false),
            "DELETE /servers/{name}": (.owner, false), "POST /servers/{name}/scan": (.owner, false),
            "GET /tracks/{track}/tags": (.owner, false), "POST /tags/preview": (.owner, false),
            "POST /tags/edits": (.owner, false), "GET /tags/edits/{edit}": (.owner, false),
            "DELETE /tags/edits/{edit}": (.owner, false), "GET /tags/undo": (.owner, false), "POST /tags/undo": (.owner, false),
            "PATCH /companion/edit-metadata": (.owner, false), "PATCH /companion/batch-edit-metadata": (.owner, false),
            "POST /companion/bulk-fix": (.owner, false), "POST /companion/upload-track": (.owner, false),
            "GET /set-aside": (.owner, false), "DELETE /set-aside": (.owner, false),
        ]
        for change in [
            "PUT /tracks/{track}/grid/correction", "POST /tracks/{track}/grid/correction",
            "DELETE /tracks/{track}/grid/correction", "POST /tracks/{track}/grid/undo", "POST /tracks/{track}/grid/redo",
            "PUT /tracks/{track}/lyrics/correction", "POST /tracks/{track}/lyrics/correction",
            "DELETE /tracks/{track}/lyrics/correction", "POST /tracks/{track}/lyrics/undo", "POST /tracks/{track}/lyrics/redo",
            "POST /tracks/{track}/markers", "PUT /tracks/{track}/markers/{marker}",
            "DELETE /tracks/{track}/markers/{marker}", "POST /playlists", "PATCH /playlists/{playlist}",
            "DELETE /playlists/{playlist}", "POST /playlists/{playlist}/entries", "PUT /playlists/{playlist}/entries",
            "DELETE /playlists/{playlist}/entries", "POST /playlists/{playlist}/moves", "POST /playlists/{playlist}/undo",
            "PUT /tracks/{track}/rating", "DELETE /tracks/{track}/rating", "PUT /tracks/{track}/favourite",
            "DELETE /tracks/{track}/favourite", "PUT /albums/{album}/favourite", "DELETE /albums/{album}/favourite",
            "GET /tracks/{track}/place", "PUT /albums/{album}/pin", "DELETE /albums/{album}/pin",
            "GET /library/broken", "GET /stations", "POST /songs", "PATCH /songs/{song}", "DELETE /songs/{song}",
            "POST /songs/import",
            "POST /set-lists", "PATCH /set-lists/{list}", "DELETE /set-lists/{list}", "DELETE /practice",
            "PUT /clicks/{kit}/{voice}", "DELETE /clicks/{kit}", "POST /looks", "PATCH /looks/{look}", "DELETE /looks/{look}",
        ] {
            needs[change] = (.host, false)
        }
        return needs
    }()

    private static var commands: [(fields: [String: Any], least: Role)] {
        [
            (["do": "queue.add", "track": 1], .guest), (["do": "queue.add", "album": 1], .guest), (["do": "vote"], .guest),
            (["do": "queue.add", "track": 1, "next": true], .host), (["do": "queue.add", "library": true], .host),
            (["do": "queue.add", "artist": 1], .host), (["do": "queue.add", "smart": ["favourite": true]], .host),
            (["do": "queue.add", "playlist": 1], .host), (["do": "play"], .host),
            (["do": "play", "track": 1], .host), (["do": "play", "entry": 1], .host), (["do": "pause"], .host),
            (["do": "toggle"], .host), (["do": "next"], .host), (["do": "previous"], .host), (["do": "seek", "by": 1], .host),
            (["do": "follow.start", "server": "a", "user": "b"], .host), (["do": "follow.stop"], .host),
            (["do": "live.start", "input": "a"], .host), (["do": "live.stop"], .host),
            (["do": "follow.tap"], .host), (["do": "follow.shift", "beats": 1], .host),
            (["do": "loop", "from": 1, "to": 2], .host), (["do": "loop.end"], .host),
            (["do": "queue.move", "entry": 1, "to": 0], .host), (["do": "queue.remove", "entry": 1], .host),
            (["do": "queue.clear"], .host), (["do": "queue.undo"], .host),
            (["do": "shuffle", "on": true], .host), (["do": "repeat", "mode": "all"], .host),
            (["do": "rate", "rate": 1], .host), (["do": "set", "voteShare": 0.5], .host), (["do": "set", "switchTo": "a"], .host),
            (["do": "set", "label": "A"], .host), (["do": "look", "hue": 0.5], .host),
            (["do": "screen.rename", "screen": 1, "name": "A"], .host), (["do": "screen.offset", "screen": 1, "ms": 1], .host),
            (["do": "screen.identify", "screen": 1], .host), (["do": "screens.identify"], .host),
            (["do": "screen.place", "screen": 1, "place": NSNull()], .host), (["do": "wall.clear"], .host),
            (["do": "screen.look", "screen": 1, "look": NSNull()], .host),
            (["do": "screen.sound", "screen": 1, "on": true], .host),
            (["do": "screen.rotate", "screen": 1, "degrees": 90], .host), (["do": "screen.reload", "screen": 1], .host),
            (["do": "screen.forget", "absent": 1], .host), (["do": "screen.reload", "group": "A"], .host),
            (["do": "group.set", "group": "A", "screens": [1]], .host),
            (["do": "party.ask", "track": 1], .guest), (["do": "party.vote", "entry": 1, "vote": "up"], .guest),
            (["do": "party.withdraw", "entry": 1], .guest), (["do": "party.boost", "entry": 1], .guest),
            (["do": "party.join", "name": "A"], .guest), (["do": "party.pin", "entry": 1], .cohost),
            (["do": "party.move", "entry": 1, "to": 0], .cohost), (["do": "party.refuse", "entry": 1], .cohost),
            (["do": "party.rename", "person": 1, "name": "A"], .host), (["do": "party.lastCall", "minutes": 1], .host),
            (["do": "party.person", "person": 1, "standing": "muted"], .host), (["do": "party.set", "boosts": 1], .host),
            (["do": "party.close"], .host),
            (["do": "group.rename", "group": "A", "name": "B"], .host), (["do": "group.remove", "group": "B"], .host),
        ]
    }

    /// Runs a server that knows the links, and everybody: those with links, one without a token, and the owner.
    private func serving(atPort: Bool = false, _ body: @Sendable (House, [Holder]) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let kept = Self.links.enumerated().map { index, holder in
            Link(
                id: index + 1, role: holder.role, room: holder.room, name: holder.name, madeAt: 1,
                endsAt: holder.name.hasPrefix("expired") ? Int(Date().timeIntervalSince1970) - 1 : nil,
                revokedAt: holder.name.hasPrefix("revoked") ? Int(Date().timeIntervalSince1970) : nil,
                hash: SHA256.digest(Array((holder.token ?? "").utf8)))
        }
        let data = try JSONEncoder().encode(kept)
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
        try folder.write(
            Array(#"{"last":\#(kept.count),"links":\#(String(decoding: data, as: UTF8.self))}"#.utf8), to: "data/links.json")
        let music = try TemporaryFolder()
        try await House.serving(
            ["--music", music.path, "--upload-folder", music.path, "--edit-tags"], data: folder.path + "/data", atPort: atPort
        ) { house async throws in
            let owner = Holder(name: "owner", role: .owner, token: house.token)
            try await body(house, Self.links + [Holder(name: "nobody"), owner])
        }
        withExtendedLifetime((folder, music)) {}
    }

    @Test("every address admits exactly those whom the table names")
    func addresses() async throws {
        let file = Downbeat.checkout.appendingPathComponent("Public/openapi.yaml")
        let paths = try #require(Outline(try String(contentsOf: file, encoding: .utf8))["paths"])
        let described = paths.keys.flatMap { path in
            ["get", "put", "post", "patch", "delete"].filter { paths[path]?[$0] != nil }.map {
                (method: $0.uppercased(), path: path)
            }
        }
        let names = Set(described.map { "\($0.method) \($0.path.trimmingPrefix("/api/v1"))" })
        #expect(Self.needs.keys.filter { !names.contains($0) } == [])
        let asked = described.filter { !$0.path.hasSuffix("/events") && !$0.path.hasSuffix("/session") }
        try await serving { house, holders in
            for address in asked {
                for holder in holders { try await tryOut(address.method, address.path, holder, house) }
            }
        }
    }

    private func tryOut(_ method: String, _ path: String, _ holder: Holder, _ house: House) async throws {
        let filled = path.replacing("{room}", with: "main").replacing(#/\{[a-z]+\}/#, with: "77")
        let status = try await APIClient(house, token: holder.token).send(method, filled, body: []).status
        let isAdmitted = Self.admits(holder, method, path)
        let refusal = holder.token == nil || holder.isOver ? 401 : 403
        #expect((status == 401 || status == 403) == !isAdmitted, "\(holder.name): \(method) \(path): \(status)")
        if !isAdmitted { #expect(status == refusal, "\(holder.name): \(method) \(path)") }
    }

    /// Whether the table admits somebody to an address. Those whose link is over are told so, whatever they ask for.
    private static func admits(_ holder: Holder, _ method: String, _ path: String) -> Bool {
        let need = needs["\(method) \(path.trimmingPrefix("/api/v1"))"]
        let isOfLinks =
            path.hasPrefix("/api/v1/links") || path.hasPrefix("/api/v1/codes") || path.hasPrefix("/api/v1/pairings/grant")
        let room = need?.isOfRoom == true ? (isOfLinks ? holder.room : "main") : nil
        return holder.has(need?.least ?? .viewer, in: room) && !holder.isOver
    }

    @Test("every command obeys exactly those whom the table names, over both ways")
    func allCommands() async throws {
        try await serving(atPort: true) { house, holders in
            for holder in holders {
                try await blocking {
                    var client = try greeted(house.port, holder)
                    for (index, (fields, least)) in Self.commands.enumerated() {
                        // One client may not send so many at once.
                        if index % 30 == 29 { client = try greeted(house.port, holder) }
                        let code = try client.refusal(fields["do"] as? String ?? "", fields)
                        let isRefused = ["token-needed", "token-ended", "role-needed"].contains(code)
                        #expect(isRefused == !holder.has(least, in: "main"), "\(holder.name): \(fields): \(code ?? "done")")
                    }
                }
                let client = APIClient(house, token: holder.token)
                for (json, least) in [(#"{"do":"pause"}"#, Role.host), (#"{"do":"queue.add","track":1}"#, .guest)] {
                    let status = try await client.send("POST", "/rooms/main/commands", json: json).status
                    #expect(
                        (status == 401 || status == 403) == !holder.has(least, in: "main"), "\(holder.name): \(json): \(status)")
                }
            }
        }
    }

    private func greeted(_ port: UInt16, _ holder: Holder) throws -> RoomClient {
        let client = try RoomClient(port)
        let hello: [String: Any] = ["type": "hello", "protocol": 1]
        try client.send(hello.merging(holder.token.map { ["token": $0] } ?? [:]) { $1 })
        let role = holder.has(.guest, in: "main") ? holder.role : .viewer
        #expect(try client.next("welcome").text("role") == role.rawValue, "\(holder.name)")
        if holder.isOver { #expect(try client.next("error").text("code") == "token-ended") }
        return client
    }

    @Test("a link works from its making to its revocation, also over crashes; its token is shown once and kept by nobody")
    func life() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        let (guest, host) = try await Downbeat.serving([folder.path], data: data) { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            let made = try await owner.send("POST", "/links", json: #"{"role":"host","room":"attic","name":"Ann"}"#)
            #expect(made.status == 201 && made.fields["cache-control"] == "no-store")
            let token = try #require(made.object["token"] as? String)
            let host = APIClient(port: server.port, token: token)
            // A host of one room invites guests there, nobody else and nowhere else.
            for body in [
                #"{"role":"host","room":"attic"}"#, #"{"role":"guest","room":"main"}"#, #"{"role":"guest"}"#,
            ] {
                #expect(try await host.send("POST", "/links", json: body).problem == "role-needed", "\(body)")
            }
            for body in [#"{"role":"owner"}"#, #"{"role":"guest","hours":-1}"#, #"{"role":"guest","room":"a/b"}"#] {
                #expect(try await owner.send("POST", "/links", json: body).status == 400, "\(body)")
            }
            let second = try await host.send("POST", "/links", json: #"{"role":"guest","room":"attic","hours":1}"#)
            let guest = try #require(second.object["token"] as? String)
            #expect(try await names(host) == [""])
            #expect(try await names(owner) == ["Ann", ""])
            let saved = try String(contentsOfFile: data + "/links.json", encoding: .utf8)
            #expect(!saved.contains(token) && !saved.contains(guest) && !server.process.transcript.text(1).contains(token))
            server.process.signal(SIGKILL)
            return (guest, token)
        }
        try await Downbeat.serving([folder.path], data: data) { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            try await blocking {
                let (client, welcome) = try RoomClient.joined(server.port, ["room": "attic", "token": host])
                #expect(welcome.text("role") == "host")
                try client.command("set", ["volume": 0.5])
                #expect(try client.join(["room": "main", "token": host]).text("role") == "viewer")
                #expect(try client.refusal("set", ["volume": 0.5]) == "role-needed")
            }
            let open = try await blocking {
                APITests.EventTests.Unchecked(try RoomClient.joined(server.port, ["room": "attic", "token": guest]).client)
            }
            #expect(try await owner.send("DELETE", "/links/2").status == 204)
            let code = try await blocking { try open.value.closing() }
            #expect(code == 1001)
            #expect(try await owner.send("DELETE", "/links/2").status == 404)
            server.process.signal(SIGKILL)
        }
        try await Downbeat.serving([folder.path], data: data) { server async throws in
            let answer = try await APIClient(port: server.port, token: guest).get("/tracks")
            #expect((answer.status, answer.problem) == (401, "token-ended"))
            let asHost = APIClient(port: server.port, token: host)
            #expect(try await names(asHost) == [])
        }
    }

    private func names(_ client: APIClient) async throws -> [String] {
        (try await client.get("/links").object["links"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    @Test("two guests skip together what one alone cannot")
    func votes() async throws {
        let folder = try TemporaryFolder()
        let music = try TemporaryFolder()
        for interval in [0.5, 0.4] { try music.write(ClickTrack(interval: interval, seconds: 60).wave, to: "\(interval).wav") }
        try await Downbeat.serving([music.path], data: folder.path) { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            let made = try await owner.send("POST", "/links", json: #"{"role":"guest"}"#)
            let token = try #require(made.object["token"] as? String)
            var tracks: [Int] = []
            while tracks.count < 2 { tracks = try await owner.get("/tracks").items.compactMap { $0["id"] as? Int } }
            let wanted = tracks
            #expect(try await owner.send("POST", "/rooms/main/commands", json: #"{"do":"play","tracks":\#(wanted)}"#).status == 200)
            try await blocking {
                let guests = try ["a", "b"].map { name in
                    try RoomClient.joined(server.port, ["client": name, "token": token, "streams": ["state": true]]).client
                }
                try guests[0].command("vote")
                try guests[0].command("vote")
                let state = try guests[1].message("one vote") { $0.type == "state" && $0.object("votes")["count"] as? Int == 1 }
                #expect(state.object("votes")["needed"] as? Int == 2 && state.object("track")["id"] as? Int == wanted[0])
                try guests[1].command("vote")
                let after = try guests[0].message("the second") {
                    $0.type == "state" && $0.object("track")["id"] as? Int == wanted[1]
                }
                #expect(after.object("votes")["count"] as? Int == 0)
            }
        }
    }

    @Test("with a key for viewers, a link reads by a cookie that changes nothing, and its end closes sockets and streams")
    func reading() async throws {
        try await Downbeat.serving(["--viewers", "token"]) { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            let stranger = APIClient(port: server.port)
            for role in ["viewer", "host"] {
                let made = try await owner.send("POST", "/links", json: #"{"role":"\#(role)"}"#)
                let token = try #require(made.object["token"] as? String)
                let id = try #require((made.object["link"] as? [String: Any])?["id"] as? Int)
                let traded = try await stranger.send("POST", "/session", json: #"{"key":"\#(token)"}"#)
                let cookie = String(try #require(traded.fields["set-cookie"]).prefix { $0 != ";" })
                #expect(traded.status == 204 && !cookie.contains(token))
                #expect(try await stranger.get("/tracks", ["Cookie": cookie]).status == 200)
                let join = try await stranger.get("/join", ["Cookie": cookie])
                #expect(join.status == 200 && !join.text.contains("#key="))
                let port = server.port
                let open = try await blocking {
                    let socket = try RoomClient(port, "streams=state", cookie: cookie)
                    try socket.next("welcome")
                    let streams = try ["events", "rooms/main/events"].map { path in
                        let wire = try Wire(port: port)
                        try wire.send("GET /api/v1/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nCookie: \(cookie)\r\n\r\n")
                        _ = try wire.readHead()
                        try LibraryClient.wait(for: "listening", on: wire)
                        return wire
                    }
                    return APITests.EventTests.Unchecked((socket, streams))
                }
                #expect(try await owner.send("DELETE", "/links/\(id)").status == 204)
                try await blocking {
                    #expect(try open.value.0.closing() == 1001)
                    for wire in open.value.1 { try LibraryClient.wait(for: "\r\n0\r\n\r\n", on: wire) }
                }
                for _ in 0..<20 {
                    let answer = try await stranger.get("/tracks", ["Cookie": cookie])
                    #expect((answer.status, answer.problem) == (401, "token-ended"))
                }
                #expect(try await stranger.send("POST", "/session", json: #"{"key":"\#(token)"}"#).problem == "token-ended")
            }
            #expect(!server.process.transcript.text(1).contains("wrong key"))
        }
    }

    @Test("rights in one room are of no use in another, also if a hello to the one was refused")
    func refusedHello() async throws {
        try await Downbeat.serving { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            let made = try await owner.send("POST", "/links", json: #"{"role":"host","room":"attic"}"#)
            let token = try #require(made.object["token"] as? String)
            try await blocking {
                let client = try RoomClient.joined(server.port, ["room": "main"]).client
                let others = try (0..<16).map { try RoomClient.joined(server.port, ["room": "room \($0)"]).client }
                // A host may still open one; a guest of the same address may not.
                #expect(try client.join(["room": "main", "token": token]).text("role") == "viewer")
                #expect(try client.refusal("set", ["volume": 0.5]) == "role-needed")
                withExtendedLifetime(others) {}
            }
            let guest = try await owner.send("POST", "/links", json: #"{"role":"guest","room":"cellar"}"#)
            let other = try #require(guest.object["token"] as? String)
            try await blocking {
                let client = try RoomClient.joined(server.port, ["room": "main"]).client
                let others = try (0..<16).map { try RoomClient.joined(server.port, ["room": "room \($0)"]).client }
                try client.send(["type": "hello", "protocol": 1, "room": "cellar", "token": other])
                #expect(try client.next("error").text("code") == "too-many")
                #expect(try client.refusal("queue.add", ["track": 1]) == "conflict")
                withExtendedLifetime(others) {}
            }
        }
    }

    @Test("a damaged file of links is refused with advice, and a data folder without one has none")
    func damage() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
        for text in [
            "", "{}", #"{"last":0,"links":[{}]}"#, #"{"last":1,"links":[{"id":2,"role":"host","name":"","madeAt":1,"hash":[]}]}"#,
        ] {
            try folder.write(Array(text.utf8), to: "data/links.json")
            let (ending, _, err) = try await Downbeat.run(
                ["--data", folder.path + "/data", "--port", "0", "--no-guardian", "--public", Downbeat.checkout.path + "/Public"])
            #expect(ending == .code(69) && err.contains("links.json holds no links: delete it"), "\(text): \(err)")
        }
    }
}
