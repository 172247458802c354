import Music
import Session
import Testing
import Yardstick

@Suite("A timeline")
struct TimelineTests {
    /// The server's time: it has been up for 30 days.
    private let start = ServerTime(microseconds: 2_592_000_000_123)
    private var playing: Timeline {
        Timeline(7, generation: Generation(3), anchor: .zero, anchorTime: start, rate: .playing)
    }

    private func later(_ microseconds: Int64) -> ServerTime { ServerTime(microseconds: start.microseconds + microseconds) }

    @Test("frame k is due k / 60 s after the anchor, to the nearest microsecond, for ten hours")
    func frames() throws {
        let tenHours = 10 * 3600 * 60
        for frame in stride(from: 0, through: tenHours, by: 7) {
            let due = try #require(playing.due(of: SpectrumFrame.time(of: frame)))
            // Three frames last 50 000 us: exact in whole numbers.
            let error = 3 * (due.microseconds - start.microseconds) - 50_000 * Int64(frame)
            #expect(abs(error) <= 1, "frame \(frame)")
        }
        #expect(playing.due(of: SpectrumFrame.time(of: tenHours)) == later(36_000_000_000))
        #expect((0...4).map { SpectrumFrame.time(of: $0).microseconds } == [0, 16_667, 33_333, 50_000, 66_667])
    }

    @Test("the position that is due at a time is the position at that time")
    func inverse() throws {
        var numbers = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let anchor = MediaTime(microseconds: .random(in: -1_000_000...40_000_000_000, using: &numbers))
            let timeline = playing.sought(to: anchor, at: later(.random(in: 0...1_000_000_000, using: &numbers)))
            let moment = later(.random(in: -1_000_000...90_000_000_000, using: &numbers))
            let due = try #require(timeline.due(of: timeline.position(at: moment)))
            #expect(due == moment)
        }
    }

    @Test("pausing and resuming in the same instant changes nothing but the generation")
    func pauseAndResume() {
        var numbers = SeededGenerator(seed: 12)
        for _ in 0..<200 {
            let now = later(.random(in: 0...40_000_000_000, using: &numbers))
            let resumed = playing.paused(at: now).resumed(at: now)
            #expect(resumed.generation.number == 512)
            for distance in [-5_000_000, 0, 1, 36_000_000_000] as [Int64] {
                let moment = ServerTime(microseconds: now.microseconds + distance)
                #expect(resumed.position(at: moment) == playing.position(at: moment))
            }
        }
    }

    @Test("the position does not jump at a pause or its end, and stands still between them")
    func continuity() {
        let paused = playing.paused(at: later(1_234_567))
        #expect(paused.position(at: later(1_234_567)) == playing.position(at: later(1_234_567)))
        #expect(paused.position(at: later(99_000_000)) == MediaTime(microseconds: 1_234_567))
        #expect(paused.due(of: .zero) == nil)
        let resumed = paused.resumed(at: later(99_000_000))
        #expect(resumed.position(at: later(99_000_000)) == MediaTime(microseconds: 1_234_567))
        #expect(resumed.position(at: later(99_000_001)) == MediaTime(microseconds: 1_234_568))
    }

    @Test("a thousand pauses cause no drift")
    func manyPauses() {
        var timeline = playing
        var numbers = SeededGenerator(seed: 13)
        var now: Int64 = 0
        var played: Int64 = 0
        for _ in 0..<1000 {
            let run = Int64.random(in: 1...10_000_000, using: &numbers)
            now += run
            played += run
            timeline = timeline.paused(at: later(now))
            now += .random(in: 1...10_000_000, using: &numbers)
            timeline = timeline.resumed(at: later(now))
        }
        #expect(timeline.position(at: later(now)).microseconds == played)
        #expect(timeline.generation.number == 2000 * 256)
    }

    @Test("generations count up to the last 32-bit number and then restart without a trap")
    func greatest() {
        let last = Generation(Generation.greatest - 600)
        #expect(last.changed.number == 1 << 32 - 256 && last.changed > last)
        #expect(last.changed.changed.number == 256)
        #expect(Generation(Generation.greatest).following.number == Generation.greatest)
        for number in [Int.max, .min, -1, 1 << 32] {
            #expect((0...Generation.greatest).contains(Generation(number).number))
            #expect(Generation(number).changed.number % 256 == 0)
        }
    }

    @Test("a change is beyond all generations that may have been announced", arguments: [0, 1, 254, 255, 256, 257, 1023])
    func beyondAnnounced(number: Int) {
        var announced = Generation(number)
        for _ in 0..<Generation.mostAnnounced { announced = announced.following }
        #expect(Generation(number).changed > announced)
    }

    @Test("a command without effect makes no new generation")
    func nothingToDo() {
        #expect(playing.resumed(at: later(5)) == playing)
        let paused = playing.paused(at: later(5))
        #expect(paused.paused(at: later(9)) == paused)
    }

    @Test("seeking keeps the rate, another track can follow, and a renewal keeps the course")
    func changes() {
        let sought = playing.paused(at: later(5)).sought(to: MediaTime(seconds: 60), at: later(9))
        #expect(sought.rate == .still && sought.position(at: later(50)) == MediaTime(seconds: 60))
        let following = playing.followed(by: 9, at: later(180_000_000))
        #expect(following.piece == 9 && following.generation.number == 4 && following.rate == .playing)
        #expect(following.position(at: later(180_000_000)) == .zero)
        #expect(following.position(at: later(179_000_000)) == MediaTime(seconds: -1))
        let renewed = playing.renewed()
        #expect(renewed.generation.number == 256 && renewed.position(at: later(77)) == playing.position(at: later(77)))
    }
}
