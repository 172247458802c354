import Music
import Testing
import Yardstick

@testable import Analysis

struct BeatTrackerTests {
    private func grid(_ sound: [Float], block: Int = 4_096) -> BeatGrid {
        var tracker = BeatTracker()
        for start in stride(from: 0, to: sound.count, by: block) {
            tracker.push(sound.span.extracting(start..<min(sound.count, start + block)))
        }
        return tracker.finish()
    }

    @Test("the beats of generated music in many styles are found")
    func styles() {
        var total = 0.0
        for groove in Groove.styles {
            let truth = groove.beats(seconds: 24)
            let grid = grid(groove.samples(seconds: 24))
            total += BeatScore.fMeasure(truth, grid.beats.map(\.time.seconds), within: 0.07)
        }
        #expect(total / Double(Groove.styles.count) > 0.75)
    }

    @Test("the bars of generated music in many styles are found")
    func bars() {
        var total = 0.0
        for groove in Groove.styles {
            let beats = groove.beats(seconds: 24)
            let truth = beats.indices.filter { $0 % groove.beatsPerBar == 0 }.map { beats[$0] }
            let grid = grid(groove.samples(seconds: 24))
            total += BeatScore.fMeasure(truth, grid.downbeats.map(\.seconds), within: 0.07)
        }
        #expect(total / Double(Groove.styles.count) > 0.85)
    }

    @Test("the beats of a click track are at its clicks")
    func clicks() throws {
        let groove = try #require(Groove.styles.first { $0.name == "click" })
        let truth = groove.beats(seconds: 20)
        let found = grid(groove.samples(seconds: 20)).beats.map(\.time.seconds)
        #expect(BeatScore.fMeasure(truth, found, within: 0.002) > 0.95)
    }

    @Test("silence, noise and a drone have no grid")
    func nothing() {
        var numbers = SeededNumbers(seed: 21)
        let silence = [Float](repeating: 0, count: 44_100 * 12)
        let noise = numbers.numbers(44_100 * 12).map { $0 * 0.3 }
        let drone = (0..<44_100 * 12).map { index in
            let moment = Float(index % 44_100) / 44_100
            return 0.3 * (moment * 110).truncatingRemainder(dividingBy: 1) - 0.15
        }
        for sound in [[], silence, noise, drone] {
            let grid = grid(sound)
            #expect(grid.beats.isEmpty)
        }
    }

    @Test("the block size has no effect")
    func blocks() throws {
        let sound = try #require(Groove.styles.first).samples(seconds: 10)
        #expect(grid(sound, block: 1_000) == grid(sound, block: sound.count))
    }

    @Test("overlapping segments are joined to the same beats as the whole, whatever is before the seam")
    func seam() {
        let beats = madeBeats(seconds: 300) { _ in 0.47 }
        let pulses = beats.enumerated().map { PlacedBeat(time: $1, position: $0 % 4 + 1) }
        var seam = GridSeam()
        for start in [0.0, 90, 180] {
            let part = pulses.filter { $0.time >= start && $0.time < start + 120 }
            seam.append(part, metre: 4, confidence: 0.9, barConfidence: 0.8, overlapStart: start, overlapEnd: start + 30)
        }
        let grid = seam.grid()
        #expect(grid.beats.map(\.time) == beats.map { MediaTime(seconds: $0) })
        #expect(grid.beats.map { Int($0.position) } == beats.indices.map { $0 % 4 + 1 })
        #expect(grid.meter == 4)
        #expect(abs(grid.confidence - 0.9) < 1e-6 && abs(grid.barConfidence - 0.8) < 1e-6)
    }

    @Test("contradicting segments never give two beats close together")
    func disagreement() {
        let first = madeBeats(seconds: 120) { _ in 0.5 }.map { PlacedBeat(time: $0, position: 1) }
        let second = madeBeats(from: 90.1, seconds: 200) { _ in 0.33 }.map { PlacedBeat(time: $0, position: 1) }
        var seam = GridSeam()
        seam.append(first, metre: 4, confidence: 0.9, barConfidence: 0.8, overlapStart: 0, overlapEnd: 30)
        seam.append(second, metre: 3, confidence: 0.9, barConfidence: 0.8, overlapStart: 90, overlapEnd: 120)
        let times = seam.grid().beats.map(\.time.seconds)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 0.16 })
    }
}
