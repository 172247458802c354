import Foundation
import Testing

extension RoomsTests {
    @Suite("Faulty clients") struct RoomFaultTests: RoomTests {
        private static let seed: UInt64 = 20_261

        @Test("a client that does not read loses frames, and others receive every one")
        func slow() async throws {
            try await inHall { hall in
                let controller = try hall.controller("slow", [:])
                let query = "room=slow&streams=frames&fps=120&lead=10"
                let stuck = try RoomClient(hall.port, query, receiveBuffer: 4096)
                let reader = try RoomClient(hall.port, query)
                try reader.settle()
                try controller.command("play", ["track": try hall.track("long")])
                var line = try reader.change(after: 0)
                // More than a megabyte, which does not fit into the buffers of a client that does not read.
                for _ in 0..<20 {
                    try controller.command("seek", ["position": 1])
                    line = try reader.change(after: line.generation)
                    var next: Int?
                    while next ?? 0 < 1200 {
                        let block = try reader.frames { $0.generation == line.generation }
                        let number = line.frame(block.due, rate: 120)
                        #expect(number == next ?? number)
                        next = number + block.count
                    }
                }
                #expect(reader.law.violations == [])
                // In the end it receives the current state.
                try stuck.send(["type": "subscribe", "streams": ["state": true, "frames": false]])
                let state = try stuck.next("state")
                #expect(RoomLine(state.object("timeline")).generation == line.generation)
                #expect(stuck.law.lines[line.generation] != nil)
            }
        }

        @Test("a flooding client is warned and then closed, and other clients are not affected")
        func flood() async throws {
            try await inHall { hall in
                let other = try hall.controller("flood")
                let flooding = try hall.controller("flood", [:])
                // Send all at once: a pause of a second would count as slowing down.
                let start = Date()
                try flooding.send((0..<300).map { ["type": "command", "id": $0, "do": "set", "volume": 0.5] })
                #expect(try flooding.closing() == 1008)
                let most = 41 + 20 * Date().timeIntervalSince(start)
                let heard = flooding.takeAll().compactMap { if case .message(let message) = $0 { message } else { nil } }
                #expect(heard.count { $0.text("code") == "slow-down" } > 150)
                #expect(Double(heard.count { $0.type == "result" }) <= most)
                try other.command("set", ["volume": 0.75])
                _ = try other.message("the new volume") { $0.type == "state" && $0["volume"] as? Double == 0.75 }
            }
        }

