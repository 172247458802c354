import Foundation
import Glibc
import Testing
import Waiting

extension RoomsTests {
    @Suite("Altered rooms on disk") struct RoomSetAsideTests: RoomTests {
        /// Makes two rooms in a new data folder, alters the stored data, and starts the server again. Returns the log of that
        /// second server.
        @discardableResult
        private func altered(
            _ changes: [(String, String)], _ body: @escaping @Sendable (Downbeat, String) throws -> Void
        ) async throws -> String {
            let hall = try hall
            let folder = try TemporaryFolder()
            let data = folder.path + "/data"
            try FileManager.default.copyItem(atPath: hall.prepared, toPath: data)
            let track = try hall.track("long")
            try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                try await blocking {
                    let client = LibraryClient(port: server.port)
                    for room in ["main", "party"] {
                        let play = #"{"do":"play","track":\#(track)}"#
                        _ = try client.ask("POST", "/rooms/\(room)/commands", json: play)
                    }
                }
                server.process.signal(SIGTERM)
                _ = try await server.process.end()
            }
            for (file, change) in changes { try Database("\(data)/\(file).sqlite").run(change) }
            return try await Downbeat.serving(["--open-control", hall.music], data: data) { server in
                try await blocking { try body(server, data) }
                server.process.signal(SIGTERM)
                #expect(try await server.process.end() == .code(0))
                return server.process.transcript.text(1)
            }
        }

        @Test(
            "an invalid room is set aside with one warning, and its text and the other rooms are kept",
            arguments: [
                "printf('%.*c', 513, '[')", "''", "'{}'", "json_set(state, '$.state.settings.volume', 2)",
                "json_set(state, '$.state.program.queue._0.run.timeline.anchor', -9223372036854775808)",
                "json_set(state, '$.state.revision', 9223372036854775807)", "json_set(state, '$.at', 'yesterday')",
            ])
        func aside(state: String) async throws {
            let change = ("rooms", "UPDATE room SET state = \(state) WHERE name = 'main'")
            let said = try await altered([change]) { server, data in
                let client = LibraryClient(port: server.port)
                let (main, party) = (try client.object("/rooms/main"), try client.object("/rooms/party"))
                #expect((main["queue"] as? [String: Any])?["count"] as? Int == 0)
                #expect((party["queue"] as? [String: Any])?["count"] as? Int == 1)
                // A new room of the same name does not overwrite it.
                _ = try client.ask("POST", "/rooms/main/commands", json: #"{"do":"set","volume":0.5}"#)
                let catalog = try Database(data + "/catalog.sqlite")
                #expect(try catalog.texts("SELECT count(*) FROM setting WHERE key = 'room set aside: main'") == ["1"])
            }
            #expect(said.split(separator: "set aside").count == 2, "\(said)")
        }

        @Test("an invalid correction is set aside, and a new one can be made")
        func correction() async throws {
            let broken = #"INSERT INTO correction SELECT identity, '{"steps":[{"do":"taps","times":[1e300]}]}', 0 FROM content"#
            try await altered([("catalog", broken)]) { server, data in
                let client = LibraryClient(port: server.port)
                for track in try client.tracks().compactMap({ $0["id"] as? Int }) {
                    #expect((try client.object("/tracks/\(track)/grid/correction")["steps"] as? [Any])?.count == 0)
                    _ = try client.ask("PUT", "/tracks/\(track)/grid/correction", json: #"{"steps":[{"do":"half"}]}"#)
                    #expect((try client.object("/tracks/\(track)/grid/correction")["steps"] as? [Any])?.count == 1)
                }
                let aside = try Database(data + "/catalog.sqlite").texts(
                    "SELECT value FROM setting WHERE key LIKE 'correction set aside: %'")
                #expect(aside.count == 4 && aside.allSatisfy { $0.contains("1e300") })
            }
        }

        @Test("one with an invalid name is set aside")
        func name() async throws {
            try await altered([("rooms", "UPDATE room SET name = '../../etc' WHERE name = 'party'")]) { server, data in
                let main = try LibraryClient(port: server.port).object("/rooms/main")
                #expect((main["queue"] as? [String: Any])?["count"] as? Int == 1)
                #expect(try Database(data + "/rooms.sqlite").texts("SELECT name FROM room") == ["main"])
            }
        }

        @Test("one near the last generation disconnects its clients once and continues")
        func generations() async throws {
            let last = 4_294_967_295 - 800
            let place = "$.state.program.queue._0.run.timeline.generation"
            try await altered([("rooms", "UPDATE room SET state = json_set(state, '\(place)', \(last))")]) { server, _ in
                let (client, _) = try RoomClient.joined(server.port, ["streams": ["state": true, "frames": true]])
                let commands = LibraryClient(port: server.port)
                for _ in 0..<6 { _ = try commands.ask("POST", "/rooms/main/commands", json: #"{"do":"toggle"}"#) }
                #expect(try client.closing() == 1001)
                let (again, _) = try RoomClient.joined(server.port, ["streams": ["state": true, "frames": true]])
                let line = RoomLine(try again.next("timeline").fields)
                #expect((256...2048).contains(line.generation))
                _ = try again.frames { $0.generation == line.generation }
                #expect(again.law.violations == [])
            }
        }
    }
}
