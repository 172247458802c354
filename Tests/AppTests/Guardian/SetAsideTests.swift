import Foundation
import Glibc
import Testing
import Waiting

@testable import Rooms
@testable import Workers

/// Uses faults that the environment enables.
@Suite("Work that ends the server") struct SetAsideTests {
    private static let faults = ["DOWNBEAT_TEST_FAULTS": "yes", "DOWNBEAT_TEST_PATIENCE": "400000"]

    /// Sends a request and returns the status; nil if the server ended instead.
    private static func ask(_ port: UInt16, _ path: String) -> Int? {
        guard let wire = try? Wire(port: port), (try? wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")) != nil,
            let head = try? wire.readHead()
        else { return nil }
        return try? Answer(head: head, body: []).status
    }

    /// The number of restarts with a reason, from the metrics.
    private static func count(_ port: UInt16, _ reason: String) async throws -> Int {
        let text = try await get(port, "/metrics").text
        let line = text.split(separator: "\n").first { $0.contains("restarts_total{reason=\"\(reason)\"}") }
        return line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? -1
    }

    @Test(
        "a kind of request that ends the server twice is answered with 503, and all others still work",
        arguments: ["/test/loop-trap", "/test/request-trap"])
    func request(_ path: String) async throws {
        try await Downbeat.serving(environment: Self.faults) { server in
            let port = server.port
            let statuses = try await blocking { [Self.ask(port, path), Self.ask(port, path), Self.ask(port, path)] }
            #expect(statuses == [nil, nil, 503])
            #expect(try await get(port, "/version").status == 200)
            #expect(try await Self.count(port, "trap") == 2)
        }
    }

    @Test("a host can see what is set aside and allow it again, also for later servers")
    func forgotten() async throws {
        try await Downbeat.serving(["--open-control"], environment: Self.faults) { server in
            let (port, path) = (server.port, "/test/request-trap")
            let client = LibraryClient(port: port)
            @Sendable func list() throws -> [String] {
                try client.list("/set-aside").map { "\($0["kind"] ?? "") \($0["what"] ?? "")" }
            }
            func forget(_ kind: String, _ what: String) async throws -> Int {
                try await APIClient(port: port, token: nil).send("DELETE", "/set-aside?kind=\(kind)&what=\(what)").status
            }
            try await blocking {
                let first = try server.child
                #expect(Self.ask(port, path) == nil)
                let second = try server.child(after: first)
                #expect(Self.ask(port, path) == nil)
                _ = try server.child(after: second)
                #expect(Self.ask(port, path) == 503)
                #expect(try list() == ["request GET \(path)"])
            }
            #expect(try await forget("room", "nowhere") == 404)
            #expect(try await forget("track", "x") == 404)
            #expect(try await forget("smell", "x") == 400)
            #expect(try await forget("request", "GET%20/test/loop-trap") == 404)
            #expect(try await forget("request", "GET%20\(path)") == 204)
            try await blocking {
                #expect(try list().isEmpty)
                // The request ends the server again; after another fault it is still not on the list.
                let last = try server.child
                #expect(Self.ask(port, "/test/loop-trap") == nil)
                _ = try server.child(after: last)
                #expect(try list().isEmpty)
                #expect(Self.ask(port, path) == nil)
            }
        }
    }

    @Test("a room that ends the server twice starts empty, and its old state is kept")
    func room() async throws {
        try await Downbeat.serving(["--open-control"], environment: Self.faults) { server in
            let port = server.port
            let client = LibraryClient(port: port)
            try await blocking {
                _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"set","volume":0.25}"#)
                for _ in 0..<2 {
                    let child = try server.child
                    #expect(try client.object("/rooms/main")["volume"] as? Double == 0.25)
                    _ = Self.ask(port, "/test/room-trap")
                    _ = try server.child(after: child)
                }
                #expect(try client.object("/rooms/main")["volume"] as? Double == 1)
                #expect(try client.list("/set-aside").map { $0["what"] as? String } == ["main"])
            }
            let files = ["catalog.sqlite", "catalog.sqlite-wal"].map { URL(fileURLWithPath: "\(server.data)/\($0)") }
            #expect(try files.contains { try Data(contentsOf: $0).range(of: Data("room set aside: main".utf8)) != nil })
            #expect(try await APIClient(port: port, token: nil).send("DELETE", "/set-aside?kind=room&what=main").status == 204)
            #expect(try await blocking { try client.list("/set-aside").isEmpty })
            #expect(try await Self.count(port, "trap") == 2)
        }
    }

    @Test("a track that ends the server twice is skipped with the reason until it is analyzed again")
    func track() async throws {
        let music = try TemporaryFolder()
        try music.write(ClickTrack(seconds: 3).wave, to: "only.wav")
        // The first track of a catalog has id 1.
        let faults = Self.faults.merging(["DOWNBEAT_TEST_TRAP_TRACK": "1"]) { $1 }
        try await Downbeat.serving(["--open-control", music.path], environment: faults) { server in
            let client = LibraryClient(port: server.port)
            try await blocking {
                try client.rest { try client.tracks().count == 1 }
                // The room, if it was kept in time, plays the track again and ends the next server, too. Then the track is skipped.
                try untilSo("the reason") {
                    if ((try? client.object("/rooms/main"))?["trouble"] as? String)?.contains("set aside") == true { return true }
                    _ = try? client.ask("POST", "/rooms/main/commands", json: #"{"do":"play","track":1}"#)
                    return false
                }
                let last = try server.child
                _ = try client.ask("POST", "/analyze", json: #"{"tracks":[1],"force":true}"#)
                _ = try? client.ask("POST", "/rooms/main/commands", json: #"{"do":"play","track":1}"#)
                _ = try server.child(after: last)
            }
        }
    }

    @Test(
        "the server is ended if a thread hangs in a loop or on a lock, and the record names the thread",
        arguments: [("/test/loop-spin", "loop-0"), ("/test/loop-lock", "loop-0"), ("/test/rooms-spin", "rooms")])
    func stuck(_ path: String, _ thread: String) async throws {
        try await Downbeat.serving(["--open-control", "--loops", "1"], environment: Self.faults) { server in
            let port = server.port
            let child = try server.child
            try await blocking {
                let wire = try Wire(port: port)
                try wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try server.child(after: child)
                withExtendedLifetime(wire) {}
            }
            #expect(try await Self.count(port, "stuck") == 1)
            try await eventually("a record of the thread") {
                let client = LibraryClient(port: port)
                guard let name = try client.list("/crashes").first?["name"] as? String else { return false }
                let text = String(decoding: try client.ask("GET", "/crashes/\(name)") as? [UInt8] ?? [], as: UTF8.self)
                return text.contains("reason: stuck\n") && text.contains("thread: \(thread)\n") && text.contains("return addresses")
            }
        }
    }
}
