import Music
import Session
import Testing
import Waiting
import Yardstick

@testable import Live

@Suite("A tone that never ends")
struct ToneTests {
    private let clock = HandClock()
    private let input: LiveInput

    init() throws {
        input = try #require(LiveInput.tone("test", clock))
    }

    private var now: ServerTime { ServerTime(microseconds: Int64(clock.now)) }

    private func pass(_ duration: Duration) {
        clock.advance(by: duration)
        input.hear()
    }

    private func frames(_ score: LiveScore, _ range: Range<Int>) -> [[UInt8]] {
        score.withFrames(range) { bytes in
            stride(from: 0, to: bytes.count, by: SpectrumFrame.byteCount).map { start in
                (start..<start + SpectrumFrame.byteCount).map { bytes[$0] }
            }
        }
    }

    @Test("it is known up to now, heard two seconds later, and its beats are predicted four seconds ahead")
    func known() throws {
        #expect(input.source.start == clock.wall && input.name == "test")
        for step in 1...50 {
            pass(.milliseconds(250))
            let made = MediaTime(seconds: Double(step) / 4)
            #expect(now.since(input.heardFrom) + ToneMaker.delay == made)
            let score = input.score
            #expect(SpectrumFrame.time(of: score.frames.upperBound - 1) <= made)
            #expect(SpectrumFrame.time(of: score.frames.upperBound) > made)
            let beats = try #require(score.knownBeats)
            // They are predicted anew every second.
            #expect(beats.final <= made && beats.final >= made - MediaTime(seconds: 1))
            #expect(beats.through == beats.final + ToneMaker.foresight)
            let grid = score.beats(around: .zero..<made).grid
            #expect(grid.beats.first == Beat(time: .zero, position: 1) && grid.tempo == 120 && grid.meter == 4)
            #expect(try #require(grid.beats.last).time > beats.through - Tone.beat)
        }
    }

    @Test("its frames are those of a soft tone: the loudest band is that of 220 Hz, and onsets are on the beats")
    func picture() {
        pass(.seconds(30))
        let shown = frames(input.score, 60..<1800)
        for (index, frame) in shown.enumerated() {
            let loudest = frame[..<SpectrumFrame.bandCount].max() ?? 0
            #expect(frame[18] == loudest && frame.filter { $0 == loudest }.count <= 2)
            let onset = frame[SpectrumFrame.onset]
            // An accent rises within the frame after its beat.
            #expect(index % 30 == 1 ? onset >= 100 : onset == 0, "\(index)")
        }
        // The first frame here is that of the third beat of the first bar.
        let strong = stride(from: 61, to: shown.count, by: 120).map { shown[$0][SpectrumFrame.onset] }
        #expect(strong.allSatisfy { $0 == strong[0] && $0 > shown[31][SpectrumFrame.onset] })
    }

