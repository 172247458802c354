import CLinux
import Foundation
import Glibc
import Testing
import Waiting

extension RoomsTests {
    @Suite("Restarts") struct RoomRestartTests: RoomTests {
        private static let seed: UInt64 = 5
        /// The order of the tracks in the killed rooms, and their lengths in microseconds.
        private static let order = [("long", 16_000_000), ("quick", 9_000_000), ("late", 7_000_000)]
        private static let cycle = order.reduce(0) { $0 + $1.1 }

        /// The position of a playing timeline within the whole queue at a time.
        private static func progress(_ line: RoomLine, _ moment: Int, _ tracks: [String: Int]) -> Int {
            let index = order.firstIndex { tracks[$0.0] == line.track } ?? 0
            return order[..<index].reduce(0) { $0 + $1.1 } + line.position(moment)
        }

        private static func object(_ server: Downbeat) throws -> [String: Any] {
            try LibraryClient(port: server.port).object("/rooms/main")
        }

        private static func queue(_ client: LibraryClient) throws -> [[String: Any]] {
            try client.object("/rooms/main/queue")["entries"] as? [[String: Any]] ?? []
        }

        @Test("the data of a stopped server is in two files that can be copied")
        func copied() async throws {
            let hall = try hall
            let folder = try TemporaryFolder()
            let (data, other) = (folder.path + "/data", folder.path + "/other")
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                try await blocking {
                    let client = LibraryClient(port: server.port)
                    let play = #"{"do":"play","tracks":[\#(hall.tracks["long"] ?? 0),\#(hall.tracks["late"] ?? 0)]}"#
                    _ = try client.ask("POST", "/rooms/main/commands", json: play)
                    _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"set","volume":0.25,"autoplay":"off"}"#)
                    _ = try client.ask("POST", "/playlists", json: #"{"name":"made last"}"#)
                    // Far enough to count as played.
                    for command in [#"{"do":"seek","position":12}"#, #"{"do":"next"}"#] {
                        _ = try client.ask("POST", "/rooms/main/commands", json: command)
                    }
                    let (screen, welcome) = try RoomClient.joined(server.port, ["client": "tv"])
                    let group = #"{"do":"group.set","group":"Bar","screens":[\#(welcome.int("id"))]}"#
                    _ = try client.ask("POST", "/rooms/main/commands", json: group)
                    withExtendedLifetime(screen) {}
                }
                server.process.signal(SIGTERM)
                #expect(try await server.process.end() == .code(0))
            }
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            for name in ["catalog.sqlite", "rooms.sqlite"] {
                try FileManager.default.copyItem(atPath: "\(data)/\(name)", toPath: "\(other)/\(name)")
            }
            try await Downbeat.serving(["--open-control", hall.music], data: other) { server in
                try await blocking {
                    let state = try Self.object(server)
                    #expect((state["queue"] as? [String: Any])?["count"] as? Int == 2 && state["volume"] as? Double == 0.25)
                    let playlists = try LibraryClient(port: server.port).object("/playlists")["items"] as? [[String: Any]]
                    #expect(playlists?.compactMap { $0["name"] as? String } == ["made last"])
                    let played = try LibraryClient(port: server.port).object("/rooms/main/history")["items"] as? [[String: Any]]
                    #expect(played?.last?["title"] as? String == "long")
                    let ended = try #require(played?.last?["endedAt"] as? Double)
                    #expect(abs(ended - Date().timeIntervalSince1970) < patience)
                    let screens = try LibraryClient(port: server.port).object("/rooms/main/screens")
                    let group = try #require((screens["groups"] as? [[String: Any]])?.first)
                    #expect(group["name"] as? String == "Bar" && (group["absent"] as? [Int])?.count == 1)
                }
            }
        }

