import Foundation
import Music
import Session
import Testing
import Yardstick

@Suite("A score without an end")
struct LiveScoreTests {
    private static let source = LiveSource("radio", start: 1_700_000_000_000_000)

    private func bytes(_ frames: Int, _ numbers: inout SeededGenerator) -> [UInt8] {
        var loudest: UInt8 = 0
        return (0..<frames).flatMap { frame in
            if frame % 50 == 0 { loudest = .random(in: 0...255, using: &numbers) }
            let (level, shape) = (UInt8.random(in: 0...loudest, using: &numbers), UInt8.random(in: 0...63, using: &numbers))
            return (0..<UInt8(SpectrumFrame.byteCount)).map { level >> (($0 ^ shape) & 3) }
        }
    }

    private func read(_ score: LiveScore, _ frames: Range<Int>) -> [UInt8] {
        score.withFrames(frames) { span in span.indices.map { span[$0] } }
    }

    @Test("it has the frames of the last two minutes, as they were given, and what was held before stays")
    func ring() {
        let seed: UInt64 = 41
        var numbers = SeededGenerator(seed: seed)
        var score = LiveScore()
        var all: [UInt8] = []
        var held: [(LiveScore, frames: Range<Int>)] = []
        while score.frames.upperBound < 20_000 {
            let more = bytes(.random(in: 1...400, using: &numbers), &numbers)
            all += more
            score.append(more)
            #expect(score.frames.upperBound * SpectrumFrame.byteCount == all.count)
            #expect(score.frames.count <= LiveScore.mostFrames)
            #expect(score.frames.lowerBound == 0 || score.frames.count >= Int(LiveScore.memory.seconds) * 60)
            if Int.random(in: 0...9, using: &numbers) == 0 { held.append((score, score.frames)) }
        }
        for (score, frames) in held + [(score, score.frames)] {
            #expect(score.frames == frames)
            let part = (frames.lowerBound + .random(in: 0...30, using: &numbers))..<frames.upperBound
            let wanted = all[part.lowerBound * SpectrumFrame.byteCount..<part.upperBound * SpectrumFrame.byteCount]
            #expect(read(score, part) == Array(wanted), "seed \(seed)")
            #expect(score.tops(of: part).count == part.count)
        }
    }

