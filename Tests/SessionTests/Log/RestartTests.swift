import Music
import Testing
import Text
import Yardstick

@testable import Session

@Suite("A room after a restart")
struct RestartTests {
    private static let wall = RoomDisk.wall

    private func tracks(_ states: RoomState...) -> [Piece: QueuedPiece] {
        Dictionary(states.flatMap(\.queue.entries).map { ($0.queued.piece, $0.queued) }) { first, _ in first }
    }

    private func after(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }

    private func playing(_ count: Int) throws -> RoomState { try RoomTrial.playing((0..<count).map { _ in 60 }) }

    /// The room as it comes back so many seconds after it was stored.
    private func restarted(
        _ state: RoomState, storedAt stored: Double, at now: Double, _ known: [Piece: QueuedPiece]? = nil, epoch: String = "one",
        liveStart: (String) -> LiveStart? = { _ in nil }
    ) throws -> RoomState {
        let wall = Self.wall + Int64((now - stored) * 1_000_000)
        let room = try RoomDisk(state, at: after(stored)).restored(at: after(now), wall: wall, epoch: epoch)
        return room.state(known ?? tracks(state), now: after(now), wall: wall, epoch: epoch, liveStart: liveStart)
    }

    @Test("has everything that it had: its queue, its order without shuffling, its screens, its guests and what can be put back")
    func everything() throws {
        var state = try playing(9).after(.shuffle(true), at: after(1)).after(.move(entry: 4, to: 2), at: after(2))
        state = try state.after(.remember(client: "tv", name: "TV", offset: 20), at: after(3))
        state = try state.after(.setGroup("stage", clients: ["tv"]), at: after(3))
        state = try state.after(.add([RoomTrial.track(3, 60)], isNext: false), by: .guest("ada"), at: after(4))
        state = try state.after(.remove([6, 7], isUndoable: true), at: after(5))
        let back = try restarted(state, storedAt: 6, at: 10)
        #expect(back.queue == state.queue && back.memories == state.memories && back.groups == state.groups)
        #expect(back.settings == state.settings && back.guests == state.guests)
        #expect(back.revision == state.revision + 1 && back.generation > state.generation)
        let undone = try back.after(.undo(through: nil), at: after(11))
        #expect(undone.queue.entries.count == 10)
        let plain = try undone.after(.shuffle(false), at: after(12)).queue.entries.map(\.number)
        #expect(plain == Array(1...10))
    }

    @Test("stands where it should be by now, by the server's clock or by the wall clock")
    func position() throws {
        let state = try playing(3)
        for epoch in ["one", "two"] {
            let back = try restarted(state, storedAt: 10, at: 25, epoch: epoch)
            #expect(back.course?.timeline.piece == 1 && back.course?.timeline.position(at: after(25)).seconds == 25, "\(epoch)")
        }
        let late = try restarted(state, storedAt: 10, at: 70)
        #expect(late.course?.timeline.piece == 2 && late.course?.timeline.position(at: after(70)).seconds == 10)
    }

    @Test("skips unknown tracks until they are known")
    func unknown() throws {
        let state = try playing(1000)
        for lost in [2, 400, 1000] as [Piece] {
            let back = try restarted(state, storedAt: 0, at: 1, tracks(state).filter { $0.key != lost })
            #expect(back.queue.entries.count == 1000)
            for entry in back.queue.entries {
                #expect(entry.trouble == (entry.queued.piece == lost ? QueuedPiece.gone : nil))
            }
        }
        let others = try restarted(state, storedAt: 0, at: 5, tracks(state).filter { $0.key != 1 })
        #expect(others.course?.timeline.piece == 2 && others.isPlaying)
        // The catalog is rebuilt: when the file is found, the music is at the position of the present time.
        let none = try restarted(state, storedAt: 0, at: 5, [:])
        #expect(none.course?.timeline.piece == 1 && none.isPlaying)
        let found = try none.after(.learned(RoomTrial.track(1, 60)), at: after(5))
        #expect(found.course?.timeline.position(at: after(5)).seconds == 5 && found.queue.entries[0].trouble == nil)
    }

