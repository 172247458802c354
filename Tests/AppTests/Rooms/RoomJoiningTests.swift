import Foundation
import Testing

extension RoomsTests {
    @Suite("Joining") struct RoomJoiningTests: RoomTests {
        @Test("with only an address, a client receives the timeline and each beat once, in order, due when the grid says")
        func beats() async throws {
            try await inHall { hall in
                let track = try hall.track("long")
                let controller = try hall.controller("beats")
                try controller.command("play", ["track": track])
                let lamp = try RoomClient(hall.port, "room=beats&streams=beats,grid&lead=10")
                let welcome = try lamp.next("welcome")
                #expect(welcome.text("role") == "viewer" && welcome.text("room") == "beats" && welcome.int("protocol") == 1)
                #expect(welcome.object("streams")["state"] as? Bool == false)
                let line = RoomLine(try lamp.next("timeline").fields)
                #expect(line.track == track && line.isPlaying)
                let grid = try lamp.next("grid")
                let beats = try #require(grid["beats"] as? [Double])
                #expect(beats.count > 20)
                var last: Int?
                for _ in 0..<15 {
                    let beat = try lamp.next("beat")
                    let number = beat.int("beat")
                    #expect(beat.int("due") == line.due(RoomLine.microseconds(beats[number])))
                    #expect(beat.int("due") >= welcome.int("now") && number == last.map { $0 + 1 } ?? number)
                    #expect(beat.int("position") == (grid["positions"] as? [Int])?[number])
                    #expect(beat.int("bar") == (grid["bars"] as? [Int])?[number])
                    last = number
                }
                #expect(lamp.law.violations == [])
            }
        }

        @Test("frames are sent as text on request")
        func text() async throws {
            try await inHall { hall in
                let track = try hall.track("quick")
                let controller = try hall.controller("text")
                try controller.command("play", ["track": track])
                let script = try RoomClient(hall.port, "room=text&streams=frames&format=json&fps=25&bands=8&lead=1")
                let frames = try script.next("frames")
                #expect(frames.int("rate") == 25 && frames.int("first") >= 0)
                for frame in frames.list("frames") {
                    #expect((frame["bands"] as? [Int])?.count == 8)
                    #expect(frame["phase"] is Double && frame["loudness"] is Int && frame["onset"] is Int && frame["beat"] is Int)
                }
                #expect(script.law.violations == [])
            }
        }

        @Test(
            "an invalid address is refused",
            arguments: [
                "streams=lights", "streams=frames&fps=0", "streams=frames&fps=121", "streams=frames&bands=65",
                "streams=beats&lead=11",
                "streams=beats&mode=late", "streams=frames&format=xml", "streams=beats&room=%2F", "streams=beats&kind=dog",
                "streams=beats&client=\(String(repeating: "x", count: 65))",
            ])
        func badAddress(query: String) async throws {
            try await inHall { hall in
                let (wire, answer) = try openSocket(hall.port, "/ws?" + query)
                #expect(answer.status == 400 && answer.fields["content-type"]?.hasPrefix("application/problem+json") == true)
                withExtendedLifetime(wire) {}
            }
        }

        @Test("before a hello only pings are answered; another protocol version is refused with a reason")
        func order() async throws {
            try await inHall { hall in
                let client = try RoomClient(hall.port)
                try client.send(["type": "time", "t1": -7])
                let time = try client.next("time")
                #expect(time["t1"] as? Int == -7 && time.int("t2") > 0 && time.int("t3") >= time.int("t2"))
                for message: [String: Any] in [
                    ["type": "subscribe", "streams": ["beats": true]], ["type": "visible", "visible": true],
                    ["type": "command", "do": "play"],
                ] {
                    try client.send(message)
                    #expect(try client.next("error").text("code") == "hello-first", "\(message)")
                }
                try client.send(["type": "hello", "protocol": 2, "room": 7])
                #expect(try client.next("error").text("code") == "protocol")
                #expect(try client.closing() == 1002)
            }
        }

        @Test("a command that comes after its deadline is refused and does nothing; one before it is obeyed")
        func deadlines() async throws {
            try await inHall { hall in
                let (client, welcome) = try RoomClient.joined(hall.port, ["token": hall.token, "streams": ["state": true]])
                let now = welcome.int("now")
                try client.send(["type": "command", "id": 1, "do": "shuffle", "on": true, "until": now - 1])
                let error = try client.next("error")
                #expect(error.text("code") == "too-late" && error.int("id") == 1)
                try client.send(["type": "command", "id": 2, "do": "repeat", "mode": "all", "until": now + 60_000_000])
                #expect(try client.next("result").int("id") == 2)
                let state = try client.message("the state after it") { $0.type == "state" && $0.text("repeat") == "all" }
                #expect(state["shuffle"] as? Bool == false)
            }
        }

        @Test("a second hello moves to another room, and nothing more comes from the first")
        func moving() async throws {
            try await inHall { hall in
                let (long, quick) = (try hall.track("long"), try hall.track("quick"))
                let (client, welcome) = try RoomClient.joined(
                    hall.port, ["room": "from here", "token": hall.token, "streams": ["beats": true, "state": true]])
                #expect(welcome.text("role") == "owner")
                try client.command("play", ["track": long])
                try client.next("beat")
                let there = try client.join(["room": "to there", "token": hall.token, "streams": ["state": true]])
                #expect(there.text("room") == "to there" && there.int("id") == welcome.int("id"))
                #expect(
                    try client.message("the other room's state") { $0.type == "state" && $0.text("room") == "to there" }
                        .isNull("track"))
                _ = client.takeAll()
                try client.command("play", ["track": quick])
                let state = try client.message("the state of what plays") { $0.type == "state" && !$0.isNull("track") }
                #expect(state.text("room") == "to there" && state.object("track")["id"] as? Int == quick)
                #expect(!client.untaken.contains("beat"))
                #expect(client.law.violations == [])
            }
        }

        @Test("streams are added and removed, and each answer lists all current ones")
        func streams() async throws {
            try await inHall { hall in
                let track = try hall.track("long")
                let (client, _) = try RoomClient.joined(hall.port, ["room": "streams", "token": hall.token])
                try client.command("play", ["track": track])
                try client.send(["type": "subscribe", "streams": ["beats": ["lead": 1.1], "state": true]])
                let granted = try client.next("granted").object("streams")
                #expect((granted["beats"] as? [String: Any])?["lead"] as? Double == 1)
                #expect(granted["state"] as? Bool == true && granted["frames"] as? Bool == false)
                try client.next("beat")
                try client.next("state")
                try client.send(["type": "subscribe", "streams": ["frames": ["fps": 30, "bands": 4, "lead": 2], "beats": false]])
                let more = try client.next("granted").object("streams")
                #expect(more["beats"] as? Bool == false && more["state"] as? Bool == true)
                #expect((more["frames"] as? [String: Any])?["fps"] as? Int == 30)
                #expect(try client.frames().bands == 4)
                try client.send(["type": "unsubscribe", "streams": ["frames", "state"]])
                #expect(try client.next("granted").object("streams").values.allSatisfy { $0 as? Bool == false })
                _ = client.takeAll()
                try client.command("set", ["volume": 0.5])
                try client.settle()
                // The timeline is sent to everyone, such as when the track ends during a slow run.
                #expect(client.untaken.filter { $0 != "timeline" } == [])
                #expect(client.law.violations == [])
            }
        }
    }
}
