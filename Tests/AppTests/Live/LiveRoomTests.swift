import Foundation
import Live
import Music
import Session
import Testing
import Waiting
import Workers
import Yardstick

@testable import Rooms
@testable import Web

@Suite("A room that plays a live source")
struct LiveRoomTests {
    private let clock = HandClock()
    private let input: LiveInput
    private var piece: Piece { .live(input.source) }

    init() throws {
        input = try #require(LiveInput.tone("test", clock))
    }

    private var now: ServerTime { ServerTime(microseconds: Int64(clock.now)) }

    private func pass(_ seconds: Double) {
        clock.advance(by: .microseconds(Int64(seconds * 1_000_000)))
        input.hear()
    }

    private func member(_ number: Int, cues: Timing? = nil) -> Member {
        var streams = Streams()
        (streams.grid, streams.state, streams.cues) = (true, true, cues)
        streams.frames = FrameStream(form: FrameForm(), timing: .ahead(MediaTime(seconds: 3)), back: MediaTime(seconds: 8))
        let asker = Asker(PeerAddress.Host(high: 0, low: UInt64(number)), isShared: false)
        return Member(
            id: ConnectionID(shard: 0, slot: UInt32(number), generation: 1), number: number, kind: .screen, client: "c\(number)",
            address: "10.0.0.1", visitor: Visitor(asker, address: "10.0.0.1", role: .host), name: "", streams: streams)
    }

    private struct Grid: Decodable {
        let type: String
        let generation: Int
        let edition: Int
        let beats: [Double]
    }

    private func grids(_ messages: [StreamMessage]) -> [Grid] {
        messages.filter { $0.stream == .grid }.compactMap {
            try? JSONDecoder().decode(Grid.self, from: Data($0.encoded.payload))
        }
    }

    private func frames(_ messages: [StreamMessage]) -> [Session.FrameHeader] {
        messages.compactMap { Session.FrameHeader(Array($0.encoded.payload)) }
    }

    /// What the room does now.
    private func act(_ room: inout Room) -> (published: [StreamMessage], first: [StreamMessage], fetched: [Piece]) {
        room.isTouched = true
        room.actIfDue(at: now)
        var seen: (published: [StreamMessage], first: [StreamMessage], fetched: [Piece]) = ([], [], [])
        for effect in room.takeEffects() {
            switch effect {
            case .publish(let message): seen.published.append(message)
            case .seat(_, _, _, let first): seen.first += first
            case .fetch(let piece, _, _, _): seen.fetched.append(piece)
            default: break
            }
        }
        return seen
    }

