import Music
import Session
import Testing
import Yardstick

@Suite("Undoing removals from the queue")
struct QueueUndoTests {
    private func after(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }

    @Test("removals undone one after the other leave the queue as it was", arguments: 0..<60 as Range<UInt64>)
    func inverse(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var state = try RoomTrial.playing(Array(repeating: 60, count: .random(in: 1...40, using: &numbers)))
        if seed % 2 == 0 { state = try state.after(.shuffle(true), at: after(1)) }
        let before = state
        var removals = 0
        for _ in 0..<5 where !state.queue.entries.isEmpty {
            let gone = state.queue.entries.map(\.number).filter { _ in Int.random(in: 0...2, using: &numbers) == 0 }
            let command: RoomCommand =
                gone.isEmpty ? .clear(keepsPlaying: .random(using: &numbers)) : .remove(gone, isUndoable: true)
            let next = try state.after(command, at: after(2))
            if next.queue.entries.count < state.queue.entries.count { removals += 1 }
            state = next
        }
        for _ in 0..<removals { state = try state.after(.undo(through: nil), at: after(3)) }
        #expect(state.queue.entries == before.queue.entries, "seed \(seed)")
        let plain = try state.after(.shuffle(false), at: after(4)).queue.entries.map(\.number)
        #expect(plain == (try before.after(.shuffle(false), at: after(4)).queue.entries.map(\.number)), "seed \(seed)")
        #expect(throws: Refusal.nothingToUndo) { try state.after(.undo(through: nil), at: after(5)) }
    }

    @Test("clearing what is upcoming keeps what plays, without a jump")
    func keepsPlaying() throws {
        let state = try RoomTrial.playing([60, 60, 60], start: 1)
        let cleared = try state.after(.clear(keepsPlaying: true), at: after(5))
        #expect(cleared.queue.entries.map(\.queued.piece) == [2])
        #expect(cleared.course?.timeline.anchor == state.course?.timeline.anchor && cleared.isPlaying)
        // The server plays it to its end, and stops there.
        #expect(!cleared.advanced(to: after(100)).isPlaying)
    }

    @Test("undoing a removal that stopped the music lets it go on where it was")
    func goesOn() throws {
        let state = try RoomTrial.playing([60, 60])
        let stopped = try state.after(.clear(keepsPlaying: false), at: after(5))
        #expect(stopped.course == nil)
        let back = try stopped.after(.undo(through: nil), at: after(9))
        #expect(back.isPlaying && back.course?.timeline.position(at: after(9)).seconds == 5)
        // If something else plays meanwhile, it plays on.
        let other = try stopped.after(.playPieces([RoomTrial.track(9, 60)], start: 0, position: .zero), at: after(6))
        #expect(throws: Refusal.nothingToUndo) { try other.after(.undo(through: nil), at: after(7)) }
    }

    @Test("a removal is undone for 20 seconds, and by its revision before later ones")
    func limits() throws {
        let state = try RoomTrial.playing([60, 60, 60, 60])
        let first = try state.after(.remove([2], isUndoable: true), at: after(1))
        let second = try first.after(.remove([4], isUndoable: true), at: after(2))
        let undone = try second.after(.undo(through: first.revision), at: after(3))
        #expect(undone.queue.entries.map(\.number) == [1, 2, 3])
        #expect(try undone.after(.undo(through: nil), at: after(4)).queue.entries.map(\.number).sorted() == [1, 2, 3, 4])
        #expect(throws: Refusal.nothingToUndo) { try second.after(.undo(through: nil), at: after(22)) }
        // The server's own removals are not for people to undo.
        let own = try state.after(.remove([2]), at: after(1))
        #expect(throws: Refusal.nothingToUndo) { try own.after(.undo(through: nil), at: after(2)) }
    }

    @Test("the history has what was played, once, and not what was skipped")
    func history() throws {
        var state = try RoomTrial.playing([60, 60, 60, 60])
        state = try state.after(.next, at: after(3))
        state = try state.after(.next, at: after(20))
        state = state.advanced(to: after(90))
        #expect(state.history.map(\.piece) == [2, 3] && state.history.map(\.end) == [after(20), after(80)])
        let stopped = try state.after(.clear(keepsPlaying: false), at: after(120))
        #expect(stopped.history.map(\.piece) == [2, 3, 4])
        let ended = state.advanced(to: after(500))
        #expect(ended.history.map(\.piece) == [2, 3, 4])
        #expect(try ended.after(.playEntry(1), at: after(501)).history.map(\.piece) == [2, 3, 4])
    }
}
