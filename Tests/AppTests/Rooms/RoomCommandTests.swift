import Foundation
import Testing

extension RoomsTests {
    @Suite("Commands") struct RoomCommandTests: RoomTests {
        /// The first state with at least this revision.
        private func state(_ client: RoomClient, _ revision: Int) throws -> RoomMessage {
            try client.message("the state of revision \(revision)") { $0.type == "state" && $0.int("revision") >= revision }
        }

        /// Sends a command and waits for the state with its effect.
        private func after(_ client: RoomClient, _ name: String, _ fields: [String: Any] = [:]) throws -> RoomMessage {
            try state(client, try client.command(name, fields))
        }

        private func order(_ client: RoomClient, _ revision: Int) throws -> [Int] {
            let queue = try client.message("the queue of revision \(revision)") {
                $0.type == "queue" && $0.int("revision") >= revision
            }
            return queue.list("entries").map { $0["track"] as? Int ?? 0 }
        }

        @Test("music plays, pauses and seeks")
        func playing() async throws {
            try await inHall { hall in
                let (long, quick) = (try hall.track("long"), try hall.track("quick"))
                let client = try hall.controller("playing")
                for name in ["pause", "next", "previous"] { #expect(try client.refusal(name) == "not-playing", "\(name)") }
                for name in ["play", "toggle"] { #expect(try client.refusal(name) == "not-found", "\(name)") }
                #expect(try client.refusal("click.set", ["kit": "marimba"]) == "not-found")
                #expect(try client.refusal("seek", ["position": 1]) == "not-playing")
                var state = try after(client, "play", ["tracks": [long, quick], "start": 1, "position": 2.5])
                var line = RoomLine(state.object("timeline"))
                #expect(line.track == quick && line.isPlaying && line.position == 2_500_000 && line.from == line.at)
                #expect(state.object("track")["title"] as? String == "quick" && state.object("queue")["index"] as? Int == 1)
                #expect(state.isNull("next") && line.until == line.at + 6_500_000)
                // While paused, the position does not change, however slow the machine is.
                try client.command("pause")
                try client.command("seek", ["position": 2.5])
                try client.command("previous")
                state = try after(client, "play")
                let running = RoomLine(state.object("timeline"))
                #expect(running.track == long && running.isPlaying)
                #expect(state.object("next")["from"] as? Int == running.until)
                let revision = state.int("revision")
                state = try after(client, "pause")
                #expect(state.int("revision") == revision + 1)
                line = RoomLine(state.object("timeline"))
                #expect(!line.isPlaying && line.position == running.position(line.at) && line.until == nil)
                #expect(try client.command("pause") == state.int("revision"))
                state = try after(client, "seek", ["position": 10])
                #expect(RoomLine(state.object("timeline")).position == 10_000_000)
                #expect(!RoomLine(state.object("timeline")).isPlaying)
                state = try after(client, "seek", ["by": -3.25])
                #expect(RoomLine(state.object("timeline")).position == 6_750_000)
                state = try after(client, "toggle")
                #expect(RoomLine(state.object("timeline")).isPlaying)
                // After more than three seconds, `previous` restarts the track.
                state = try after(client, "previous")
                #expect(RoomLine(state.object("timeline")).position == 0 && RoomLine(state.object("timeline")).track == long)
                state = try after(client, "next")
                #expect(RoomLine(state.object("timeline")).track == quick)
                #expect(client.law.violations == [])
            }
        }

        @Test("seeking to beats and bars works in tracks that have them")
        func beats() async throws {
            try await inHall { hall in
                let long = try hall.track("long")
                let client = try hall.controller("beats and bars")
                try client.command("play", ["track": long])
                try client.send(["type": "subscribe", "streams": ["grid": true]])
                let grid = try client.next("grid")
                let beats = try #require(grid["beats"] as? [Double]).map(RoomLine.microseconds)
                let bars = try #require(grid["bars"] as? [Int])
                try client.command("pause")
                func position(_ fields: [String: Any]) throws -> Int {
                    RoomLine(try after(client, "seek", fields).object("timeline")).position
                }
                #expect(try position(["beat": 6]) == beats[6])
                #expect(try position(["beats": 3]) == beats[9])
                #expect(try position(["beats": -100]) == beats[0])
                let bar = try #require(bars.firstIndex(of: 2))
                #expect(try position(["bar": 2]) == beats[bar])
                #expect(try position(["bars": 1]) == beats[try #require(bars.firstIndex(of: 3))])
                // Back from before the first beat leads to the beginning, and never ahead.
                for steps in [["beats": -1], ["bars": -1], ["bars": 0]] {
                    #expect(try position(["position": 0.01]) == 10_000)
                    #expect(try position(steps) == 0, "\(steps)")
                }
                #expect(try client.refusal("seek", ["beat": 999]) == "bad-value")
                #expect(try client.refusal("seek", ["bar": 999]) == "bad-value")
            }
        }

        @Test("the queue is changed as each command says")
        func queue() async throws {
            try await inHall { hall in
                let (long, quick, late, short) =
                    (try hall.track("long"), try hall.track("quick"), try hall.track("late"), try hall.track("short"))
                let client = try hall.controller("queue")
                #expect(try order(client, 0) == [])
                var revision = try client.command("queue.add", ["track": long])
                #expect(try order(client, revision) == [long])
                #expect(try state(client, revision).isNull("track"))
                try client.command("play")
                revision = try client.command("queue.add", ["tracks": [quick, late]])
                #expect(try order(client, revision) == [long, quick, late])
                revision = try client.command("queue.add", ["track": short, "next": true])
                let queue = try client.message("the queue") { $0.type == "queue" && $0.int("revision") >= revision }
                #expect(queue.list("entries").map { $0["track"] as? Int } == [long, short, quick, late])
                #expect(queue.list("entries")[1]["title"] as? String == "short")
                #expect(queue.list("entries")[1]["duration"] as? Double == 2)
                let entries = queue.list("entries").map { $0["entry"] as? Int ?? 0 }
                #expect(Set(entries).count == 4)
                revision = try client.command("queue.move", ["entry": entries[3], "to": 0])
                #expect(try order(client, revision) == [late, long, short, quick])
                #expect(try state(client, revision).object("queue")["index"] as? Int == 1)
                revision = try client.command("queue.remove", ["entries": [entries[1], entries[3]]])
                #expect(try order(client, revision) == [long, quick])
                revision = try client.command("play", ["entry": entries[2]])
                #expect(RoomLine(try state(client, revision).object("timeline")).track == quick)
                // The current entry is removed with all that follow it: nothing plays.
                revision = try client.command("queue.remove", ["entry": entries[2]])
                #expect(try state(client, revision).isNull("track"))
                for (command, fields): (String, [String: Any]) in [
                    ("play", ["entry": 99]), ("queue.move", ["entry": 99, "to": 0]), ("queue.remove", ["entry": 99]),
                    ("play", ["track": 999]), ("queue.add", ["tracks": [long, 999]]), ("play", ["album": 999]),
                    ("play", ["artist": 999]), ("play", ["playlist": 999]), ("play", ["tracks": [long], "start": 1]),
                ] {
                    #expect(try client.refusal(command, fields) == "not-found", "\(command) \(fields)")
                }
                revision = try client.command("play", ["library": true])
                #expect(Set(try order(client, revision)) == Set(hall.tracks.values))
                revision = try client.command("shuffle", ["on": true])
                #expect(try state(client, revision)["shuffle"] as? Bool == true)
                revision = try client.command("queue.clear")
                #expect(try order(client, revision) == [])
                #expect(client.law.violations == [])
            }
        }

        @Test("settings and the look keep their values")
        func settings() async throws {
            try await inHall { hall in
                let client = try hall.controller("settings")
                var state = try after(
                    client, "set",
                    ["skipSilence": true, "normalize": false, "crossfade": 4.5, "autoplay": "library", "volume": 0.75])
                #expect(state["skipSilence"] as? Bool == true && state["normalize"] as? Bool == false)
                #expect(state["crossfade"] as? Double == 4.5 && state.text("autoplay") == "library")
                #expect(state["volume"] as? Double == 0.75)
                state = try after(client, "set", ["autoplay": "off"])
                #expect(state.text("autoplay") == "off" && state["crossfade"] as? Double == 4.5)
                #expect(try after(client, "repeat", ["mode": "all"]).text("repeat") == "all")
                state = try after(client, "look", ["style": "aurora", "speed": 1.5, "dark": true, "gone": 1])
                state = try after(client, "look", ["gone": NSNull(), "speed": 2])
                #expect(NSDictionary(dictionary: state.object("look")) == ["style": "aurora", "speed": 2, "dark": true])
                let many = Dictionary(uniqueKeysWithValues: (0..<31).map { ("k\($0)", $0) })
                #expect(try client.refusal("look", many) == "too-many")
                #expect(
                    NSDictionary(dictionary: try after(client, "look", ["dark": false]).object("look"))
                        == ["style": "aurora", "speed": 2, "dark": false])
            }
        }

        @Test("an invalid command is refused with an error code and changes nothing")
        func refused() async throws {
            try await inHall { hall in
                let client = try hall.controller("refused")
                let revision = try client.command("set", ["volume": 0.5])
                for (name, fields, code): (String, [String: Any], String) in [
                    ("dance", [:], "unknown-command"), ("seek", [:], "bad-message"),
                    ("seek", ["position": 1, "by": 1], "bad-message"),
                    ("seek", ["position": -1], "bad-value"), ("seek", ["position": "1"], "bad-value"),
                    ("play", ["track": 1, "album": 1], "bad-message"), ("play", ["tracks": [Int]()], "bad-value"),
                    ("shuffle", [:], "bad-message"), ("repeat", ["mode": "two"], "bad-value"), ("set", [:], "bad-message"),
                    ("set", ["volume": 1.01], "bad-value"), ("set", ["crossfade": 13], "bad-value"), ("look", [:], "bad-message"),
                    ("look", ["style": 5], "bad-value"), ("look", ["a": ["b"]], "bad-value"),
                    ("look", ["a": String(repeating: "x", count: 201)], "bad-value"),
                    ("screen.rename", ["screen": 1, "name": "a\u{7}"], "bad-value"),
                    ("screen.offset", ["screen": 1, "ms": 2001], "bad-value"), ("queue.remove", [:], "bad-message"),
                ] {
                    #expect(try client.refusal(name, fields) == code, "\(name) \(fields)")
                }
                #expect(try client.command("set", ["volume": 0.5]) == revision)
            }
        }
    }
}
