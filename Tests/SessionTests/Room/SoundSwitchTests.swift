import Music
import Session
import Testing
import Yardstick

@Suite("A room that switches to a live input while it sounds")
struct SoundSwitchTests {
    private static let desk = RoomTrial.live("desk")

    /// A room, and what comes in at its input, second by second.
    private struct Evening {
        var state: RoomState
        var decides = SoundSwitch()
        var seconds = 0.0
        private var quietSince: Double? = 0

        init(_ state: RoomState) { self.state = state }

        /// Nothing is told of the input if it is gone.
        mutating func pass(_ time: Double, sounds: Bool, isAbsent: Bool = false, isGone: Bool = false) throws {
            for _ in 0..<Int(time * 4) {
                seconds += 0.25
                quietSince = sounds ? nil : quietSince ?? seconds
                let quiet = quietSince.map { MediaTime(seconds: seconds - $0) }
                let now = RoomTrial.after(seconds)
                let heard = isGone ? nil : SoundSwitch.Heard(SoundSwitchTests.desk, quietFor: quiet, isAbsent: isAbsent)
                guard let command = decides.command(for: state, heard, at: now) else { continue }
                state = try state.after(.live(command), by: .server, at: now)
            }
        }

        mutating func obey(_ command: RoomCommand) throws { state = try state.after(command, at: RoomTrial.after(seconds)) }

        func position() -> Double? {
            let now = RoomTrial.after(seconds)
            return state.advanced(to: now).course?.timeline.position(at: now).seconds
        }
    }

    private func evening() throws -> Evening { Evening(try RoomTrial.playing([600])) }

    @Test("it switches after a second of sound, and back after 15 seconds of silence, where the queue goes on")
    func thereAndBack() throws {
        var evening = try evening()
        try evening.pass(10, sounds: false)
        try evening.pass(1, sounds: true)
        #expect(evening.state.live == nil)
        try evening.pass(1, sounds: true)
        #expect(evening.state.live?.name == "desk" && evening.state.isLiveBySound && evening.state.isPlaying)
        try evening.pass(60, sounds: true)
        try evening.pass(14, sounds: false)
        #expect(evening.state.live?.name == "desk", "music has rests")
        try evening.pass(3, sounds: false)
        #expect(evening.state.live == nil && evening.state.isPlaying && evening.state.course?.timeline.piece == 1)
        #expect((11...15).contains(try #require(evening.position())))
        try evening.pass(3, sounds: true)
        #expect(evening.state.live?.name == "desk", "and again")
    }

    @Test("a queue that stood still stands still afterwards, and where nobody gives sound three seconds are enough")
    func still() throws {
        var evening = try evening()
        try evening.obey(.pause)
        try evening.pass(3, sounds: true)
        #expect(evening.state.live != nil)
        try evening.pass(4, sounds: false, isAbsent: true)
        #expect(evening.state.live == nil && !evening.state.isPlaying && evening.state.currentEntry == 1)
    }

    @Test("short noises do not switch")
    func coughs() throws {
        var evening = try evening()
        for _ in 0..<20 {
            try evening.pass(0.5, sounds: true)
            try evening.pass(2, sounds: false)
        }
        #expect(evening.state.live == nil)
    }

    @Test("who switches back while it sounds need not do it twice, until it was silent")
    func declined() throws {
        var evening = try evening()
        try evening.pass(3, sounds: true)
        try evening.obey(.playEntry(1))
        try evening.pass(120, sounds: true)
        #expect(evening.state.live == nil)
        try evening.pass(20, sounds: false)
        try evening.pass(3, sounds: true)
        #expect(evening.state.live != nil)
    }

    @Test("what somebody chose stays when the sound ends, and a click is not interrupted")
    func chosen() throws {
        var evening = try evening()
        try evening.obey(.live(.start(Self.desk)))
        try evening.pass(5, sounds: true)
        try evening.pass(60, sounds: false)
        #expect(evening.state.live?.name == "desk" && !evening.state.isLiveBySound)
        try evening.obey(.metronome(.start(MetronomeChange())))
        try evening.pass(60, sounds: true)
        #expect(evening.state.live == nil)
        // Who starts by hand what sounds by itself has chosen it.
        var other = try self.evening()
        try other.pass(3, sounds: true)
        try other.obey(.live(.start(Self.desk)))
        #expect(!other.state.isLiveBySound && other.state.live != nil)
    }

    @Test("when the input is gone, the queue goes on")
    func gone() throws {
        var evening = try evening()
        try evening.pass(3, sounds: true)
        try evening.pass(0.25, sounds: false, isGone: true)
        #expect(evening.state.live == nil && evening.state.isPlaying)
    }
}
