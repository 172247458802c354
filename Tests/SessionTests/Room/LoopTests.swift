import Music
import Session
import Testing
import Yardstick

@Suite("A loop")
struct LoopTests {
    private func after(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }
    private func loop(_ from: Double, _ to: Double) -> RoomCommand {
        .loop(from: MediaTime(seconds: from), to: MediaTime(seconds: to))
    }
    private func position(_ state: RoomState, at seconds: Double) -> Double? {
        state.advanced(to: after(seconds)).course?.timeline.position(at: after(seconds)).seconds
    }

    @Test("at its end the music goes on at its start, to the microsecond, again and again")
    func again() throws {
        let state = try RoomTrial.playing([60, 60]).after(loop(10, 14.25), at: after(12))
        #expect(position(state, at: 14.249999) == 14.249999)
        for round in 0..<50 {
            #expect(position(state, at: 14.25 + Double(round) * 4.25) == 10)
            #expect(position(state, at: 17.25 + Double(round) * 4.25) == 13)
        }
    }

    @Test("its rounds are announced ahead as tracks are, with a new generation each")
    func announced() throws {
        let state = try RoomTrial.playing([60, 60]).after(loop(10, 12), at: after(10))
        let courses = state.courses(through: after(20))
        #expect(courses.count >= 5)
        for (one, next) in zip(courses, courses.dropFirst()) {
            #expect(one.until == next.from && next.timeline.generation > one.timeline.generation)
            #expect(next.timeline.anchor.seconds == 10 && next.timeline.piece == 1)
        }
        let shortest = try RoomTrial.playing([60]).after(loop(10, 10.25), at: after(0))
        #expect(shortest.courses(through: after(0).later(RoomState.horizon)).count < Generation.mostAnnounced)
    }

    @Test("a position outside jumps to its start, one inside stays")
    func beginning() throws {
        let state = try RoomTrial.playing([60])
        #expect(position(try state.after(loop(10, 20), at: after(30)), at: 30) == 10)
        #expect(position(try state.after(loop(10, 20), at: after(5)), at: 5) == 10)
        #expect(position(try state.after(loop(10, 20), at: after(15)), at: 15) == 15)
    }

    @Test("a seek inside keeps it; a seek outside, another track and its end drop it")
    func leaving() throws {
        let state = try RoomTrial.playing([60, 60]).after(loop(10, 20), at: after(12))
        #expect(try state.after(.seek(MediaTime(seconds: 19)), at: after(13)).loop != nil)
        #expect(try state.after(.pause, at: after(13)).after(.play, at: after(99)).loop != nil)
        for command in [.seek(MediaTime(seconds: 20)), .seek(MediaTime(seconds: 9)), .next, .previous, .endLoop] as [RoomCommand] {
            let left = try state.after(command, at: after(13))
            #expect(left.loop == nil, "\(command)")
            #expect(left.course?.timeline.generation != state.course?.timeline.generation, "\(command)")
        }
        let on = try state.after(.endLoop, at: after(13))
        #expect(position(on, at: 30) == 30 && on.course?.until == after(60))
    }

    @Test("too short a part is refused, also one that the track's end cuts")
    func refused() throws {
        let state = try RoomTrial.playing([60])
        for (from, to) in [(10.0, 10.2), (20, 10), (59.9, 80), (100, 200)] {
            #expect(throws: Refusal.loopTooShort) { try state.after(loop(from, to), at: after(1)) }
        }
        #expect(throws: Refusal.nothingPlays) { try RoomState(seed: 1).after(loop(1, 2), at: after(1)) }
        #expect(try state.after(loop(50, 80), at: after(1)).loop?.to == MediaTime(seconds: 60))
    }
}
