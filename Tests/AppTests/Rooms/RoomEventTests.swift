import Foundation
import Testing
import Waiting

extension RoomsTests {
    @Suite("Events and names") struct RoomEventTests: RoomTests {
        /// The next event of a stream: its name and its data.
        private static func next(_ wire: Wire) throws -> RoomMessage {
            var text: [UInt8] = []
            let patience = Patience("an event")
            while true {
                try patience.check()
                // The body is chunked: each chunk has its length in hexadecimal digits before it.
                text += try wire.read(1)
                guard text.suffix(2) == Array("\n\n".utf8)[...] else { continue }
                let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
                text = []
                guard let name = lines.first(where: { $0.hasPrefix("event: ") }),
                    let data = lines.first(where: { $0.hasPrefix("data: ") })
                else { continue }
                let message = try RoomMessage(Array(data.dropFirst(6).utf8))
                #expect(message.type == name.dropFirst(7))
                return message
            }
        }

        @Test("an event stream sends each beat when it is due")
        func beats() async throws {
            try await inHall { hall in
                let controller = try hall.controller("events")
                try controller.command("play", ["track": try hall.track("long")])
                let wire = try Wire(port: hall.port)
                try wire.send(
                    "GET /api/v1/rooms/events/events?streams=beats,state&lead=1 HTTP/1.1\r\nHost: 127.0.0.1:\(hall.port)\r\n\r\n")
                let head = try Answer(head: wire.readHead(), body: [])
                #expect(head.type == "text/event-stream" && head.fields["cache-control"] == "no-store")
                var (law, beats, states) = (RoomLaw(), [Int](), 0)
                while beats.count < 5 || states == 0 {
                    let message = try Self.next(wire)
                    law.note(message)
                    if message.type == "state" { states += 1 }
                    if message.type == "beat" { beats.append(message.int("beat")) }
                }
                #expect(beats == Array(beats[0]..<beats[0] + beats.count) && law.violations == [])
            }
        }

        @Test("an event stream sends each line of lyrics, and after a correction those that follow anew")
        func lyrics() async throws {
            try await inHall { hall in
                let track = try hall.track("long")
                func send(_ method: String, _ json: String) throws {
                    let wire = try Wire(port: hall.port)
                    try wire.send(
                        """
                        \(method) /api/v1/tracks/\(track)/lyrics/correction HTTP/1.1\r\nHost: 127.0.0.1:\(hall.port)\r
                        Authorization: Bearer \(hall.token)\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)\r
                        \r\n\(json)
                        """)
                    #expect(try Answer(head: wire.readHead(), body: []).status == 200)
                }
                let made = (0..<60).map { #"{"t":\#(Double($0) / 4),"text":"line \#($0)"}"# }.joined(separator: ",")
                try send("PUT", #"{"lines":[\#(made)]}"#)
                let controller = try hall.controller("sung")
                try controller.command("play", ["track": track])
                let wire = try Wire(port: hall.port)
                try wire.send(
                    "GET /api/v1/rooms/sung/events?streams=lyrics&lead=1 HTTP/1.1\r\nHost: 127.0.0.1:\(hall.port)\r\n\r\n")
                _ = try wire.readHead()
                func line() throws -> RoomMessage {
                    while true {
                        let message = try Self.next(wire)
                        if message.type == "line" { return message }
                    }
                }
                let first = try line()
                for number in 1..<4 {
                    let next = try line()
                    #expect(next.int("line") == first.int("line") + number && next["text"] as? String == "line \(next.int("line"))")
                    #expect(next.int("due") == first.int("due") + number * 250_000)
                }
                try send("POST", #"{"shift":0.125}"#)
                var later = try line()
                while later.int("generation") == first.int("generation") { later = try line() }
                #expect(later.int("due") - first.int("due") == (later.int("line") - first.int("line")) * 250_000 + 125_000)
                try send("PUT", "{}")
            }
        }

        @Test("streams that are not available as events are refused", arguments: ["streams=audio", "streams=lights", "lead=99"])
        func refused(query: String) async throws {
            let answer = try await hall.client.get("/rooms/main/events?" + query)
            #expect((answer.status, answer.problem) == (400, "bad-value"))
        }

        @Test("at most 64 rooms can exist, and rooms without changes make room for new ones")
        func rooms() async throws {
            let hall = try hall
            try await Downbeat.serving(["--open-control"]) { server in
                try await blocking {
                    let looking = try RoomClient(server.port)
                    for number in 0..<30 { try looking.join(["room": "looked into \(number)"]) }
                    var clients: [RoomClient] = []
                    for number in 0..<63 {
                        let client = try RoomClient(server.port)
                        try client.join(["room": "Raum \(number) ä"])
                        clients.append(client)
                    }
                    let late = try RoomClient(server.port)
                    try late.send(["type": "hello", "protocol": 1, "room": "one more"])
                    #expect(try late.next("error").text("code") == "too-many")
                    // The main room is always available.
                    try late.join(["room": "main"])
                    try clients[7].command("set", ["volume": 0.5])
                    try looking.join(["room": "Raum 7 ä"])
                    let rooms = try LibraryClient(port: server.port).object("/rooms")["rooms"] as? [[String: Any]] ?? []
                    #expect(rooms.count == 64)
                    #expect(rooms.contains { $0["name"] as? String == "Raum 7 ä" && $0["screens"] as? Int == 2 })
                }
            }
            for name in ["/", ".x", "a/b", "a\nb", "", String(repeating: "x", count: 65)] {
                try await blocking {
                    let client = try RoomClient(hall.port)
                    try client.send(["type": "hello", "protocol": 1, "room": name])
                    #expect(try client.next("error").text("code") == "bad-value", "\(name)")
                }
            }
        }
    }
}
