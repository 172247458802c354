import Music
import Session
import Testing
import Workers
import Yardstick

@testable import Rooms
@testable import Web

/// What a room does while it follows somebody, without a server of music.
@Suite("A room that follows an app")
struct RoomFollowingTests {
    private static let start = ServerTime(microseconds: 86_400_000_321)
    private static let piece: Piece = 5
    private let anna = Following.Target(server: "home", user: "anna")

    private func at(_ seconds: Double) -> ServerTime { Self.start.later(MediaTime(seconds: seconds)) }

    /// A room with a host who is sent everything.
    private func room() throws -> Room {
        let own = QueuedPiece(Piece(1), duration: MediaTime(seconds: 100))
        let state = try RoomState(seed: 7).after(.playPieces([own], start: 0, position: .zero), at: Self.start)
        var room = Room("main", state, at: Self.start)
        var streams = Streams()
        (streams.grid, streams.state, streams.beats) = (true, true, .ahead(MediaTime(seconds: 1)))
        streams.audio = AudioStream(lead: MediaTime(seconds: 1), hasClicks: true)
        let asker = Asker(PeerAddress.Host(high: 0, low: 1), isShared: false)
        room.join(
            Member(
                id: ConnectionID(shard: 0, slot: 1, generation: 1), number: 1, kind: .screen, client: "c", address: "10.0.0.1",
                visitor: Visitor(asker, address: "10.0.0.1", role: .host), name: "", streams: streams), at: at(1))
        return room
    }

    private func news(asked: Double, minutes: Double, isKnown: Bool = true) -> Room.ServerNews {
        let song = Following.Song(
            id: "s", title: "Song", artist: nil, album: nil,
            piece: isKnown ? QueuedPiece(Self.piece, duration: MediaTime(seconds: 40)) : nil)
        let playing = PlayingElsewhere(user: "anna", player: nil, song: song, report: nil, minutesAgo: minutes)
        return Room.ServerNews(playing: [playing], cards: [:], asked: at(asked), answered: at(asked + 0.01), before: nil)
    }

    private func act(_ room: inout Room, at seconds: Double) -> [RoomEffect] {
        room.isTouched = true
        room.actIfDue(at: at(seconds))
        return room.takeEffects()
    }

    private func sent(_ effects: [RoomEffect], _ event: String) -> [String] {
        effects.compactMap { effect in
            guard case .publish(let message) = effect, message.stream.policy.event == event else { return nil }
            return String(decoding: message.encoded.payload, as: UTF8.self)
        }
    }

    @Test("its song is fetched and shown without beats until somebody taps; it makes no sound, and tells no server that it plays")
    func following() throws {
        let beats = (0..<80).map { Beat(time: MediaTime(seconds: Double($0) * 0.5), position: UInt8($0 % 4 + 1)) }
        let analysis = try MadeAnalysis.track(seconds: 40, grid: BeatGrid(beats: beats, meter: 4, confidence: 1), seed: 5)
        var room = try room()
        _ = act(&room, at: 1)
        try room.apply(.follow(.start(anna)), at: at(2))
        var effects = act(&room, at: 2)
        #expect(effects.contains { if case .watch = $0 { true } else { false } } && room.watches("home") && !room.watches("other"))
        room.hear(news(asked: 3, minutes: 0.1), at: at(3.01))
        effects = act(&room, at: 3.02)
        let ticket = try #require(
            effects.compactMap { effect -> Int? in
                if case .fetch(Self.piece, _, let ticket, _) = effect { ticket } else { nil }
            }.first)
        let silent = SoundFile(name: "a.wav") { () throws(WorkerFailure) in throw .crashed(signal: 9) }
        room.take(.score(StoredScore(analysis, grid: analysis.grid()), silent), of: Self.piece, asked: ticket, at: at(3.1))
        effects += act(&room, at: 3.1) + act(&room, at: 4)
        #expect(sent(effects, "grid").last?.contains(#""beats":[]"#) == true && sent(effects, "beat").isEmpty)
        #expect(sent(effects, "state").last?.contains(#""accuracy":"rough""#) == true)
        let tap = try room.command(.tap(at: at(4.2)), at: at(4.25))
        try room.apply(tap, at: at(4.25))
        effects += act(&room, at: 4.25) + act(&room, at: 5)
        #expect(sent(effects, "grid").last?.contains(#""beats":[0,0.5,"#) == true && !sent(effects, "beat").isEmpty)
        let phase = try #require(analysis.grid().phase(at: room.state.course!.timeline.position(at: at(5.2))))
        #expect(phase.fraction < 0.001 || phase.fraction > 0.999)
        for effect in effects {
            switch effect {
            case .begins, .fetchAhead, .sound, .countPlay: Issue.record("\(effect)")
            default: break
            }
        }
        #expect(throws: MessageProblem.self) { try room.command(.tap(at: at(30)), at: at(4.25)) }
    }

    @Test("a server that does not answer is asked less and less often, and the room says why nothing changes")
    func silence() throws {
        #expect((0...5).map { Rooms.pause(after: $0) } == [5, 10, 20, 40, 60, 60].map { Duration.seconds($0) })
        #expect(Rooms.pause(after: .max) == .seconds(60))
        var room = try room()
        try room.apply(.follow(.start(anna)), at: at(2))
        room.hear(silence: "It is gone.", at: at(3))
        #expect(sent(act(&room, at: 3), "state").last?.contains(#""trouble":"It is gone.""#) == true)
        let revision = room.state.revision
        room.hear(silence: "It is gone.", at: at(8))
        #expect(room.state.revision == revision)
        room.hear(news(asked: 9, minutes: 0, isKnown: false), at: at(9.01))
        #expect(room.state.following?.trouble == nil && room.state.following?.song?.title == "Song" && room.state.course == nil)
    }
}