    @Test("what was played outlives the server, and what ends while it is gone does not count")
    func history() throws {
        let state = try playing(9).after(.next, at: after(20)).after(.next, at: after(50))
        let soon = try restarted(state, storedAt: 70, at: 80)
        #expect(soon.history == state.history && soon.history.map(\.piece) == [1, 2])
        // The third track played when the server ended. Nobody heard the others.
        let late = try restarted(state, storedAt: 70, at: 270)
        #expect(late.history.map(\.piece) == [1, 2, 3] && late.course?.timeline.piece == 6)
        // Time that passed while it ran is in the log.
        var disk = RoomDisk(state, at: after(70))
        disk.append(LogEntry(.passed, by: .server, at: after(115)), wall: Self.wall + 45_000_000)
        let wall = Self.wall + 200_000_000
        let heard = try disk.restored(at: after(270), wall: wall).state(tracks(state), now: after(270), wall: wall)
        #expect(heard.history.map(\.piece) == [1, 2, 3, 4] && heard.course?.timeline.piece == 6)
    }

    @Test("plays on what was not the queue: a metronome, what somebody plays, a live source")
    func programs() throws {
        let music = try playing(2)
        let click = try music.after(.metronome(.start(MetronomeChange())), at: after(20))
        let clicks = try restarted(click, storedAt: 21, at: 30, epoch: "two")
        #expect(clicks.runningTrain == click.runningTrain && clicks.isPlaying && clicks.currentEntry == 1)
        #expect(clicks.timeline?.position(at: after(30)) == click.timeline?.position(at: after(30)))
        let target = Following.Target(server: "home", user: "anna")
        let followed = try restarted(try music.after(.follow(.start(target)), at: after(20)), storedAt: 21, at: 30)
        #expect(followed.following?.target == target && followed.currentEntry == 1)
        let live = try music.after(.live(.start(RoomTrial.live("radio"))), at: after(20))
        let found = try restarted(live, storedAt: 25, at: 40) { $0 == "radio" ? RoomTrial.live("radio") : nil }
        #expect(found.live?.name == "radio" && found.isPlaying && found.currentEntry == 1)
        #expect(found.course?.timeline.position(at: after(40)).seconds == 100)
        let gone = try restarted(live, storedAt: 25, at: 40)
        #expect(gone.live == nil && !gone.isPlaying && gone.course?.timeline.position(at: after(40)).seconds == 20)
    }

    @Test("an entry of the queue is read in the short form and in that of the first snapshots")
    func entries() throws {
        let piece = #"{"recording":"0f3a5c7e9b1d2f4a6c8e0a2c4e6a8c0e"}"#
        let named =
            #"{"number":4,"queued":{"piece":\#(piece),"duration":5000000,"sound":{"start":1,"end":4}},"place":2,"trouble":"Gone."}"#
        let entry = try JSON.read(RoomQueue.Entry.self, from: Array(named.utf8))
        #expect(entry.number == 4 && entry.place == 2 && entry.trouble == "Gone." && entry.queued.sound?.end.microseconds == 4)
        #expect(String(decoding: JSON.bytes(entry), as: UTF8.self) == #"[4,2,\#(piece),5000000,1,4,"Gone."]"#)
        #expect(try JSON.read(RoomQueue.Entry.self, from: JSON.bytes(entry)) == entry)
        let short = #"[1,0,\#(piece),null,null,null]"#
        let bare = try JSON.read(RoomQueue.Entry.self, from: Array(short.utf8))
        #expect(bare.queued.duration == nil && bare.trouble == nil && String(decoding: JSON.bytes(bare), as: UTF8.self) == short)
    }

    @Test(
        "with a value out of bounds is refused",
        arguments: [
            (#""revision":"#, Int64.max), (#""volume":"#, -1), (#""crossfade":"#, 1000), (#""lastNumber":"#, 0),
            (#""entries":[["#, 77), (#""anchor":"#, .min), (#""anchorTime":"#, .max), (#""offset":"#, 1_000_000),
            (#""x":"#, 1_000_000), (#""index":"#, -1),
        ])
    func refused(member: String, value: Int64) throws {
        var state = try playing(3).after(.remove([2, 3], isUndoable: true), at: after(1))
        state = try state.after(.place(client: "a", WallPlace(x: 1, y: 1, width: 9, height: 9)), at: after(1))
        let text = RoomDisk(state, at: after(2)).stored.rows.state
        let parts = text.split(separator: member, omittingEmptySubsequences: false)
        // Each of them alone; a greater number of an entry may be another's.
        let damaged = parts.dropFirst().map { part in
            "\(value)\(part.drop { $0 == "-" || $0 == "." || $0.isNumber })"
        }
        #expect(parts.count > 1)
        let changed = ([String(parts[0])] + damaged).joined(separator: member)
        #expect(throws: (any Error).self, "\(member)\(value)") {
            try RestoredRoom(StoredRoom(OlderRoomRows(state: changed)), now: after(3), wall: Self.wall, epoch: "one")
        }
    }
}
