import Music
import Session
import Testing
import Yardstick

@Suite("The frames of a crossfade")
struct FeedFadeTests {
    private static let form = FrameForm(bands: 8)

    /// What is sent of two tracks of 20 s that overlap for 4 s, of which the scores are known from a moment on.
    private func sent(_ timing: Timing, knownFrom: Double = 0) throws -> (state: RoomState, headers: [FrameHeader]) {
        let scores: [Piece: any Score] = [
            Piece(1): StoredScore(try MadeAnalysis.track(seconds: 20, seed: 1), grid: .none),
            Piece(2): StoredScore(try MadeAnalysis.track(seconds: 20, seed: 2), grid: .none),
        ]
        let room = try RoomTrial.playing([20, 20], RoomTrial.settings { ($0.crossfade, $0.skipsSilence) = (4, false) })
        var feed = Feed(Feed.Key(content: .frames(Self.form), timing: timing), at: RoomTrial.start)
        var headers: [FrameHeader] = []
        for step in 0..<600 {
            let now = RoomTrial.after(Double(step) * 0.05)
            let known = { (piece: Piece) in piece == Piece(1) || Double(step) * 0.05 >= knownFrom ? scores[piece] : nil }
            headers += feed.next(room.advanced(to: now), known, at: now).compactMap { FrameHeader($0.item.bytes(sent: $0.made)) }
        }
        return (room, headers)
    }

    /// The due times of all frames of a generation, in seconds.
    private func due(_ headers: [FrameHeader], _ generation: Generation) -> [Double] {
        headers.filter { $0.generation == generation }.flatMap { header in
            (0..<header.count).map { Double(header.due.microseconds - RoomTrial.start.microseconds) / 1e6 + Double($0) / 60 }
        }
    }

    @Test(
        "those of the piece that fades out are sent ahead until half-way, each once, beside those of the piece that begins",
        arguments: [0.0, 15])
    func ahead(knownFrom: Double) throws {
        let (room, headers) = try sent(.ahead(MediaTime(seconds: 3)), knownFrom: knownFrom)
        let courses = room.courses(through: RoomTrial.after(30))
        let (first, second) = (courses[0].timeline.generation, courses[1].timeline.generation)
        let (old, new) = (due(headers, first), due(headers, second))
        #expect(zip(old, old.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 60) < 1e-4 })
        let last = try #require(old.last)
        // The tracks overlap from 16 s to 20 s, and a moment of the past is part of each picture.
        #expect(last >= 18.2 && last < 18.3, "\(last)")
        #expect(abs(try #require(new.first) - 16) < 1e-4 && zip(new, new.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 60) < 1e-4 })
    }

    @Test("who gets each frame at its moment gets those of one piece at a time")
    func live() throws {
        let (room, headers) = try sent(.live)
        let courses = room.courses(through: RoomTrial.after(30))
        let old = due(headers, courses[0].timeline.generation)
        #expect(try #require(old.last) < 16 && headers.count > 1_000)
    }
}
