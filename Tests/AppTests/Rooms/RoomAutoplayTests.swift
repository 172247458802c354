import Music
import Session
import Testing
import Yardstick

@testable import Rooms
@testable import Web

@Suite("What plays after the end of the queue")
struct RoomAutoplayTests {
    private static let start = ServerTime(microseconds: 86_400_000_321)

    private func at(_ seconds: Double) -> ServerTime { Self.start.later(MediaTime(seconds: seconds)) }

    private func member(_ number: Int) -> Member {
        let address = "10.0.0.\(number)"
        let asker = Asker(PeerAddress.Host(high: 0, low: UInt64(number)), isShared: false)
        return Member(
            id: ConnectionID(shard: 0, slot: UInt32(number), generation: 1), number: number, kind: .screen, client: "c\(number)",
            address: address, visitor: Visitor(asker, address: address, role: .host), name: "", streams: Streams())
    }

    private func queued(_ number: Int, _ seconds: Double = 30) -> QueuedPiece {
        QueuedPiece(Piece(number), duration: MediaTime(seconds: seconds))
    }

    private func found(_ number: Int) -> (QueuedPiece, TrackCard) {
        let card = TrackCard(
            id: number, piece: Piece(number), title: "Song \(number)", artist: nil, album: nil, year: nil, duration: nil, gain: 0,
            bpm: nil, colours: [], hasCover: false)
        return (queued(number), card)
    }

    /// A room with a screen, in which so many tracks of 30 s play.
    private func room(of count: Int, visited: Bool = true) throws -> Room {
        var state = RoomState(seed: 7)
        if count > 0 {
            state = try state.after(.playPieces((1...count).map { queued($0) }, start: 0, position: .zero), at: Self.start)
        }
        var room = Room("main", state, at: Self.start)
        if visited { room.join(member(1), at: Self.start) }
        return room
    }

    /// Whether the room looks for more at one of these moments.
    private func looks(_ room: inout Room, at moments: [Double]) -> Bool {
        moments.reduce(false) { looks, moment in
            room.isTouched = true
            room.actIfDue(at: at(moment))
            let looked = room.takeEffects().contains { if case .findMore = $0 { true } else { false } }
            return looks || looked
        }
    }

    @Test("a new room goes on from the library, and does not begin by itself")
    func fresh() throws {
        var room = try room(of: 0)
        #expect(room.state.settings.autoplay == .library)
        #expect(!looks(&room, at: [0, 1, 20, 60, 3600, 90_000]))
        room.takeMore([found(9)], at: at(90_001))
        #expect(room.state.course == nil && room.state.queue.entries.isEmpty)
    }

    @Test("near its end a queue is added to, and the music goes on without a gap")
    func goesOn() throws {
        var room = try room(of: 1)
        #expect(looks(&room, at: [29]))
        room.takeMore([found(9)], at: at(29))
        _ = looks(&room, at: [31])
        #expect(room.state.course?.timeline.piece == 9 && room.state.isPlaying)
        #expect(room.state.course?.from == at(30))
    }

    @Test("a search that answers late, after the end, still lets the music go on")
    func late() throws {
        var room = try room(of: 1)
        #expect(looks(&room, at: [31, 42]))
        #expect(room.state.isPlaying == false)
        room.takeMore([found(9)], at: at(43))
        #expect(room.state.course?.timeline.piece == 9 && room.state.isPlaying)
    }

    @Test("what somebody paused stays paused, and a queue that somebody cleared stays empty", arguments: [false, true])
    func stays(clears: Bool) throws {
        var room = try room(of: 1)
        try room.apply(clears ? .clear(keepsPlaying: false) : .pause, at: at(5))
        #expect(!looks(&room, at: [5, 40, 100]))
        room.takeMore([found(9)], at: at(101))
        #expect(!room.state.isPlaying && room.state.queue.entries.count == (clears ? 0 : 1))
    }

    @Test("who comes soon after the end hears more; who comes an hour later is not met by music", arguments: [45.0, 3_600])
    func nobodyThere(comes: Double) throws {
        var room = try room(of: 1, visited: false)
        #expect(!looks(&room, at: [29, 31, 40]))
        room.join(member(1), at: at(comes))
        #expect(looks(&room, at: [comes]) == (comes < 60))
        room.takeMore([found(9)], at: at(comes + 1))
        #expect(room.state.isPlaying == (comes < 60))
    }

    @Test("a last track that cannot be played is the end, too; one that is paused meanwhile is not")
    func unplayable() throws {
        var room = try room(of: 2)
        try room.apply(.next, at: at(1))
        room.passOver(2, "Lost.", at: at(2))
        #expect(!room.state.isPlaying && looks(&room, at: [12]))
        room.takeMore([found(9)], at: at(13))
        #expect(room.state.course?.timeline.piece == 9 && room.state.isPlaying)
        var paused = try self.room(of: 1)
        try paused.apply(.pause, at: at(1))
        paused.passOver(1, "Lost.", at: at(2))
        #expect(!looks(&paused, at: [2, 13]))
    }

    @Test("without autoplay the end is silence")
    func off() throws {
        var room = try room(of: 1)
        var change = SettingsChange()
        change.autoplay = .off
        try room.apply(.set(change), at: at(1))
        #expect(!looks(&room, at: [29, 31, 45]))
    }

    @Test("the sleep timer pauses the music once, at its moment, and autoplay does not go on after it")
    func sleep() throws {
        var room = try room(of: 3)
        var change = SettingsChange()
        change.sleep = 20
        try room.apply(.set(change), at: at(5))
        #expect(room.state.sleepAt == at(25) && !looks(&room, at: [24.9]) && room.state.isPlaying)
        room.isTouched = true
        room.actIfDue(at: at(6))
        #expect(room.wake.map { $0 <= at(25) } == true)
        _ = looks(&room, at: [25])
        #expect(!room.state.isPlaying && room.state.sleepAt == nil)
        #expect(room.state.course?.timeline.position(at: at(1_000)) == MediaTime(seconds: 25))
        #expect(!looks(&room, at: [26, 50, 3_600]))
        try room.apply(.play, at: at(4_000))
        _ = looks(&room, at: [4_010])
        #expect(room.state.isPlaying)
    }

    @Test("who takes the sleep timer away hears on")
    func awake() throws {
        var room = try room(of: 3)
        var change = SettingsChange()
        for (seconds, moment) in [(20.0, 1.0), (0, 2)] {
            change.sleep = seconds
            try room.apply(.set(change), at: at(moment))
        }
        _ = looks(&room, at: [25])
        #expect(room.state.sleepAt == nil && room.state.isPlaying)
    }
}
