import Music
import Session
import Testing

@Suite("The schedule of frames")
struct FrameScheduleTests {
    private static let tenHours = MediaTime(seconds: 36_000)

    @Test(
        "each frame is due at its exact microsecond, for ten hours at every rate",
        arguments: [1, 7, 24, 59, 60, 61, 120])
    func exactness(rate: Int) throws {
        let course = Course.made()
        let last = 36_000 * rate
        for frame in stride(from: 0, to: last, by: 997) {
            let due = try #require(course.timeline.due(of: SpectrumFrame.time(of: frame, rate: rate)))
            // The distance from the exact time is at most half a microsecond.
            let distance = (due.microseconds - Course.start.microseconds) * Int64(rate) - Int64(frame) * 1_000_000
            #expect(2 * abs(distance) <= Int64(rate))
            let before = ServerTime(microseconds: due.microseconds - 1)
            #expect(frames(rate, course, after: before, through: due) == frame..<frame + 1)
            #expect(frames(rate, course, after: due, through: due).isEmpty)
        }
        #expect(frames(rate, course, after: .later(-1), through: .later(Int64.max / 2)) == 0..<last)
    }

    @Test("every frame of a course comes once and in order, however time is divided")
    func splits() {
        let seed: UInt64 = 71
        var numbers = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let rate = Int.random(in: 1...120, using: &numbers)
            let anchor = MediaTime(microseconds: .random(in: -2_000_000...20_000_000, using: &numbers))
            let length = Int64.random(in: 1...10_000_000, using: &numbers)
            let from = Int64.random(in: -1_000_000...1_000_000, using: &numbers)
            let until = Bool.random(using: &numbers) ? from + Int64.random(in: 0...12_000_000, using: &numbers) : nil
            let course = Course.made(anchor: anchor, from: from, until: until)
            let duration = MediaTime(microseconds: max(0, anchor.microseconds + length))

            var seen: [Int] = []
            var time: Int64 = -5_000_000
            while time < 25_000_000 {
                let step: Int64 = Bool.random(using: &numbers) ? 30_000 : 2_000_000
                let next = time + Int64.random(in: 0...step, using: &numbers)
                seen += FrameSchedule.frames(rate, on: course, known: .zero..<duration, after: .later(time), through: .later(next))
                time = next
            }
            let wanted = (0..<4000).filter { frame in
                let position = SpectrumFrame.time(of: frame, rate: rate)
                let due = position.microseconds - anchor.microseconds
                return position < duration && due >= from && due < until ?? .max
            }
            #expect(seen == wanted, "seed \(seed), round \(round)")
        }
    }

    @Test("none is due while the music is paused")
    func still() {
        let course = Course.made(rate: .still)
        #expect(frames(60, course, after: .later(-1), through: .later(9_000_000)).isEmpty)
        #expect(FrameSchedule.nextFrame(60, on: course, known: .zero..<Self.tenHours, after: .later(0)) == nil)
    }

    @Test("a course includes its first time and excludes its last")
    func bounds() {
        let course = Course.made(from: 500_000, until: 1_000_000)
        #expect(frames(60, course, after: .later(0), through: .later(2_000_000)) == 30..<60)
        #expect(frames(60, course, after: .later(499_999), through: .later(500_000)) == 30..<31)
        #expect(frames(60, course, after: .later(999_999), through: .later(1_000_000)).isEmpty)
    }

    @Test("the next frame is due when the schedule first gives one")
    func next() {
        let course = Course.made(anchor: MediaTime(seconds: 1), from: 20_000)
        let duration = MediaTime(seconds: 2)
        let next = { FrameSchedule.nextFrame(30, on: course, known: .zero..<duration, after: .later($0)) }
        #expect(next(-5_000_000) == .later(33_333))
        #expect(next(33_332) == .later(33_333))
        #expect(next(33_333) == .later(66_667))
        #expect(next(966_666) == .later(966_667))
        #expect(next(966_667) == nil)
        #expect(FrameSchedule.nextFrame(30, on: course, known: .zero..<(.zero), after: .later(0)) == nil)
    }

    @Test(
        "the frames before a frame cover the requested time, as far as the track goes back", arguments: [1, 7, 30, 60, 61, 120])
    func before(rate: Int) {
        for back in [0, 0.25, 1, 7.75, 8] {
            for frame in [0, 1, 5, 59, 60, 61, 480, 481, 4_319_999] {
                let frames = FrameSchedule.before(frame, rate, back: MediaTime(seconds: back), known: .zero..<Self.tenHours)
                let first = SpectrumFrame.time(of: frame, rate: rate) - MediaTime(seconds: back)
                let wanted = (max(0, frame - 1000)..<frame).filter { SpectrumFrame.time(of: $0, rate: rate) >= first }
                #expect(Array(frames) == wanted, "\(back) s before \(frame)")
            }
        }
    }

    @Test("all earlier time can be requested")
    func endless() {
        let course = Course.made()
        let all = frames(60, course, after: ServerTime(microseconds: .min), through: ServerTime(microseconds: .max))
        #expect(all == 0..<36_000 * 60)
        #expect(frames(60, course, after: ServerTime(microseconds: .max), through: ServerTime(microseconds: .max)).isEmpty)
        #expect(frames(60, course, after: ServerTime(microseconds: .min), through: ServerTime(microseconds: .min)).isEmpty)
    }

    private func frames(_ rate: Int, _ course: Course, after: ServerTime, through: ServerTime) -> Range<Int> {
        FrameSchedule.frames(rate, on: course, known: .zero..<Self.tenHours, after: after, through: through)
    }
}

