import Music
import Testing
import Text
import Yardstick

@testable import Session

@Suite("A room's log")
struct RoomLogLawTests {
    /// A room that lived: its log on the disk, with a snapshot at some time, and the room at the last entry.
    private struct Life {
        var first: RoomDisk
        var later: RoomDisk
        var state: RoomState
        var now = RoomTrial.start
        var entries = 0
        /// The moment of the last entry.
        var last = RoomTrial.start
    }

    private static func life(_ seed: UInt64, _ commands: Int) throws -> Life {
        var numbers = SeededGenerator(seed: seed)
        let state = RoomState(seed: seed)
        let disk = RoomDisk(state, at: RoomTrial.start)
        var life = Life(first: disk, later: disk, state: state)
        let (snapshot, between) = (Int.random(in: 0..<commands, using: &numbers), 0.0...40)
        var running = state
        for step in 0..<commands {
            life.now = life.now.later(MediaTime(seconds: .random(in: between, using: &numbers)))
            let (command, author) = RoomTrial.anything(running, &numbers)
            // The room is looked at again and again, as it is while it plays.
            for _ in 0..<Int.random(in: 0...3, using: &numbers) {
                running = running.advanced(to: life.now.earlier(MediaTime(seconds: .random(in: 0...20, using: &numbers))))
            }
            running = running.advanced(to: life.now)
            if let after = try? running.after(command, by: author, at: life.now), after != running || command == .passed {
                let entry = LogEntry(command, by: author, at: life.now)
                life.first.append(entry)
                life.later.append(entry)
                (running, life.state, life.entries, life.last) = (after, after, life.entries + 1, life.now)
            }
            if step == snapshot { life.later.snapshot(running, at: life.now) }
        }
        return life
    }

    @Test(
        "folded at once, in pieces, from its start or from any snapshot, on a machine without the music: the same room, bit for bit",
        arguments: 0..<200 as Range<UInt64>)
    func folds(seed: UInt64) throws {
        let life = try Self.life(seed, 60)
        let whole = try #require(try life.first.folded(at: life.now))
        #expect(whole.advanced(to: life.now) == life.state.advanced(to: life.now), "seed \(seed), \(life.entries) entries")
        let rest = try #require(try life.later.folded(at: life.now))
        #expect(rest.advanced(to: life.now) == life.state.advanced(to: life.now), "seed \(seed)")
    }

    @Test("read by another clock, all moments are moved, and nothing else", arguments: 0..<40 as Range<UInt64>)
    func moved(seed: UInt64) throws {
        let life = try Self.life(seed, 40)
        let state = try #require(try life.first.folded(at: life.now))
        // The machine started anew, and a minute passed on the wall since the last entry.
        let now = ServerTime(microseconds: 5_000_000)
        let wall = RoomDisk.wall + 60_000_000
        let moved = try #require(try life.first.folded(at: now, wall: wall, epoch: "two"))
        let later = now.since(life.last.later(MediaTime(seconds: 60)))
        #expect(moved.timeline?.anchorTime == state.timeline?.anchorTime.later(later), "seed \(seed)")
        #expect(moved.timeline?.anchor == state.timeline?.anchor && moved.generation == state.generation, "seed \(seed)")
        #expect(moved.history.map(\.end) == state.history.map { $0.end.later(later) }, "seed \(seed)")
        #expect(moved.queue.entries == state.queue.entries && moved.memories == state.memories, "seed \(seed)")
        #expect(moved.settings == state.settings && moved.guests == state.guests, "seed \(seed)")
        // A wall clock that was set back moves nothing back.
        let back = try #require(try life.first.folded(at: now, wall: RoomDisk.wall - 1_000_000_000, epoch: "two"))
        #expect(back.timeline?.position(at: now) == state.timeline?.position(at: life.last), "seed \(seed)")
    }

    @Test("each command is written so that it is read again unchanged", arguments: 0..<100 as Range<UInt64>)
    func commands(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var disk = RoomDisk(RoomState(seed: 1), at: RoomTrial.start)
        var entries: [LogEntry] = []
        for _ in 0..<40 {
            let (command, author) = RoomTrial.anything(RoomState(seed: 1), &numbers)
            entries.append(LogEntry(command, by: author, at: RoomTrial.start))
            disk.append(entries[entries.count - 1])
        }
        for (entry, line) in zip(entries, disk.stored.log) {
            #expect(try JSON.read(StoredEntry.self, from: Array(line.text.utf8)).entry == entry, "seed \(seed)")
        }
    }

    @Test("a line that a version wrote is read by the next")
    func known() throws {
        let text = """
            {"entry":{"command":{"metronome":{"_0":{"set":{"_0":{"rhythm":{"bpm":90,"gap":null},"kit":"wood"}}}}},\
            "author":{"guest":{"_0":"ada"}},"at":17},"wall":5}
            """
        var change = MetronomeChange()
        (change.rhythm.bpm, change.rhythm.gap, change.kit) = (90, .some(nil), "wood")
        #expect(
            try JSON.read(StoredEntry.self, from: Array(text.utf8)).entry
                == LogEntry(.metronome(.set(change)), by: .guest("ada"), at: ServerTime(microseconds: 17)))
    }

    @Test("a damaged snapshot or entry is refused, or gives a room that takes all commands", arguments: 0..<150 as Range<UInt64>)
    func damaged(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let life = try Self.life(seed, 30)
        for _ in 0..<10 {
            var damage = Damage(numbers: numbers)
            let stored = life.later.stored
            let rows = OlderRoomRows(state: damage.of(stored.rows.state))
            let log = stored.log.map { (number: $0.number, text: damage.of($0.text)) }
            numbers = damage.numbers
            guard let record = try? RoomRecord(StoredRoom(rows, log: log), now: life.now, wall: RoomDisk.wall, epoch: "one") else {
                continue
            }
            var state = record.state.restarted([1: RoomTrial.track(1, 60)], at: life.now)
            var now = life.now
            for _ in 0..<10 {
                now = now.later(MediaTime(seconds: .random(in: 0...200, using: &numbers)))
                let (command, author) = RoomTrial.anything(state, &numbers)
                do throws(Refusal) { state = try state.after(command, by: author, at: now) } catch {}
                _ = state.courses(through: now.later(RoomState.horizon))
            }
        }
    }
}