        @Test("junk is answered with an error or ignored, and changes nothing")
        func junk() async throws {
            try await inHall { hall in
                let controller = try hall.controller("junk")
                let revision = try controller.command("set", ["volume": 0.5])
                var numbers = SeededGenerator(seed: Self.seed)
                let messages = [
                    #"{"type":"hello","protocol":1,"room":"junk","name":"x","streams":{"frames":{"fps":30,"bands":8},"beats":true}}"#,
                    #"{"type":"time","t1":123456}"#, #"{"type":"subscribe","streams":{"frames":{"lead":1.5},"grid":true}}"#,
                    #"{"type":"unsubscribe","streams":["frames","beats"]}"#, #"{"type":"visible","visible":true}"#,
                    #"{"type":"report","errorMs":0.5,"fps":60,"latencyMs":1e1}"#,
                    #"{"type":"command","id":1,"do":"play","tracks":[1,2,3],"start":0,"position":1.5}"#,
                    #"{"type":"command","id":2,"do":"look","style":"aurora","speed":1.5,"on":true,"off":null}"#,
                ].map { Array($0.utf8) }
                // Few enough that none is refused for the rate.
                let (rounds, each) = (14, 36)
                for round in 0..<rounds {
                    let (client, _) = try RoomClient.joined(hall.port, ["room": "junk"])
                    for number in 0..<each {
                        var bytes = messages.randomElement(using: &numbers) ?? []
                        switch Int.random(in: 0..<6, using: &numbers) {
                        case 0: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &numbers)))
                        case 1: bytes = numbers.bytes(Int.random(in: 0..<300, using: &numbers))
                        case 2: bytes = Array(repeating: UInt8(ascii: "["), count: Int.random(in: 1..<20_000, using: &numbers))
                        default:
                            for _ in 0..<Int.random(in: 1..<6, using: &numbers) {
                                bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(in: 32..<127, using: &numbers)
                            }
                        }
                        let isText = String(validating: bytes, as: UTF8.self) != nil && number % 7 != 0
                        if isText { try client.send(text: bytes) } else { try client.send(binary: bytes) }
                    }
                    try client.send(["type": "time", "t1": round - 1_000_000])
                    _ = try client.message("the time, seed \(Self.seed), round \(round)") {
                        $0.type == "time" && $0["t1"] as? Int == round - 1_000_000
                    }
                }
                #expect(try controller.command("set", ["volume": 0.5]) == revision)
            }
        }

        @Test("commands need the token, and wrong tokens are answered slowly and limited")
        func tokens() async throws {
            try await inHall { hall in
                let (client, welcome) = try RoomClient.joined(hall.port, ["room": "tokens"])
                #expect(welcome.text("role") == "viewer")
                #expect(try client.refusal("set", ["volume": 0.5]) == "token-needed")
                let start = Date()
                let guess = String(repeating: "a", count: 26)
                try client.send(["type": "hello", "protocol": 1, "room": "tokens", "token": guess])
                try client.send(["type": "subscribe", "streams": ["beats": true]])
                #expect(try client.next("welcome").text("role") == "viewer")
                #expect(try client.next("error").text("code") == "token-wrong")
                #expect(Date().timeIntervalSince(start) >= 0.95)
                #expect(try client.refusal("set", ["volume": 0.5]) == "token-needed")
                #expect(try client.join(["room": "tokens", "token": hall.token]).text("role") == "owner")
                try client.command("set", ["volume": 0.5])
                for _ in 0..<5 { try client.send(["type": "hello", "protocol": 1, "token": "guess"]) }
                #expect(try client.closing() == 1008)
            }
        }

        @Test("commands work over HTTP, too, with the token")
        func http() async throws {
            let hall = try hall
            let path = "/rooms/by%20http/commands"
            let track = try hall.track("quick")
            func post(_ json: String, _ token: String?) async throws -> Answer {
                try await APIClient(port: hall.port, token: token).send("POST", path, json: json)
            }
            let play = #"{"do":"play","track":\#(track)}"#
            for (token, problem) in [(nil, "token-needed"), ("guess", "token-wrong")] {
                let answer = try await post(play, token)
                #expect((answer.status, answer.problem) == (401, problem))
            }
            #expect(try await hall.client.get("/rooms/by%20http").problem == "not-found")
            #expect(try await post(play, hall.token).text == "{\"revision\":1,\"entries\":[]}\n")
            for (json, status, problem) in [
                ("{", 400, "bad-json"), (#"{"do":"dance"}"#, 400, "unknown-command"), (#"{"do":"seek"}"#, 400, "bad-message"),
                (#"{"do":"set","volume":2}"#, 400, "bad-value"), (#"{"do":"play","track":999}"#, 404, "not-found"),
            ] {
                let answer = try await post(json, hall.token)
                #expect((answer.status, answer.problem) == (status, problem), "\(json)")
            }
            let state = try await hall.client.get("/rooms/by%20http").object
            #expect((state["track"] as? [String: Any])?["id"] as? Int == track)
            let queue = try await hall.client.get("/rooms/by%20http/queue").object
            #expect((queue["entries"] as? [[String: Any]])?.count == 1)
            #expect(try await hall.client.get("/rooms/by%20http/screens").object["total"] as? Int == 0)
            #expect(try await hall.client.get("/rooms/%2F").status == 404)
            let rooms = try #require(try await hall.client.get("/rooms").object["rooms"] as? [[String: Any]])
            let names = rooms.compactMap { $0["name"] as? String }
            #expect(names == names.sorted() && names.contains("main") && names.contains("by http"))
        }

        @Test("messages to and from rooms are counted in the metrics")
        func metrics() async throws {
            let hall = try hall
            func figures() async throws -> [String: Double] {
                let text = try await get(hall.port, "/metrics").text
                return Dictionary(
                    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
                        let words = line.split(separator: " ")
                        return words.count == 2 ? Double(words[1]).map { (String(words[0]), $0) } : nil
                    }, uniquingKeysWith: { $1 })
            }
            let before = try await figures()
            try await inHall { hall in
                let client = try hall.controller("metrics", ["beats": true, "state": true, "frames": ["bands": 3]])
                try client.command("play", ["track": try hall.track("quick")])
                #expect(try client.refusal("play", ["track": 999]) == "not-found")
                try client.next("beat")
                _ = try client.frames()
            }
            let after = try await figures()
            for name in [
                "downbeat_room_messages_total{stream=\"beat\"}", "downbeat_room_messages_total{stream=\"frames\"}",
                "downbeat_room_messages_total{stream=\"timeline\"}", "downbeat_room_message_bytes_total",
                "downbeat_room_commands_total", "downbeat_room_commands_refused_total",
            ] {
                #expect(after[name] ?? 0 > before[name] ?? 0, "\(name)")
            }
            for name in ["rooms", "rooms_playing", "room_clients", "room_listeners", "room_feeds"] {
                #expect(after["downbeat_\(name)"] != nil, "\(name)")
            }
        }
    }
}
