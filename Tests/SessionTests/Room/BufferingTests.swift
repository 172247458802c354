import Music
import Session
import Testing
import Yardstick

@Suite("A track that is still being analyzed")
struct BufferingTests {
    private let analysis: TrackAnalysis

    init() throws {
        analysis = try MadeAnalysis.track(seconds: 20, seed: 14)
    }

    private func growing(_ frames: Int) throws -> GrowingScore {
        GrowingScore(try MadeAnalysis.growing(analysis).grown(to: frames))
    }

    /// A room whose first track waits for its analysis.
    private func waiting(_ lengths: [Double]) throws -> RoomState {
        try RoomTrial.playing(lengths).after(.wait(at: .zero), at: RoomTrial.after(0.2))
    }

    @Test("a stored track never waits")
    func stored() throws {
        let room = try RoomTrial.playing([20])
        #expect(Buffering.command(for: room, nil, at: RoomTrial.after(9)) == nil)
        #expect(Buffering.wake(of: room, nil) == nil)
        let stored = StoredScore(analysis, grid: .none)
        #expect(Buffering.command(for: room, stored, at: RoomTrial.after(9)) == nil)
        #expect(Buffering.wake(of: room, stored) == nil)
    }

    @Test("playback waits until three seconds are analyzed, and then continues from the same position")
    func waits() throws {
        var room = try RoomTrial.playing([20])
        let (little, enough) = (try growing(329), try growing(330))
        #expect(Buffering.command(for: room, GrowingScore(), at: RoomTrial.start) == .wait(at: .zero))
        room = try room.after(.wait(at: .zero), at: RoomTrial.start)
        let waiting = try #require(room.course)
        #expect(waiting.isBuffering && room.isPlaying && waiting.timeline.rate == .still)
        #expect(Buffering.command(for: room, GrowingScore(), at: RoomTrial.after(9)) == nil)
        #expect(Buffering.command(for: room, little, at: RoomTrial.after(9)) == nil)
        #expect(Buffering.command(for: room, enough, at: RoomTrial.after(9)) == .goOn())
        room = try room.after(.goOn(), at: RoomTrial.after(9))
        let course = try #require(room.course)
        #expect(course.timeline.position(at: RoomTrial.after(10)) == MediaTime(seconds: 1))
        #expect(!course.isBuffering && course.timeline.generation > waiting.timeline.generation)
    }

    @Test("playback waits again before the analyzed part ends, and after a seek beyond it")
    func dry() throws {
        var room = try RoomTrial.playing([20])
        let score = try growing(330)
        #expect(Buffering.command(for: room, score, at: RoomTrial.after(1)) == nil)
        #expect(Buffering.wake(of: room, score) == RoomTrial.after(2.75))
        #expect(Buffering.command(for: room, score, at: RoomTrial.after(2.75)) == .wait(at: MediaTime(seconds: 2.75)))
        room = try room.after(.seek(MediaTime(seconds: 10)), at: RoomTrial.after(1))
        #expect(Buffering.command(for: room, score, at: RoomTrial.after(1)) == .wait(at: MediaTime(seconds: 10)))
    }

    @Test("a pause during the wait ends it, and playback does not start by itself")
    func stops() throws {
        for command in [RoomCommand.pause, .toggle] {
            let waiting = try waiting([20])
            let room = try waiting.after(command, at: RoomTrial.after(1))
            #expect(!room.isPlaying && !room.isBuffering)
            #expect(room.generation > waiting.generation)
            #expect(try room.after(.goOn(), at: RoomTrial.after(2)) == room)
            #expect(try room.after(.play, at: RoomTrial.after(2)).isPlaying)
        }
        #expect(try waiting([20]).after(.play, at: RoomTrial.after(1)) == waiting([20]))
    }

    @Test("the next track can be played during the wait")
    func skips() throws {
        let first = try #require(try waiting([20, 30]).course).entry
        for command in [RoomCommand.next, .remove([first]), .unplayable(1, reason: "broken")] {
            let course = try waiting([20, 30]).after(command, at: RoomTrial.after(1)).course
            #expect(course?.timeline.piece == 2 && course?.timeline.rate == .playing, "\(command)")
        }
        let room = try waiting([20]).after(.unplayable(1, reason: "broken"), at: RoomTrial.after(1))
        #expect(!room.isPlaying)
    }
}
