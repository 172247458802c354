import Music
import Session
import Testing
import Yardstick

@Suite("A timeline at another speed")
struct RateTests {
    private static let start = Course.start

    private func timeline(_ rate: Timeline.Rate, anchor: Int64 = 0) -> Timeline {
        Timeline(7, generation: Generation(3), anchor: MediaTime(microseconds: anchor), anchorTime: Self.start, rate: rate)
    }

    private func random(_ numbers: inout SeededGenerator) throws -> Timeline.Rate {
        try #require(Timeline.Rate(.random(in: Timeline.Rate.speeds, using: &numbers)))
    }

    @Test("speeds are 0 and 0.5 to 2, in hundredths")
    func checked() throws {
        #expect(Timeline.Rate(0) == .still && Timeline.Rate(1) == .playing && Timeline.Rate(0.996) == .playing)
        for speed in [0.5, 0.75, 1.25, 2] { #expect(Timeline.Rate(speed)?.speed == speed) }
        for speed in [-1, 0.1, 0.499, 2.01, .nan, .infinity, -.infinity] { #expect(Timeline.Rate(speed) == nil, "\(speed)") }
        #expect(!Timeline.Rate.still.isRunning && Timeline.Rate.playing.isRunning)
    }

    @Test("a position and its moment are inverse within a microsecond, for years")
    func inverse() throws {
        let seed: UInt64 = 31
        var numbers = SeededGenerator(seed: seed)
        for round in 0..<2000 {
            let line = timeline(try random(&numbers), anchor: .random(in: -1_000_000...1_000_000_000_000, using: &numbers))
            let moment = ServerTime.later(.random(in: -1_000_000...100_000_000_000_000, using: &numbers))
            let position = line.position(at: moment)
            let due = try #require(line.due(of: position))
            // Several moments may share a position: `due` is the first of them.
            #expect(
                due <= moment && moment.since(due).microseconds <= 1 && line.position(at: due) == position, "seed \(seed), \(round)"
            )
            let place = MediaTime(microseconds: position.microseconds + .random(in: -9...9, using: &numbers))
            let reached = line.position(at: try #require(line.due(of: place)))
            #expect(reached >= place && (reached - place).microseconds <= 1, "seed \(seed), \(round)")
        }
    }

    @Test("what is due is the first moment at which a position is reached")
    func first() throws {
        for speed in [0.5, 0.57, 0.99, 1, 1.01, 1.5, 1.99, 2] {
            let line = timeline(try #require(Timeline.Rate(speed)), anchor: 12_345)
            for position in (-500...500).map({ MediaTime(microseconds: Int64($0)) }) {
                let due = try #require(line.due(of: position))
                #expect(line.position(at: due) >= position)
                #expect(line.position(at: ServerTime(microseconds: due.microseconds - 1)) < position, "\(speed), \(position)")
            }
        }
    }

    @Test("an hour at another speed runs as far as the speed says")
    func distance() throws {
        for speed in [0.5, 0.8, 1.25, 2] {
            let line = timeline(try #require(Timeline.Rate(speed)))
            #expect(line.position(at: .later(3_600_000_000)) == MediaTime(seconds: 3600 * speed))
            #expect(line.reach(in: MediaTime(seconds: 4)) == MediaTime(seconds: 4 * speed))
            let next = line.followed(by: 9, at: .later(9))
            #expect(next.rate == line.rate && line.sought(to: .zero, at: .later(9)).rate == line.rate)
        }
        #expect(timeline(.still).reach(in: MediaTime(seconds: 4)) == MediaTime(seconds: 4))
    }

    @Test("every frame and every beat of a course comes once and in order, at any speed, however time is divided")
    func once() throws {
        let seed: UInt64 = 32
        var numbers = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let rate = Int.random(in: 1...120, using: &numbers)
            let anchor = Int64.random(in: -2_000_000...20_000_000, using: &numbers)
            let line = timeline(try random(&numbers), anchor: anchor)
            let from = Int64.random(in: -1_000_000...1_000_000, using: &numbers)
            let until = Bool.random(using: &numbers) ? from + .random(in: 0...12_000_000, using: &numbers) : nil
            let course = Course(timeline: line, entry: 3, from: .later(from), until: until.map { .later($0) })
            let known =
                MediaTime(
                    microseconds: .random(in: 0...9_000_000, using: &numbers))..<MediaTime(
                    microseconds: .random(in: 9_000_000...30_000_000, using: &numbers))
            var times = [0.3]
            while times[times.count - 1] < 25 {
                times.append(times[times.count - 1] + .random(in: 0.000_002...0.7, using: &numbers))
            }
            let grid = BeatGrid.made(times)
            var (frames, beats): ([Int], [Int]) = ([], [])
            var time: Int64 = -5_000_000
            while time < 70_000_000 {
                let step: Int64 = Bool.random(using: &numbers) ? 3 : 2_000_000
                let next = time + .random(in: 0...step, using: &numbers)
                frames += FrameSchedule.frames(rate, on: course, known: known, after: .later(time), through: .later(next))
                beats += BeatSchedule.beats(of: grid, on: course, after: .later(time), through: .later(next))
                time = next
            }
            let isDue = { (position: MediaTime) in
                line.due(of: position).map { $0 >= course.from && $0 < course.until ?? ServerTime(microseconds: .max) } ?? false
            }
            let wanted = (0..<4000).filter { frame in
                let position = SpectrumFrame.time(of: frame, rate: rate)
                return known.contains(position) && isDue(position)
            }
            #expect(frames == wanted, "seed \(seed), round \(round), \(line.rate.speed)")
            #expect(beats == grid.beats.indices.filter { isDue(grid.beats[$0].time) }, "seed \(seed), round \(round)")
        }
    }

    @Test("chunks of sound are 50 ms at any speed, and have each sample of the track once")
    func sound() throws {
        for speed in [0.5, 0.77, 0.99, 1, 1.01, 1.33, 2] {
            let line = timeline(try #require(Timeline.Rate(speed)), anchor: 1_234_567)
            let course = Course(timeline: line, entry: 1, from: Self.start, until: .later(5_012_345))
            let cut = try #require(SoundChunks(course))
            var next = cut.start(from: Self.start)
            var heard = 0
            var due = Self.start
            while let chunk = cut.chunk(from: next) {
                #expect(chunk.samples.lowerBound == next)
                #expect(abs(chunk.due.microseconds - due.microseconds) <= 42, "\(speed)")
                let count = cut.heard(of: chunk.samples)
                heard += count
                due = chunk.due.later(SoundSample.time(of: count))
                next = chunk.samples.upperBound
                #expect(count == SoundChunks.length || chunk.due > .later(4_900_000))
            }
            // As long as the course, of as much of the track as its speed says.
            #expect(abs(heard - 240_593) <= 2, "\(speed): \(heard)")
            let end = SoundSample.first(from: line.position(at: .later(5_012_345)))
            #expect(abs(next - end) <= 2, "\(speed)")
        }
    }

    @Test("a tone at another speed is the tone of that pitch")
    func pitch() {
        let tone = { (frequency: Double, count: Int) in
            (0..<count).flatMap { index -> [Float] in
                let sample = Float(sine(Double(index) * frequency / 48_000))
                return [sample, -sample]
            }
        }
        for speed in [0.5, 0.8, 1, 1.5, 2] {
            let paced = SoundMixer.paced(tone(220, Int(2400 * speed) + 1), by: speed, count: 2400)
            let wanted = tone(220 * speed, 2400)
            #expect(paced.count == wanted.count)
            #expect(zip(paced, wanted).allSatisfy { abs($0 - $1) < 0.001 }, "\(speed)")
        }
        #expect(SoundMixer.paced(tone(220, 100), by: 2, count: 2400).count == 100)
        #expect(SoundMixer.paced([], by: 2, count: 2400).isEmpty)
    }

    /// The sine of a number of turns.
    private func sine(_ turns: Double) -> Double {
        let angle = (turns - turns.rounded()) * 2 * .pi
        var (term, sum) = (angle, angle)
        for step in 1..<12 {
            term *= -angle * angle / Double(2 * step * (2 * step + 1))
            sum += term
        }
        return sum
    }

    @Test(
        "frames and beats of a second of music follow within half a second at twice the speed, and the tempo is that which is heard"
    )
    func due() throws {
        let score = StoredScore(try MadeAnalysis.track(seconds: 9, seed: 5), grid: .made([0.5, 1, 1.5, 2]))
        let line = timeline(try #require(Timeline.Rate(2)))
        let course = Course(timeline: line, entry: 1, from: Self.start, until: nil)
        let beats = BeatSchedule.beats(of: score.beats.grid, on: course, after: Self.start, through: .later(500_000))
        #expect(beats == 0..<2)
        let form = FrameForm(rate: 60, bands: 8)
        let header = try #require(
            FrameHeader(FramePacket.binary(score, form, on: course, frames: 60..<90, sent: Self.start)))
        #expect(header.due == .later(500_000) && header.rate == 60)
        let text = String(decoding: BeatMessage.bytes(score.beats, on: course, beat: 1, sent: Self.start), as: UTF8.self)
        #expect(text.contains(#""due":\#(Self.start.microseconds + 500_000),"#) && text.hasSuffix(#""bpm":240}"#))
    }
}