    @Test("no frame exceeds its top, tops sink smoothly, and depend on the four seconds before alone")
    func tops() {
        for seed in 50..<60 as Range<UInt64> {
            var numbers = SeededGenerator(seed: seed)
            let all = bytes(1200, &numbers)
            var (score, late) = (LiveScore(), LiveScore(from: 500))
            var next = 0
            while next < 1200 {
                let end = min(1200, next + .random(in: 1...90, using: &numbers))
                score.append(Array(all[next * SpectrumFrame.byteCount..<end * SpectrumFrame.byteCount]))
                next = end
            }
            late.append(Array(all[500 * SpectrumFrame.byteCount..<1200 * SpectrumFrame.byteCount]))
            let tops = score.tops(of: 0..<1200)
            // Whoever heard nothing before 500 has the same tops four seconds later.
            #expect(late.tops(of: 740..<1200) == Array(tops[740..<1200]), "seed \(seed)")
            for frame in 0..<1200 {
                let top = Double(tops[frame]) + 0.5
                for band in 0..<SpectrumFrame.bandCount {
                    let lean: Double = Double(PictureTops.lean) * (1 - Double(band) / Double(SpectrumFrame.bandCount))
                    let height: Double = Double(all[frame * SpectrumFrame.byteCount + band]) - lean
                    if height > top { Issue.record("seed \(seed), frame \(frame), band \(band)") }
                }
                // The steepest place of the parabola from the highest peak, 2 / 240 of it.
                if frame > 0 { #expect(Int(tops[frame - 1]) - Int(tops[frame]) <= 3, "seed \(seed), frame \(frame)") }
            }
        }
    }

    /// A source that is heard two seconds after its frames are known, of which so much is known.
    private func score(frames: Int, final: Double, through: Double, editions: Int = 1, shift: Double = 0) -> LiveScore {
        var numbers = SeededGenerator(seed: 61)
        var score = LiveScore()
        score.append(bytes(frames, &numbers))
        let times = stride(from: 0.5, to: through, by: 0.5).map { $0 >= final ? $0 + shift : $0 }
        let beats = ScoreBeats(
            .made(times), first: 3, bars: times.indices.map { $0 / 4 + 1 }, tempo: 120)
        for _ in 0..<editions {
            score.foretell(beats, final: MediaTime(seconds: final), through: MediaTime(seconds: through))
        }
        return score
    }

    private func headers(_ messages: [Feed.Message]) -> [FrameHeader] {
        messages.compactMap { FrameHeader($0.item.bytes(sent: $0.made)) }
    }

    @Test("a stream has every frame once as it becomes known, and who joins late gets the past that is still known")
    func stream() throws {
        let source = try #require(Self.source)
        let seed: UInt64 = 62
        var numbers = SeededGenerator(seed: seed)
        for (rate, speed) in [(7, 1.0), (30, 1), (60, 1), (120, 1), (30, 0.5), (60, 0.77), (60, 1.33), (120, 2)] {
            let room = RoomState.live(source, from: .later(2_000_000), rate: try #require(Timeline.Rate(speed)))
            let course = try #require(room.course)
            let key = Feed.Key(
                content: .frames(FrameForm(rate: rate, bands: 8)), timing: .ahead(MediaTime(seconds: 3)),
                back: MediaTime(seconds: 8))
            var feed = Feed(key, at: .later(2_000_000))
            var (score, made, next) = (LiveScore(), 0, 0)
            for step in 0..<400 {
                // It is made up to now, and heard two seconds later.
                let now = ServerTime.later(2_000_000 + Int64(step) * 500_000)
                let known = 120 + Int(Double(step) * 30 * speed)
                score.append(bytes(known - made, &numbers))
                made = known
                for header in headers(feed.next(room, { _ in score }, at: now)) {
                    #expect(
                        header.due == course.timeline.due(of: SpectrumFrame.time(of: next, rate: rate)),
                        "rate \(rate), speed \(speed)")
                    next += header.count
                }
                let edge: Double = Double(known - 2) / 60 - 0.5 / Double(min(rate, 60)) - 1 / Double(rate)
                #expect(speed < 1 || Double(next) / Double(rate) >= edge, "rate \(rate), speed \(speed), step \(step)")
            }
            // A stream of its own that begins now.
            let now = ServerTime.later(2_000_000 + 400 * 500_000)
            var late = Feed(key, at: now)
            let first = try #require(headers(late.next(room, { _ in score }, at: now)).first)
            let back = MediaTime(microseconds: now.microseconds - first.due.microseconds).seconds
            #expect(abs(back - 8) <= 1 / Double(rate) / speed + 0.001, "rate \(rate), speed \(speed): \(back)")
        }
    }

    @Test("frames of sound that was held up for a quarter of a second are all sent", arguments: [7, 30, 60, 120])
    func late(rate: Int) throws {
        let source = try #require(Self.source)
        var numbers = SeededGenerator(seed: 63)
        let room = RoomState.live(source, from: .later(0), rate: .playing)
        var feed = Feed(
            Feed.Key(content: .frames(FrameForm(rate: rate, bands: 8)), timing: .ahead(MediaTime(seconds: 3))), at: .later(0))
        var (score, made) = (LiveScore(), 0)
        var next: Int?
        for step in 1..<200 {
            // It is shown when it is made, and comes in bursts.
            let now = ServerTime.later(Int64(step) * 20_000)
            let known = step % 12 == 0 ? step * 1_200 / 1_000 : made
            score.append(bytes(known - made, &numbers))
            made = known
            for header in headers(feed.next(room, { _ in score }, at: now)) {
                // The first is one that was shown soon after the stream began.
                let number = next ?? Int((header.due.since(.later(0)).seconds * Double(rate)).rounded())
                if next == nil { #expect(Double(number) / Double(rate) < 0.02) }
                #expect(header.due == room.course?.timeline.due(of: SpectrumFrame.time(of: number, rate: rate)))
                next = number + header.count
            }
        }
        #expect(Double(try #require(next)) / Double(rate) > Double(made - 1) / 60 - 2 / Double(rate))
    }

    @Test("a frame that is gone is skipped and never read")
    func gone() throws {
        let source = try #require(Self.source)
        let room = RoomState.live(source, from: Course.start)
        var numbers = SeededGenerator(seed: 63)
        var score = LiveScore(from: 6000)
        score.append(bytes(300, &numbers))
        for timing in [Timing.live, .ahead(MediaTime(seconds: 3))] {
            var feed = Feed(
                Feed.Key(content: .frames(FrameForm()), timing: timing, back: timing == .live ? .zero : MediaTime(seconds: 8)),
                at: Course.start)
            // 99.5 s: the frames of before 100 s are gone.
            let sent = headers(feed.next(room, { _ in score }, at: .later(99_990_000)))
            if timing == .live {
                #expect(sent.isEmpty)
            } else {
                #expect(sent.first?.due == .later(100_000_000) && sent.map(\.count).reduce(0, +) == 210)
            }
            // Much later all are gone that are due.
            #expect(feed.next(room, { _ in score }, at: .later(900_000_000)).isEmpty)
        }
        // Paused where nothing is known any more.
        let paused = RoomState.live(source, from: Course.start, pausedAt: .later(20_000_000))
        var feed = Feed(Feed.Key(content: .frames(FrameForm()), timing: .ahead(MediaTime(seconds: 3))), at: .later(110_000_000))
        #expect(feed.next(paused, { _ in score }, at: .later(110_000_000)).isEmpty)
        let later = RoomState.live(source, from: Course.start, pausedAt: .later(101_000_000))
        var seen = Feed(Feed.Key(content: .frames(FrameForm()), timing: .ahead(MediaTime(seconds: 3))), at: .later(110_000_000))
        #expect(headers(seen.next(later, { _ in score }, at: .later(110_000_000))).map(\.count) == [1])
    }

    @Test("beats are sent when they are final, predicted ones a quarter of a second before they are due, each once")
    func beats() throws {
        let room = RoomState.live(try #require(Self.source), from: Course.start)
        var feed = Feed(Feed.Key(content: .beats, timing: .ahead(MediaTime(seconds: 2))), at: Course.start)
        var due: [ServerTime] = []
        for step in 0..<60 {
            let seconds = Double(step) / 10
            // Final up to 0.6 s from now in its first three seconds, later not even up to now.
            let final = seconds < 3 ? seconds + 0.6 : 3
            let score = score(frames: 600, final: final, through: seconds + 4)
            let now = ServerTime.later(Int64(seconds * 1_000_000))
            let new = feed.next(room, { _ in score }, at: now).map(\.due)
            #expect(new.allSatisfy { $0.since(now).seconds <= (seconds < 3 ? 0.6 : 0.25) && $0 > now })
            due += new
        }
        let wanted: [ServerTime] = (1...12).map { ServerTime.later(Int64($0) * 500_000) }
        #expect(due == wanted)
    }

    private struct Grid: Decodable {
        let edition: Int
        let final: Double?
        let first: Int
        let total: Int?
        let beats: [Double]
    }

    @Test("a grid says its edition and what of it is final; a new edition replaces it without a new generation")
    func grid() throws {
        let room = RoomState.live(try #require(Self.source), from: Course.start)
        let course = try #require(room.course)
        let grid = { (score: LiveScore) in
            let bytes = GridMessage.bytes(score, on: course, track: nil, at: .later(6_000_000), sent: Course.start)
            return try JSONDecoder().decode(Grid.self, from: Data(bytes))
        }
        let one = score(frames: 480, final: 8, through: 12)
        let first = try grid(one)
        #expect(first.edition == 1 && first.final == 8 && first.total == nil && first.first == 3)
        let halves: [Double] = (1...23).map { Double($0) / 2 }
        #expect(first.beats == halves)
        // Nothing but the next edition replaces it.
        #expect(GridMessage.validUntil(one, on: course, at: .later(6_000_000)) == nil)
        let second = try grid(score(frames: 480, final: 8, through: 12, editions: 2, shift: 0.02))
        #expect(second.edition == 2 && second.beats.filter { $0 < 8 } == first.beats.filter { $0 < 8 })
        let moved: [Double] = zip(second.beats, first.beats).filter { $0.1 >= 8 }.map { $0.0 - $0.1 }
        #expect(moved.count == 8 && moved.allSatisfy { abs($0 - 0.02) < 1e-9 })
    }

    @Test("nothing waits for it")
    func waits() throws {
        let room = RoomState.live(try #require(Self.source), from: Course.start)
        for score in [LiveScore(), score(frames: 60, final: 1, through: 5)] {
            #expect(Buffering.command(for: room, score, at: .later(90_000_000)) == nil)
            #expect(Buffering.wake(of: room, score) == nil)
        }
    }
}
