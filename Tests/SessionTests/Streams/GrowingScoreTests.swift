import Music
import Session
import Testing
import Yardstick

@Suite("A score that is played during its analysis")
struct GrowingScoreTests {
    /// The final frames of a growing score; those of the last two and a half seconds are not final.
    private static let unsettled = 150

    private func body(_ message: [UInt8]) -> [UInt8] { Array(message.dropFirst(FrameHeader.byteCount)) }

    @Test("its packets equal those of the finished score", arguments: [1, 7, 24, 30, 50, 60, 90, 120])
    func final(rate: Int) throws {
        let analysis = try MadeAnalysis.track(seconds: 20, seed: 11)
        let stored = StoredScore(analysis, grid: .none)
        let form = FrameForm(rate: rate)
        var numbers = SeededGenerator(seed: UInt64(rate))
        var known = 300
        var score = GrowingScore(try MadeAnalysis.growing(analysis).grown(to: known))
        var sent = 0
        while known < analysis.frameCount {
            known = min(known + Int.random(in: 1...200, using: &numbers), analysis.frameCount)
            score = score.grown(to: known)
            let known = score.known(rate: rate)
            let end = FrameSchedule.frames(
                rate, on: .made(), known: known, after: .later(-1), through: .later(60_000_000)
            ).upperBound
            guard end > sent else { continue }
            let frames = sent..<end
            #expect(
                FramePacket.binary(score, form, on: .made(), frames: frames, sent: Course.start)
                    == FramePacket.binary(stored, form, on: .made(), frames: frames, sent: Course.start), "\(frames)")
            sent = end
        }
        #expect(sent >= 16 * rate)
    }

    @Test("a stream has every frame once, continues in the finished score, and contains only final frames")
    func stream() throws {
        let analysis = try MadeAnalysis.track(seconds: 20, seed: 12)
        let stored = StoredScore(analysis, grid: .none)
        let room = try RoomTrial.playing([20])
        let course = try #require(room.course)
        let form = FrameForm(bands: 8)
        var feed = Feed(Feed.Key(content: .frames(form), timing: .ahead(MediaTime(seconds: 3))), at: RoomTrial.start)
        var score = GrowingScore(try MadeAnalysis.growing(analysis).grown(to: 340))
        var next = 0
        for step in 0..<329 {
            let now = RoomTrial.after(Double(step) * 0.05)
            // It grows little faster than it plays.
            let known = 340 + step * 7 / 2
            score = score.grown(to: min(known, analysis.frameCount))
            let isDone = known >= analysis.frameCount
            let shown: any Score = if isDone { stored } else { score }
            for message in feed.next(room, { _ in shown }, at: now) {
                let header = try #require(FrameHeader(message.item.bytes(sent: message.made)))
                let frames = next..<next + header.count
                #expect(header.due == course.timeline.due(of: SpectrumFrame.time(of: next)))
                #expect(
                    body(message.item.bytes(sent: message.made))
                        == body(FramePacket.binary(stored, form, on: course, frames: frames, sent: now)))
                next = frames.upperBound
                #expect(isDone || next <= known - Self.unsettled)
            }
        }
        #expect(next >= 1164)
    }

    @Test("beats are sent from the time on at which they are known")
    func beats() throws {
        let grid = BeatGrid.made(stride(from: 0.5, to: 19.5, by: 0.5).map { $0 })
        let analysis = try MadeAnalysis.track(seconds: 20, grid: grid, seed: 13)
        let stored = StoredScore(analysis, grid: grid)
        let growing = GrowingScore(try MadeAnalysis.growing(analysis).grown(to: 1000))
        let room = try RoomTrial.playing([20])
        var feed = Feed(Feed.Key(content: .beats, timing: .ahead(MediaTime(seconds: 2))), at: RoomTrial.start)
        for step in 0..<33 {
            #expect(feed.next(room, { _ in growing }, at: RoomTrial.after(Double(step) * 0.1)).isEmpty)
        }
        let joined = feed.next(room, { _ in stored }, at: RoomTrial.after(3.3))
        #expect(joined.map(\.due) == [3.5, 4, 4.5, 5, 5.5].map(RoomTrial.after))
    }
}
