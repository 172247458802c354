import Music
import Session
import Testing
import Yardstick

@Suite("Counting plays")
struct PlayMeterTests {
    private func after(_ seconds: Double) -> ServerTime { RoomTrial.after(seconds) }

    /// The pieces that count, with the seconds at which they do, if the room is looked at twice a second.
    private func plays(
        _ first: RoomState, from start: Double = 0, through end: Double, isHeard: (Double) -> Bool = { _ in true },
        obeying command: (Double) -> RoomCommand? = { _ in nil }
    ) throws -> [Double] {
        var state = first
        var meter = PlayMeter(RoomState(seed: 1), at: after(start))
        var moments: [Double] = []
        for step in 0...Int((end - start) * 2) {
            let now = start + Double(step) / 2
            for _ in meter.hear(state, until: after(now), isHeard: isHeard(now)) { moments.append(now) }
            state = state.advanced(to: after(now))
            if let command = command(now) { state = try state.after(command, at: after(now)) }
        }
        return moments
    }

    @Test("a play counts at half of its track, and at four minutes of a long one")
    func half() throws {
        #expect(try plays(RoomTrial.playing([100, 60]), through: 170) == [50, 130])
        #expect(try plays(RoomTrial.playing([3_600]), through: 3_600) == [240])
    }

    @Test("it counts once, however often people pause and seek, and what was skipped was not heard")
    func once() throws {
        let sought = try plays(
            RoomTrial.playing([100]), through: 150,
            obeying: { $0 == 60 ? .seek(MediaTime(seconds: 20)) : $0 == 70 ? .pause : $0 == 75 ? .play : nil })
        #expect(sought == [50])
        let skipped = try plays(
            RoomTrial.playing([100]), through: 30, obeying: { $0 == 10 ? .seek(MediaTime(seconds: 80)) : nil })
        #expect(skipped == [])
    }

    @Test("a track that begins again is another play")
    func again() throws {
        let repeated = try RoomTrial.playing([100]).after(.repeating(.one), at: after(0))
        #expect(try plays(repeated, through: 260) == [50, 150, 250])
    }

    @Test("what nobody is there for does not count")
    func nobody() throws {
        #expect(try plays(RoomTrial.playing([100]), through: 99, isHeard: { $0 < 30 || $0 >= 75 }) == [95])
        #expect(try plays(RoomTrial.playing([100]), through: 100, isHeard: { _ in false }) == [])
    }

    @Test("after a restart the rest of a counted play does not count again, and an uncounted one goes on")
    func restart() throws {
        let state = try RoomTrial.playing([100])
        var counted = PlayMeter(state.advanced(to: after(60)), at: after(60))
        var pending = PlayMeter(state.advanced(to: after(40)), at: after(40))
        for second in 40...99 {
            if second >= 60 { #expect(counted.hear(state, until: after(Double(second)), isHeard: true) == []) }
            let found = pending.hear(state, until: after(Double(second)), isHeard: true)
            #expect(found.isEmpty == (second != 50))
        }
    }

    @Test("the room is told when the play will count")
    func due() throws {
        let state = try RoomTrial.playing([100])
        var meter = PlayMeter(RoomState(seed: 1), at: after(0))
        _ = meter.hear(state, until: after(10), isHeard: true)
        _ = meter.hear(state, until: after(20), isHeard: true)
        #expect(meter.due(state) == after(60))
    }
}
