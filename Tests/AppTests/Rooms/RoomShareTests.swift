import Foundation
import Testing
import Waiting

extension RoomsTests {
    /// On separate servers, since the limits hold for all tests together.
    @Suite("Fair shares") struct RoomShareTests: RoomTests {
        private func serving(_ options: [String] = [], _ body: @escaping @Sendable (Downbeat) throws -> Void) async throws {
            let hall = try hall
            let folder = try TemporaryFolder()
            let data = folder.path + "/data"
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            try await Downbeat.serving(options + [hall.music], data: data) { server in try await blocking { try body(server) } }
        }

        private static func figure(_ name: String, _ server: Downbeat) throws -> Int {
            let wire = try Wire(port: server.port)
            try wire.send("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n\r\n")
            let answer = try Answer(head: wire.readHead(), body: wire.readToEnd())
            let line = answer.text.split(separator: "\n").first { $0.hasPrefix("downbeat_\(name) ") }
            return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
        }

        private static func hello(_ room: String, _ streams: [String: Any] = [:]) -> [String: Any] {
            ["type": "hello", "protocol": 1, "room": room, "streams": streams]
        }

        @Test("a client cannot use up all rooms, and rooms without changes end with their last client")
        func rooms() async throws {
            try await serving { server in
                var clients = try (0..<16).map { number in
                    try RoomClient.joined(server.port, ["room": "look \(number)"]).client
                }
                let refused = try RoomClient(server.port)
                try refused.send(Self.hello("one more"))
                #expect(try refused.next("error").text("code") == "too-many")
                // A refused client stays in its room.
                try clients[3].send(Self.hello("one more"))
                #expect(try clients[3].next("error").text("code") == "too-many")
                try clients[3].send(["type": "subscribe", "streams": ["state": true]])
                #expect(try clients[3].next("state").text("room") == "look 3")
                #expect(try Self.figure("refused_total{kind=\"rooms\"}", server) == 2)
                // A host is not refused.
                let host = try RoomClient.joined(server.port, ["room": "hosted", "token": server.token]).client
                try host.command("set", ["volume": 0.5])
                // The host receives the list of screens, so it knows that the client has moved.
                try clients.removeLast().join(["room": "hosted"])
                try refused.join(["room": "one more"])
                let rooms = try LibraryClient(port: server.port).object("/rooms")["rooms"] as? [[String: Any]] ?? []
                #expect(rooms.count == 18 && !rooms.contains { $0["name"] as? String == "look 15" })
            }
        }

        @Test("rooms that a host opens do not count against the viewers of its address")
        func hosts() async throws {
            try await serving { server in
                let hosts = try (0..<16).map { number in
                    try RoomClient.joined(server.port, ["room": "host \(number)", "token": server.token]).client
                }
                let viewer = try RoomClient.joined(server.port, ["room": "a viewer"])
                #expect(viewer.welcome.text("room") == "a viewer" && hosts.count == 16)
            }
        }

        @Test("a room with too many forms grants the nearest one, and always the default ones")
        func forms() async throws {
            try await serving { server in
                var clients: [RoomClient] = []
                var granted: [Int] = []
                for number in 0..<40 {
                    let (client, welcome) = try RoomClient.joined(
                        server.port, ["room": "main", "streams": ["frames": ["fps": 20 + number, "bands": 32]]])
                    clients.append(client)
                    let frames = welcome.object("streams")["frames"] as? [String: Any] ?? [:]
                    granted.append(frames["fps"] as? Int ?? 0)
                }
                #expect(granted.prefix(8) == [20, 21, 22, 23, 24, 25, 26, 27])
                #expect(granted.dropFirst(8).allSatisfy { $0 == 27 || $0 == 60 })
                for lead in [2, 3] {
                    let frames: [String: Any] = ["lead": lead, "back": lead == 3 ? 8 : 0]
                    let screen = try RoomClient.joined(server.port, ["room": "main", "streams": ["frames": frames]])
                    let form = screen.welcome.object("streams")["frames"] as? [String: Any] ?? [:]
                    #expect(form["fps"] as? Int == 60 && form["bands"] as? Int == 64 && form["lead"] as? Int == lead)
                    clients.append(screen.client)
                }
                #expect(try Self.figure("room_feeds", server) <= 11)
                // A form without clients is free for another one.
                try clients[0].send(["type": "subscribe", "streams": ["frames": ["fps": 90]]])
                let other = try clients[0].next("granted").object("streams")["frames"] as? [String: Any] ?? [:]
                #expect(other["fps"] as? Int == 90)
            }
        }

        @Test("commands over HTTP have the same rate limit as over a socket, and are then refused with Retry-After")
        func commands() async throws {
            try await serving(["--open-control"]) { server in
                let json = #"{"do":"set","volume":0.5}"#
                let command =
                    "POST /api/v1/rooms/main/commands HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n" + json
                let wire = try Wire(port: server.port)
                let start = Date()
                // One after the other, so that only the server limits the rate.
                try wire.send(String(repeating: command, count: 1000))
                var (taken, answer) = (0, try wire.answer())
                while answer.status == 200, taken < 999 { (taken, answer) = (taken + 1, try wire.answer()) }
                // The limit of this machine's programs is five times as high.
                #expect(taken >= 200 && Double(taken) <= 201 + 100 * Date().timeIntervalSince(start))
                #expect(answer.status == 429 && answer.text.contains("slow-down") && answer.fields["retry-after"] != nil)
            }
        }

        @Test("a queue is read over HTTP only so often, and then refused with Retry-After")
        func queueReads() async throws {
            try await serving { server in
                let wire = try Wire(port: server.port)
                let start = Date()
                let read = "GET /api/v1/rooms/main/queue HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
                try wire.send(String(repeating: read, count: 300))
                var (taken, answer) = (0, try wire.answer())
                while answer.status == 200, taken < 299 { (taken, answer) = (taken + 1, try wire.answer()) }
                #expect(taken >= 100 && Double(taken) <= 101 + 25 * Date().timeIntervalSince(start))
                #expect(answer.status == 429 && answer.fields["retry-after"] != nil)
            }
        }

        @Test("sound that is turned on and off repeatedly uses one decoder")
        func decoders() async throws {
            let track = try hall.track("long")
            try await serving { server in
                let host = try RoomClient.joined(server.port, ["room": "main", "token": server.token]).client
                try host.command("play", ["track": track])
                let viewer = try RoomClient(server.port)
                try viewer.send(Self.hello("main"))
                func toggle() throws {
                    try viewer.send(["type": "subscribe", "streams": ["audio": true]])
                    try viewer.send(["type": "unsubscribe", "streams": ["audio"]])
                }
                try viewer.send(["type": "subscribe", "streams": ["audio": true]])
                try untilSo("a decoder") { try Self.figure("room_decoders_total", server) > 0 }
                for _ in 0..<15 { try toggle() }
                // The last message has taken effect when it is granted. The server does not read from a client that does not read.
                try viewer.send(["type": "subscribe", "streams": ["grid": true]])
                _ = try viewer.message("the grid") { $0.type == "granted" && $0.object("streams")["grid"] as? Bool == true }
                #expect(try Self.figure("room_decoders_total", server) == 1)
            }
        }
    }
}
