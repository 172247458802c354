import Foundation
import Testing

extension RoomsTests {
    @Suite("Exactness") struct RoomExactnessTests: RoomTests {
        /// The bytes of each frame of one generation up to a time. They must come in order and without a gap.
        static func frames(
            _ client: RoomClient, _ generation: Int, through moment: Int
        ) throws -> (first: Int, lead: Int, frames: [[UInt8]]) {
            var (first, frames): ((number: Int, lead: Int)?, [[UInt8]]) = (nil, [])
            while true {
                let block = try client.frames { $0.generation == generation }
                let line = try #require(client.law.lines[generation])
                let number = line.frame(block.due, rate: block.rate)
                let start = first ?? (number, block.lead)
                #expect(number == start.number + frames.count)
                first = start
                frames += (0..<block.count).map { Array(block.frame($0)) }
                if line.due(frame: number + block.count, rate: block.rate) > moment { return (start.number, start.lead, frames) }
            }
        }

        /// Whether the first block after a change starts no later than the frame after its position, or is sent when it is due.
        private func beginsAtOnce(_ block: FrameBlock, _ line: RoomLine) -> Bool {
            let late = max(0, block.due - block.lead - line.from)
            return block.due - line.from <= 16_667 + late
        }

        @Test("frames are those of the analysis with the beat's phase, at any rate and number of bands")
        func bytes() async throws {
            let hall = try hall
            let track = try hall.track("quick")
            let stored = try await hall.client.get("/tracks/\(track)/frames").body
            let (count, length) = (stored.count / 66, 66)
            #expect(count >= 540)
            @Sendable func greatest(_ frames: ClosedRange<Int>, _ byte: Int) -> UInt8 {
                frames.clamped(to: 0...count - 1).map { stored[$0 * length + byte] }.max() ?? 0
            }
            try await inHall { hall in
                let controller = try hall.controller("bytes")
                let queries = ["", "&bands=16", "&fps=120", "&fps=20"]
                let clients = try queries.map { try RoomClient(hall.port, "room=bytes&streams=frames,grid&lead=10" + $0) }
                for client in clients { try client.settle() }
                let revision = try controller.command("play", ["track": track])
                let state = try controller.message("the state") { $0.type == "state" && $0.int("revision") >= revision }
                let line = RoomLine(state.object("timeline"))
                let end = try #require(line.until)
                let all = try clients.map { try Self.frames($0, line.generation, through: end - 60_000) }
                // The first frames may have been past when the track was loaded.
                #expect(all.allSatisfy { $0.first < 120 })
                func numbered(_ index: Int) -> [(Int, [UInt8])] { Array(zip(all[index].first..., all[index].frames)) }

                let beats = try #require(try clients[0].next("grid")["beats"] as? [Double]).map(RoomLine.microseconds)
                for (number, frame) in numbered(0) {
                    #expect(frame[..<64].elementsEqual(stored[number * length..<number * length + 64]))
                    #expect(frame[67...68].elementsEqual(stored[number * length + 64..<number * length + 66]))
                    let time = RoomLine.time(frame: number, rate: 60)
                    guard let beat = beats.lastIndex(where: { $0 <= time }), beat + 1 < beats.count else { continue }
                    let phase = Double(time - beats[beat]) / Double(beats[beat + 1] - beats[beat]) * 65_536
                    #expect(abs(Double(Int(frame[64]) | Int(frame[65]) << 8) - phase) <= 1.5, "frame \(number)")
                }
                for (number, frame) in numbered(1) {
                    let expected = (0..<16).map { band in (0..<4).map { stored[number * length + band * 4 + $0] }.max() }
                    #expect(Array(frame[..<16]).map(Optional.some) == expected, "frame \(number)")
                }
                for (number, frame) in numbered(2) where number % 2 == 0 && number / 2 < count {
                    #expect(frame[..<64].elementsEqual(stored[number / 2 * length..<number / 2 * length + 64]))
                }
                for (number, frame) in numbered(3).dropLast() {
                    #expect(frame[0] == greatest(3 * number - 1...3 * number + 1, 0), "frame \(number)")
                    #expect(frame[67] == greatest(3 * number - 1...3 * number + 1, 64), "frame \(number)")
                }
                for client in clients { #expect(client.law.violations == []) }
            }
        }

        @Test("the next track's timeline, beats and frames come before its start, which is exact")
        func boundary() async throws {
            try await inHall { hall in
                let (short, quick) = (try hall.track("short"), try hall.track("quick"))
                let controller = try hall.controller("boundary")
                let client = try RoomClient(hall.port, "room=boundary&streams=frames,beats,grid&lead=1")
                try client.settle()
                try controller.command("play", ["tracks": [short, quick]])
                let first = try client.message("a timeline") { $0.type == "timeline" && $0["track"] as? Int == short }
                let line = RoomLine(first.fields)
                let end = try #require(line.until)
                #expect(end == line.from + 2_000_000)
                // The next one is announced at once, since it starts within the longest lead.
                let following = try client.message("what follows") { $0.type == "timeline" && $0["track"] as? Int == quick }
                let next = RoomLine(following.fields)
                #expect(next.generation == line.generation + 1 && next.from == end && next.at == end && next.position == 0)
                #expect(following.int("sent") < end)
                _ = try client.message("its grid") { $0.type == "grid" && $0.int("generation") == next.generation }
                // The last frame is due 16,667 µs before the end, and may come in a block of its own.
                let frames = try Self.frames(client, line.generation, through: end - 16_667)
                #expect(frames.first + frames.frames.count == 120)
                let block = try client.frames { _ in true }
                #expect(block.generation == next.generation && block.due == end && block.lead > 0)
                let beat = try client.message("its beat") { $0.type == "beat" && $0.int("generation") == next.generation }
                #expect(beat.int("beat") == 0 && beat.int("sent") < beat.int("due"))
                #expect(client.law.violations == [])
            }
        }

        @Test("after each change everything has a new generation, from the new position on")
        func changes() async throws {
            try await inHall { hall in
                let controller = try hall.controller("changes")
                let client = try RoomClient(hall.port, "room=changes&streams=frames,beats,grid&lead=2&bands=1")
                try client.settle()
                try controller.command("play", ["track": try hall.track("long")])
                _ = try client.frames()
                var last = try client.change(after: 0).generation
                func change(_ name: String, _ fields: [String: Any] = [:]) throws -> RoomLine {
                    try controller.command(name, fields)
                    let line = try client.change(after: last)
                    last = line.generation
                    return line
                }
                for position in [7.25, 0.5, 3.125] {
                    let line = try change("seek", ["position": position])
                    #expect(line.position == Int(position * 1e6) && line.from == line.at)
                    let block = try client.frames { $0.generation >= line.generation }
                    #expect(block.generation == line.generation && beginsAtOnce(block, line))
                }
                let standing = try change("pause")
                #expect(!standing.isPlaying && standing.from == standing.at)
                let picture = try client.frames { $0.generation >= standing.generation }
                #expect(picture.generation == standing.generation && picture.count == 1 && picture.due <= standing.at)
                try client.settle()
                let since = client.takeAll()
                let running = try change("play")
                #expect(running.position == standing.position)
                let block = try client.frames { $0.generation >= running.generation }
                #expect(block.generation == running.generation && beginsAtOnce(block, running))
                let beat = try client.message("a beat") { $0.type == "beat" && $0.int("generation") >= standing.generation }
                #expect(beat.int("generation") == running.generation)
                for case .frames(let block) in since { #expect(block.generation < standing.generation) }
                #expect(client.law.violations == [])
            }
        }

        @Test("in live mode frames and beats come one by one when they are due")
        func live() async throws {
            try await inHall { hall in
                let controller = try hall.controller("live")
                try controller.command("play", ["track": try hall.track("long")])
                let client = try RoomClient(hall.port, "room=live&streams=frames,beats&mode=live&fps=30&bands=1")
                for _ in 0..<15 {
                    let block = try client.frames()
                    #expect(block.count == 1 && block.lead <= 0, "\(block.lead)")
                }
                let beat = try client.next("beat")
                #expect(beat.int("sent") >= beat.int("due"))
                #expect(client.law.violations == [])
            }
        }

        @Test("a track on repeat follows itself without a gap, to the microsecond")
        func repeats() async throws {
            try await inHall { hall in
                let short = try hall.track("short")
                let controller = try hall.controller("repeats")
                let client = try RoomClient(hall.port, "room=repeats&streams=beats,state&lead=8")
                try controller.command("repeat", ["mode": "one"])
                try controller.command("play", ["track": short])
                var lines: [RoomLine] = []
                while lines.count < 6 {
                    let line = RoomLine(try client.next("timeline").fields)
                    if line.track == short { lines.append(line) }
                }
                for (line, next) in zip(lines, lines.dropFirst()) {
                    #expect(next.from == line.until && next.from == line.from + 2_000_000)
                    #expect(next.generation == line.generation + 1 && next.track == short)
                }
                // Now both tracks repeat, and the announced repetition of the first one is void.
                try controller.command("queue.add", ["track": try hall.track("late")])
                try controller.command("repeat", ["mode": "all"])
                let state = try client.message("the next track") { $0.type == "state" && $0.text("repeat") == "all" }
                let generation = RoomLine(state.object("timeline")).generation
                #expect(
                    generation >= lines[5].generation + 1
                        && (state.object("next")["track"] as? [String: Any])?["title"] as? String == "late")
                let tracks = try (0..<4).map { _ in
                    try client.message("a timeline") { $0.type == "timeline" && $0.int("generation") >= generation }["track"]
                        as? Int
                }
                #expect(tracks == [short, try hall.track("late"), short, try hall.track("late")])
                #expect(client.law.violations == [])
            }
        }

        @Test("a crossfade has its length, and with skipped silence a track starts where its sound does")
        func overlap() async throws {
            try await inHall { hall in
                let (short, quick, late) = (try hall.track("short"), try hall.track("quick"), try hall.track("late"))
                let client = try hall.controller("overlap")
                try client.command("set", ["crossfade": 0.75])
                let revision = try client.command("play", ["tracks": [short, quick]])
                let state = try client.message("the state") { $0.type == "state" && $0.int("revision") >= revision }
                let line = RoomLine(state.object("timeline"))
                let next = RoomLine(
                    try client.message("what follows") { $0.type == "timeline" && $0["track"] as? Int == quick }.fields)
                #expect(line.until == line.at + 1_250_000 && next.from == line.until)
                #expect(next.fade?.track == short && next.fade?.until == line.at + 2_000_000)
                try client.command("set", ["skipSilence": true, "crossfade": 0])
                let quiet = try client.command("play", ["track": late])
                let heard = try client.message("the state") { $0.type == "state" && $0.int("revision") >= quiet }
                #expect((1_900_000...2_050_000).contains(RoomLine(heard.object("timeline")).position))
                #expect(client.law.violations == [])
            }
        }

        @Test("with autoplay, a room goes on with tracks of the library after the end of its queue")
        func autoplay() async throws {
            try await inHall { hall in
                let client = try hall.controller("autoplay")
                try client.command("set", ["autoplay": "library"])
                try client.command("play", ["track": try hall.track("short")])
                let state = try client.message("more music") { $0.type == "state" && $0.object("queue")["index"] as? Int == 1 }
                #expect(hall.tracks.values.contains(state.object("track")["id"] as? Int ?? 0))
                #expect(RoomLine(state.object("timeline")).isPlaying)
            }
        }

        @Test("a client that reconnects is sent everything from the current frame on, at once")
        func resume() async throws {
            try await inHall { hall in
                let controller = try hall.controller("resume")
                try controller.command("play", ["track": try hall.track("long")])
                let query = "room=resume&streams=beats,frames&lead=3&bands=2"
                // The client first has the room alone, then beside one that stays connected.
                var others: [RoomClient] = []
                // It disconnects without a close frame in each round.
                for round in 0..<8 {
                    if round == 4 { others.append(try RoomClient(hall.port, query)) }
                    let client = try RoomClient(hall.port, query + "&client=again")
                    let now = try client.next("welcome").int("now")
                    let line = RoomLine(try client.next("timeline").fields)
                    let frames = try Self.frames(client, line.generation, through: now + 3_000_000)
                    // The first frame is shown now, or was due up to a second before, since messages are sent whole. Only in a
                    // room without clients may it come later: then nothing was sent yet.
                    let begun = line.due(frame: frames.first, rate: 60)
                    #expect(begun >= now - 1_020_000 && (begun <= now || frames.lead <= 0 && round <= 4), "\(begun - now)")
                    #expect(client.law.violations == [])
                }
            }
        }
    }
}