    @Test("its sound is 220 Hz without a jump, as far as it is known")
    func sound() throws {
        pass(.seconds(3))
        let samples = try #require(input.sound(0..<3 * SoundSample.perSecond))
        #expect(samples.count == 6 * SoundSample.perSecond)
        let left: [Float] = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let loudest: Float = left.max() ?? 0
        #expect(loudest > 0.1 && loudest < 0.2)
        let steps: [Float] = zip(left, left.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0) < 0.01 })
        let rises = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(rises - 660) <= 1)
        #expect(input.sound(0..<3 * SoundSample.perSecond + 1) == nil)
        // Any cut of it is the same sound.
        #expect(input.sound(1_001..<70_003) == Array(samples[2_002..<140_006]))
    }

    @Test("it goes on with the clock, and tells all who listen until they forget it")
    func runs() async throws {
        let told = Watched([0, 0])
        let task = Task { await input.run() }
        let one = input.listen { told.withLock { $0[0] += 1 } }
        _ = input.listen { told.withLock { $0[1] += 1 } }
        await clock.sleepers()
        for step in 1...8 {
            clock.advance(by: .milliseconds(250))
            await clock.sleepers()
            #expect(input.score.frames.upperBound == step * 15 + 1)
            if step == 4 { input.forget(one) }
        }
        #expect(told.withLock { $0 } == [4, 8])
        task.cancel()
        await task.value
    }

    @Test("in a simulated week nothing that is held grows, and every stream has its frames and beats in time, each once")
    func week() throws {
        let seed: UInt64 = 71
        var numbers = SeededGenerator(seed: seed)
        let room = RoomState.live(input.source, from: input.heardFrom)
        let timeline = try #require(room.course).timeline
        let screens = Feed.Key(
            content: .frames(FrameForm(bands: 8)), timing: .ahead(MediaTime(seconds: 3)), back: MediaTime(seconds: 8))
        let lamps = Feed.Key(content: .frames(FrameForm(rate: 30, bands: 8)), timing: .live)
        let beats = Feed.Key(content: .beats, timing: .ahead(MediaTime(seconds: 2)))
        // These are there all week; others join late.
        var stayed = [screens, lamps, beats].map { (feed: Feed($0, at: now), last: ServerTime(microseconds: 0)) }
        var passed = 0.0
        while passed < 7 * 86_400 {
            var late = [screens, lamps, beats].map { (feed: Feed($0, at: now), last: ServerTime(microseconds: 0)) }
            for step in 0..<200 {
                for index in stayed.indices {
                    try listen(&stayed[index], room, timeline, step, "\(seed), \(passed) s")
                    try listen(&late[index], room, timeline, step, "\(seed), \(passed) s, late")
                }
                let pause = Double.random(in: 0.005...0.04, using: &numbers)
                pass(.microseconds(Int64(pause * 1_000_000)))
                passed += pause
            }
            let score = input.score
            #expect(score.frames.count <= LiveScore.mostFrames)
            #expect(score.beats(around: .zero..<(.zero)).grid.beats.count <= 270)
            for (feed, _) in stayed + late { #expect(feed.recent(since: nil, at: now).count <= 600) }
            let sleep = Double.random(in: 1...30_000, using: &numbers)
            pass(.microseconds(Int64(sleep * 1_000_000)))
            passed += sleep
        }
        let grid = input.score.beats(around: .zero..<(.zero))
        let last = try #require(grid.grid.beats.last)
        let number = Int64(grid.first + grid.grid.beats.count - 1)
        #expect(last.time.microseconds == number * Tone.beat.microseconds)
    }

    /// Takes what a stream sends now, and checks it: in order, without a gap since the last step, and in time.
    private func listen(
        _ stream: inout (feed: Feed, last: ServerTime), _ room: RoomState, _ timeline: Timeline, _ step: Int,
        _ place: String
    ) throws {
        let score = input.score
        for message in stream.feed.next(room, { _ in score }, at: now) {
            var dues = [message.due]
            var gap: Int64 = 500_000
            if case .frames(let form) = stream.feed.key.content {
                let header = try #require(FrameHeader(message.item.bytes(sent: message.made)))
                gap = Int64(1_000_000 / form.rate)
                dues = (0..<header.count).map { header.due.later(SpectrumFrame.time(of: $0, rate: form.rate)) }
                let position = timeline.position(at: header.due)
                let frame: Double = position.seconds * Double(form.rate)
                #expect(abs(frame - frame.rounded()) < 0.001, "\(place)")
            } else {
                #expect(timeline.position(at: message.due).microseconds % Tone.beat.microseconds == 0)
            }
            for due in dues {
                let since = due.since(stream.last).microseconds
                // A stream begins in the present, and goes on there after a sleep.
                let isNext = abs(since - gap) <= 2 || since > gap && (step == 0 || stream.last.microseconds == 0)
                #expect(isNext, "seed \(place), step \(step): \(since) µs")
                stream.last = due
            }
        }
        // What is known is sent, or what is due.
        guard now >= input.heardFrom.later(MediaTime(seconds: 1)) else { return }
        let known = input.heardFrom.later(score.known.upperBound)
        switch stream.feed.key.content {
        case .frames(let form):
            let end = stream.feed.key.timing == .live ? now : known
            let next = stream.last.later(MediaTime(seconds: 1 / Double(form.rate) + 0.02))
            #expect(next >= end, "seed \(place)")
        case .beats, .lyrics, .cues: break
        }
    }
}
