import Music
import Session
import Testing
import Yardstick

@Suite("A live source in a room")
struct LiveProgramTests {
    private let after = RoomTrial.after

    private func live(over state: RoomState, at seconds: Double = 20) throws -> RoomState {
        try state.after(.live(.start(RoomTrial.live("radio"))), at: after(seconds))
    }

    private func position(_ state: RoomState, at seconds: Double) -> Double? {
        state.advanced(to: after(seconds)).course?.timeline.position(at: after(seconds)).seconds
    }

    @Test("it takes the place of the queue, which stands where it was when it ends")
    func aside() throws {
        let music = try RoomTrial.playing([60, 60])
        let state = try live(over: music)
        #expect(state.live?.name == "radio" && state.isPlaying && state.queue == music.queue && state.currentEntry == 1)
        #expect(position(state, at: 20) == 80 && position(state, at: 1_000_020) == 1_000_080, "it never ends")
        #expect(state.history.map(\.piece) == [1])
        let stopped = try state.after(.live(.stop), at: after(500))
        #expect(stopped.live == nil && !stopped.isPlaying && position(stopped, at: 999) == 20)
        #expect(stopped.course?.timeline.piece == 1 && stopped.generation > state.generation)
    }

    @Test("a pause does not delay it: it goes on where it is")
    func pause() throws {
        let paused = try live(over: RoomState(seed: 1)).after(.pause, at: after(30))
        #expect(!paused.isPlaying && position(paused, at: 500) == 90)
        let resumed = try paused.after(.toggle, at: after(100))
        #expect(resumed.isPlaying && position(resumed, at: 101) == 161)
        #expect(try resumed.after(.play, at: after(102)) == resumed, "it plays already")
    }

    @Test("what needs a track is refused, and a track takes its place")
    func refused() throws {
        let state = try live(over: try RoomTrial.playing([60, 60]))
        let refused: [RoomCommand] = [.next, .previous, .seek(.zero), .loop(from: .zero, to: .furthest)]
        for command in refused { #expect(throws: Refusal.isLive) { try state.after(command, at: after(21)) } }
        #expect(throws: Refusal.isLive) { try state.entryToSkip() }
        let track = try state.after(.playEntry(2), at: after(30))
        #expect(track.live == nil && track.course?.timeline.piece == 2 && track.isPlaying)
    }

    @Test("when it is gone, the queue comes back")
    func gone() throws {
        let state = try live(over: try RoomTrial.playing([60, 60]))
        let piece = try #require(state.course?.timeline.piece)
        let after = try state.after(.unplayable(piece, reason: "gone"), by: .server, at: self.after(30))
        #expect(after.live == nil && !after.isPlaying && after.course?.timeline.piece == 1)
    }

    @Test("programs take turns, and the queue stands where the first of them took its place")
    func programs() throws {
        let music = try RoomTrial.playing([60, 60])
        let click = try live(over: music).after(.metronome(.start(MetronomeChange())), at: after(40))
        #expect(click.live == nil && click.runningTrain != nil && click.currentEntry == 1)
        let again = try live(over: click, at: 50)
        #expect(again.live != nil && again.runningTrain == nil)
        let followed = try again.after(.follow(.start(Following.Target(server: "home", user: "anna"))), at: after(60))
        #expect(followed.live == nil && followed.following != nil && followed.course == nil)
        #expect(position(try followed.after(.follow(.stop), at: after(70)), at: 99) == 20)
    }
}
