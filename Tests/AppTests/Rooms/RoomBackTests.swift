import Testing

extension RoomsTests {
    @Suite("Frames from before a client joined") struct RoomBackTests: RoomTests {
        private static let back = 2_000_000
        /// The frame shown now was due a moment before, and rounding may add one more.
        private static let edge = 40_000

        private static func joined(_ port: UInt16, _ room: String) throws -> (client: RoomClient, now: Int) {
            let (client, welcome) = try RoomClient.joined(
                port, ["room": room, "streams": ["frames": ["lead": 1, "back": 2], "state": true]])
            let granted = welcome.object("streams")["frames"] as? [String: Any]
            #expect(granted?["back"] as? Double == 2)
            return (client, welcome.int("now"))
        }

        /// When the first of the frames was due.
        private static func due(_ frames: (first: Int, lead: Int, frames: [[UInt8]]), _ line: RoomLine) -> Int {
            line.due(frame: frames.first, rate: 60)
        }

        @Test("a new client is first sent the earlier frames, the same ones that older clients have")
        func joining() async throws {
            try await inHall { hall in
                let controller = try hall.controller("before", ["frames": ["lead": 1]])
                try controller.command("play", ["track": try hall.track("long"), "position": 6])
                // From now on the track's frames are loaded.
                try controller.frames()
                let (early, _) = try Self.joined(hall.port, "before")
                let line = RoomLine(try early.next("timeline").fields)
                let start = try early.frames { $0.generation == line.generation }
                #expect((-Self.back - Self.edge ... -Self.back).contains(start.lead))

                let (late, now) = try Self.joined(hall.port, "before")
                let those = try RoomExactnessTests.frames(late, line.generation, through: now + 900_000)
                // Frames are sent in messages of up to a second, and the first one is whole.
                let begun = Self.due(those, line)
                #expect(begun >= now - Self.back - 1_000_000 - Self.edge && begun <= now - Self.back + Self.edge)
                var known: [Int: [UInt8]] = [:]
                func note(_ block: FrameBlock) {
                    for index in 0..<block.count { known[line.frame(block.due, rate: 60) + index] = Array(block.frame(index)) }
                }
                note(start)
                while known[those.first + those.frames.count - 1] == nil { note(try early.frames()) }
                for (index, frame) in those.frames.enumerated() { #expect(known[those.first + index] == frame) }
                #expect(early.law.violations == [] && late.law.violations == [])
            }
        }

        @Test("after a seek the frames begin the given time before the new position, but not before the track")
        func seeking() async throws {
            try await inHall { hall in
                let controller = try hall.controller("jumps")
                try controller.command("play", ["track": try hall.track("long")])
                let (client, _) = try Self.joined(hall.port, "jumps")
                var generation = RoomLine(try client.next("timeline").fields).generation
                try client.frames { $0.generation == generation }
                for position in [9, 0.5, 4] {
                    try controller.command("seek", ["position": position])
                    let line = try client.change(after: generation)
                    generation = line.generation
                    let frames = try RoomExactnessTests.frames(client, generation, through: line.from + 500_000)
                    // Relative to the seek's start, or to the time of sending if the server is busy.
                    let sent = Self.due(frames, line) - frames.lead
                    let begun = max(line.from, sent) - Self.back
                    let start = line.due(frame: 0, rate: 60)
                    #expect((max(start, begun - Self.edge)...max(start, begun)).contains(Self.due(frames, line)), "\(position)")
                }
                #expect(client.law.violations == [])
            }
        }

        @Test("a pause is one frame for older clients, and new ones are sent the earlier frames")
        func pausing() async throws {
            try await inHall { hall in
                let controller = try hall.controller("pauses")
                try controller.command("play", ["track": try hall.track("long"), "position": 5])
                let (early, _) = try Self.joined(hall.port, "pauses")
                let running = RoomLine(try early.next("timeline").fields).generation
                try early.frames { $0.generation == running }
                try controller.command("pause")
                let still = try early.change(after: running)
                let shown = try early.frames { $0.generation == still.generation }
                #expect(!still.isPlaying && shown.count == 1)

                let (late, _) = try Self.joined(hall.port, "pauses")
                let frames = try RoomExactnessTests.frames(late, still.generation, through: still.at + 200_000)
                let begun = Self.due(frames, still)
                #expect((still.at - Self.back - Self.edge...still.at - Self.back).contains(begun))
                let number = still.frame(shown.due, rate: 60)
                #expect(frames.frames[number - frames.first] == Array(shown.frame(0)))

                // After the pause, only new frames are sent.
                try controller.command("play")
                let on = try early.change(after: still.generation)
                let next = try early.frames { $0.generation == on.generation }
                #expect(next.due >= on.from - Self.edge)
                #expect(early.law.violations == [] && late.law.violations == [])
            }
        }
    }
}