        @Test("a queue survives the loss of the catalog: if the music is there, it continues in time")
        func rebuilt() async throws {
            let hall = try hall
            let folder = try TemporaryFolder()
            let data = folder.path + "/data"
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            let (pieces, before) = try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                let known = try await blocking { () -> ([String], RoomLine) in
                    let client = LibraryClient(port: server.port)
                    let play = #"{"do":"play","tracks":[\#(hall.tracks["long"] ?? 0),\#(hall.tracks["late"] ?? 0)],"position":2}"#
                    for command in [play, #"{"do":"repeat","mode":"one"}"#] {
                        _ = try client.ask("POST", "/rooms/main/commands", json: command)
                    }
                    let pieces = try Self.queue(client).compactMap { $0["piece"] as? String }
                    return (pieces, RoomLine(try Self.object(server)["timeline"] as? [String: Any] ?? [:]))
                }
                server.process.signal(SIGTERM)
                #expect(try await server.process.end() == .code(0))
                return known
            }
            #expect(pieces.count == 2)
            for name in try FileManager.default.contentsOfDirectory(atPath: data)
            where name.hasPrefix("catalog") || name == "backups" {
                try FileManager.default.removeItem(atPath: "\(data)/\(name)")
            }
            try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                let client = LibraryClient(port: server.port)
                #expect(try Self.queue(client).compactMap { $0["piece"] as? String } == pieces)
                // The scan is running.
                try await eventually("the music") { try Self.object(server)["analysis"] as? String == "ready" }
                let state = try Self.object(server)
                let (line, now) = (RoomLine(state["timeline"] as? [String: Any] ?? [:]), state["sent"] as? Int ?? 0)
                // Both servers use the machine's clock. The second one computes the time between them from the wall clock.
                let drift = (line.position(now) - before.position(now)) % 16_000_000
                #expect(line.isPlaying && line.piece == pieces[0])
                #expect(min(abs(drift), 16_000_000 - abs(drift)) < 50_000, "off by \(drift) µs")
                #expect(try Self.queue(client).map { $0["title"] as? String } == ["long", "late"])
            }
        }

        @Test("a killed server continues in time and has lost no acknowledged change")
        func killed() async throws {
            let hall = try hall
            let folder = try TemporaryFolder()
            let data = folder.path + "/data"
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            var numbers = SeededGenerator(seed: Self.seed)
            var start: RoomLine?
            var acknowledged = 0
            for round in 0..<6 {
                // Counted in commands: on a busy machine a server may do nothing in a tenth of a second.
                let life = Int.random(in: 4...20, using: &numbers)
                let more = UInt32.random(in: 0...20_000, using: &numbers)
                let (known, last) = (start, acknowledged)
                (start, acknowledged) = try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                    let result = try await blocking { () -> (RoomLine, Int) in
                        let client = LibraryClient(port: server.port)
                        var last = last
                        func apply(_ json: String) throws {
                            // Requests are limited to a number per second.
                            try untilSo("room for a command") {
                                do {
                                    _ = try client.ask("POST", "/rooms/main/commands", json: json)
                                    return true
                                } catch let refused as LibraryClient.Refused where refused.status == 429 {
                                    return false
                                }
                            }
                        }
                        if known == nil {
                            let ids = Self.order.map { "\(hall.tracks[$0.0] ?? 0)" }.joined(separator: ",")
                            try apply(#"{"do":"set","crossfade":0,"volume":0.25}"#)
                            try apply(#"{"do":"repeat","mode":"all"}"#)
                            try apply(#"{"do":"play","tracks":[\#(ids)],"position":1}"#)
                        } else {
                            // Join at once: the kept rooms must exist from the start.
                            try apply(#"{"do":"set","volume":0.25}"#)
                        }
                        let state = try Self.object(server)
                        let line = RoomLine(state["timeline"] as? [String: Any] ?? [:])
                        let count = (state["queue"] as? [String: Any])?["count"] as? Int ?? 0
                        #expect(
                            count == 3 && state["volume"] as? Double == 0.25 && state["repeat"] as? String == "all",
                            "round \(round)")
                        if let known {
                            let now = state["sent"] as? Int ?? 0
                            let expected = Self.progress(known, now, hall.tracks) % Self.cycle
                            let drift = (Self.progress(line, now, hall.tracks) - expected) % Self.cycle
                            #expect(abs(drift) < 50_000 && line.isPlaying, "round \(round), off by \(drift) µs")
                            #expect(line.generation > known.generation)
                            let look = (state["look"] as? [String: Any])?["n"] as? Int ?? 0
                            // One more change may have been made without being acknowledged.
                            #expect((last...last + 1).contains(look), "round \(round), seed \(Self.seed)")
                            last = look
                        }
                        let goal = last + life
                        do {
                            while true {
                                try apply(#"{"do":"look","n":\#(last + 1)}"#)
                                last += 1
                                guard last == goal else { continue }
                                Thread.detachNewThread {
                                    usleep(more)
                                    server.process.signal(SIGKILL)
                                }
                            }
                        } catch is NeverHappened {
                            // SIGKILL was sent.
                        }
                        return (line, last)
                    }
                    _ = try await server.process.end()
                    return result
                }
            }
            #expect(acknowledged > 20)
        }

        @Test("a thousand clients that reconnect at once after a restart are all sent frames")
        func crowd() async throws {
            let hall = try hall
            let folder = try TemporaryFolder()
            let data = folder.path + "/data"
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            Self.allowDescriptors()
            try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                let json = #"{"do":"play","track":\#(hall.tracks["long"] ?? 0)}"#
                try await blocking {
                    _ = try LibraryClient(port: server.port).ask("POST", "/rooms/main/commands", json: json)
                }
                server.process.signal(SIGKILL)
                _ = try await server.process.end()
            }
            try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                try await withThrowingTaskGroup { group in
                    for part in 0..<4 {
                        group.addTask {
                            try await blocking {
                                let clients = try (0..<250).map {
                                    try RoomClient(server.port, "streams=frames&lead=1&client=\(part)-\($0)")
                                }
                                for client in clients {
                                    let block = try client.frames()
                                    #expect(block.lead <= 1_500_000 && client.law.violations == [])
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        /// Raises the limit of descriptors to the maximum, since other tests need some at the same time.
        private static func allowDescriptors() {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }
}