    @Test("it asks for the source once, sends frames as they are known, and each edition of the beats under one generation")
    func plays() throws {
        var room = Room("main", RoomState.live(input.source, from: input.heardFrom), at: now)
        room.join(member(1), at: now)
        let asked = act(&room).fetched
        #expect(asked == [piece])
        pass(3)
        var (due, editions): (ServerTime?, [Int]) = (nil, [])
        for _ in 0..<80 {
            let isPlayed = room.take(input.score, .live(input), of: piece, at: now)
            #expect(isPlayed)
            let seen = act(&room)
            #expect(seen.fetched.isEmpty)
            for header in frames(seen.published) {
                if let due { #expect(abs(header.due.since(due).microseconds) <= 1) }
                due = header.due.later(SpectrumFrame.time(of: header.count))
            }
            for grid in grids(seen.published) {
                #expect(grid.generation == room.state.generation.number)
                editions.append(grid.edition)
                // It reaches beyond what is heard by more than the time to the next edition.
                #expect(grid.beats.last ?? 0 >= now.since(input.heardFrom).seconds + 4)
            }
            pass(0.25)
        }
        // Every second a new one.
        #expect(editions == Array(editions[0]..<editions[0] + 20))
        #expect(try #require(due) >= now.later(MediaTime(seconds: 1.5)))
        // Who comes late is sent the newest beats and the past.
        room.join(member(2), at: now)
        let first = act(&room).first
        #expect(grids(first).map(\.edition) == [editions[editions.count - 1]])
        let oldest = try #require(frames(first).map(\.due).min())
        #expect(now.since(oldest) >= MediaTime(seconds: 7.9))
        #expect(room.state.isBuffering == false)
    }

    private struct Cue: Decodable {
        let due: Int64
        let energy: Double
    }

    @Test("each second has one cue, ahead and live", arguments: [Timing.ahead(MediaTime(seconds: 3)), .live])
    func cues(_ timing: Timing) throws {
        var room = Room("main", RoomState.live(input.source, from: input.heardFrom), at: now)
        room.join(member(1, cues: timing), at: now)
        _ = act(&room)
        var due: [Int64] = []
        for _ in 0..<120 {
            _ = room.take(input.score, .live(input), of: piece, at: now)
            for message in act(&room).published where message.stream.name.hasPrefix("cues") {
                let cue = try JSONDecoder().decode(Cue.self, from: Data(message.encoded.payload))
                #expect((0...1).contains(cue.energy))
                due.append(cue.due)
            }
            pass(0.25)
        }
        #expect(due.count >= 25)
        for (one, next) in zip(due, due.dropFirst()) { #expect(next - one == 1_000_000) }
    }

    @Test("news for a room that plays something else end there")
    func over() throws {
        var room = Room("main", RoomState.live(input.source, from: input.heardFrom), at: now)
        room.join(member(1), at: now)
        _ = act(&room)
        let isPlayed = room.take(input.score, .live(input), of: piece, at: now)
        room.state = RoomState(seed: 2)
        let isPlayedStill = room.take(input.score, .live(input), of: piece, at: now)
        #expect(isPlayed && !isPlayedStill)
    }

    @Test("people are told that it is silent, until it sounds or something else plays, and again where that was cleared")
    func silence() {
        var room = Room("main", RoomState.live(input.source, from: input.heardFrom), at: now)
        room.tell(silence: nil)
        #expect(room.trouble.sentence == nil)
        room.tell(silence: "desk is silent.")
        #expect(room.trouble.sentence == "desk is silent.")
        room.report("The disk is full.")
        room.tell(silence: "desk is silent.")
        #expect(room.trouble.sentence == "The disk is full.")
        room.withdraw("The disk is full.")
        room.tell(silence: "desk is silent.")
        #expect(room.trouble.sentence == "desk is silent.")
        room.tell(silence: nil)
        #expect(room.trouble.sentence == nil)
    }

    @Test("a source is found by its name, and one that started before is not")
    func registry() throws {
        let other = try #require(LiveInput.tone("other", clock))
        let inputs = Inputs([input, other], clock)
        #expect(inputs.all.map(\.name) == ["other", "test"])
        #expect(inputs.input("test")?.source == input.source && inputs.input("none") == nil)
        #expect(inputs.input(input.source)?.source == input.source)
        let before = try #require(LiveSource("test", start: input.source.start - 1))
        #expect(inputs.input(before) == nil)
    }

    @Test("its sound is sent as far as it is known, each sample once, also at another speed", arguments: [0.5, 1, 1.25, 2])
    func sound(speed: Double) throws {
        pass(20)
        let timeline = Timeline(
            piece, generation: Generation(256), anchor: MediaTime(seconds: 4), anchorTime: now,
            rate: try #require(Timeline.Rate(speed)))
        let course = Course(timeline: timeline, entry: 0, from: now, until: nil)
        let sound = RoomSound(program: try Downbeat.worker)
        var chunks: [SoundPart] = []
        let start = now
        for _ in 0..<40 {
            let yield = sound.chunks(of: [course], now: now, through: now.later(Streams.mostSoundLead)) { _ in .live(input) }
            #expect(yield.troubles.isEmpty && !yield.isCrowded)
            chunks += yield.chunks
            pass(0.1)
        }
        #expect(chunks.first?.due == start)
        for (one, next) in zip(chunks, chunks.dropFirst()) {
            #expect(abs(next.due.since(one.due).microseconds - 50_000) <= 3 && one.samples.count == 4800)
            #expect(one.samples == one.music)
        }
        let samples: [Int16] = chunks.flatMap(\.samples)
        let left: [Int16] = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let seconds = Double(left.count) / 48_000
        #expect(seconds > 5)
        // The tone goes on through all chunks: at most the steepest rise of its wave lies between two samples.
        let steps: [Int] = zip(left, left.dropFirst()).map { Int($1) - Int($0) }
        #expect(steps.allSatisfy { abs($0) < 320 })
        let rises = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        let pitch: Double = Double(rises) / seconds
        #expect(abs(pitch - 220 * speed) < 1)
    }

    @Test("the server hears a source for a room that plays it, and no longer when it does not")
    func house() async throws {
        let clock = HandClock()
        try await House.serving(["--input", "test=tone:"], clock: clock) { house in
            let rooms = house.rooms
            let input = try #require(rooms.inputs.input("test"))
            let source = input.source
            try await rooms.listen("main", Streams(), as: 1, Self.visitor)
            rooms.post { rooms in
                rooms.rooms["main"]?.state = RoomState.live(source, from: input.heardFrom)
                rooms.with("main") { _, _ in }
            }
            try await eventually("the room hears the source") { await rooms.hearings.count == 1 }
            try await eventually("its frames are known") {
                clock.advance(by: .milliseconds(250))
                return await rooms.rooms["main"]?.music.score(.live(source))?.frames.upperBound ?? 0 > 120
            }
            rooms.post { $0.rooms["main"]?.state = RoomState(seed: 2) }
            try await eventually("nobody hears it") {
                clock.advance(by: .milliseconds(250))
                return await rooms.hearings.isEmpty
            }
            #expect(await rooms.rooms["main"]?.music.part(.live(source)) == nil)
            // One that started before is not there.
            let gone = try #require(LiveSource("test", start: source.start - 1))
            rooms.post { rooms in
                rooms.rooms["main"]?.state = RoomState.live(gone, from: input.heardFrom)
                rooms.with("main") { _, _ in }
            }
            try await eventually("the room tells it") { await rooms.rooms["main"]?.trouble != nil }
        }
    }

    private static let visitor = Visitor(
        Asker(PeerAddress.Host(high: 0, low: 1), isShared: false), address: "10.0.0.1", role: .host)
}