@Suite("The schedule of beats")
struct BeatScheduleTests {
    @Test("every beat of a course comes once and in order, however time is divided")
    func splits() {
        let seed: UInt64 = 72
        var numbers = SeededGenerator(seed: seed)
        for round in 0..<200 {
            var times = [Double.random(in: -1...1, using: &numbers)]
            for _ in 0..<Int.random(in: 0...40, using: &numbers) {
                times.append(times[times.count - 1] + .random(in: 0.000_002...0.7, using: &numbers))
            }
            let grid = BeatGrid.made(times)
            let anchor = MediaTime(microseconds: .random(in: -2_000_000...10_000_000, using: &numbers))
            let until = Bool.random(using: &numbers) ? Int64.random(in: 0...12_000_000, using: &numbers) : nil
            let course = Course.made(anchor: anchor, until: until)
            var seen: [Int] = []
            var time: Int64 = -5_000_000
            while time < 35_000_000 {
                let next = time + Int64.random(in: 0...900_000, using: &numbers)
                seen += BeatSchedule.beats(of: grid, on: course, after: .later(time), through: .later(next))
                time = next
            }
            let wanted = grid.beats.indices.filter { index in
                let due = (grid.beats[index].time - anchor).microseconds
                return due >= 0 && due < until ?? .max
            }
            #expect(seen == wanted, "seed \(seed), round \(round)")
        }
    }

    @Test("the next beat is due when the schedule first gives one; none is due after the last or while paused")
    func next() {
        let grid = BeatGrid.made([0.5, 1, 1.5])
        let next = { BeatSchedule.nextBeat(of: grid, on: .made(), after: .later($0)) }
        #expect(next(-9) == .later(500_000) && next(499_999) == .later(500_000))
        #expect(next(500_000) == .later(1_000_000) && next(1_500_000) == nil)
        let still = Course.made(rate: .still)
        #expect(BeatSchedule.nextBeat(of: grid, on: still, after: .later(0)) == nil)
        #expect(BeatSchedule.beats(of: grid, on: still, after: .later(0), through: .later(9_000_000)).isEmpty)
        #expect(BeatSchedule.nextBeat(of: .none, on: .made(), after: .later(0)) == nil)
    }
}
