import Glibc
import Testing

@testable import Analysis

struct BeatDecoderTests {
    /// Whether the decoded beats are exactly these, each within a frame of the evidence.
    private func expect(_ found: [Double], _ beats: [Double], tolerance: Double = 0.012) {
        #expect(found.count == beats.count)
        #expect(zip(found, beats).allSatisfy { abs($0 - $1) <= tolerance })
        #expect(zip(found, found.dropFirst()).allSatisfy { $1 - $0 > 0.1 })
    }

    @Test("every beat of a steady tempo is found", arguments: [50.0, 60, 90, 120, 175, 220])
    func steady(tempo: Double) {
        let beats = madeBeats(seconds: 40) { _ in 60 / tempo }
        expect(BeatDecoder().beats(of: madeEvidence(beats: beats, seconds: 41)), beats)
    }

    @Test("the slowest and the fastest tempo are not halved or doubled", arguments: [45.0, 240])
    func extremes(tempo: Double) {
        let beats = madeBeats(seconds: 60) { _ in 60 / tempo }
        expect(BeatDecoder().beats(of: madeEvidence(beats: beats, seconds: 61)), beats)
    }

    @Test("a tempo that rises by half is followed")
    func ramp() {
        let beats = madeBeats(seconds: 60) { 0.6 - 0.2 * min(1, Double($0) / 110) }
        expect(BeatDecoder().beats(of: madeEvidence(beats: beats, seconds: 61)), beats)
    }

    @Test("a tempo that varies slowly is followed")
    func rubato() {
        let beats = madeBeats(seconds: 60) { 0.6 * (1 + 0.12 * sin(Double($0) * 0.4)) }
        expect(BeatDecoder().beats(of: madeEvidence(beats: beats, seconds: 61)), beats)
    }

    @Test("missing beats are filled in")
    func missing() {
        let beats = madeBeats(seconds: 60) { _ in 0.5 }
        let found = BeatDecoder().beats(of: madeEvidence(beats: beats, seconds: 61, missing: [21, 40, 41, 77]))
        expect(found, beats, tolerance: 0.03)
    }

    @Test("at a steady tempo, a break that stresses what is between the beats does not move them")
    func breakdown() {
        let beats = madeBeats(seconds: 60) { _ in 0.5 }
        let off = Set(beats.indices.filter { (30.0..<45).contains(beats[$0]) })
        let stressed = beats.enumerated().map { off.contains($0) ? $1 + 0.25 : $1 }
        let evidence = madeEvidence(beats: stressed, seconds: 61)
        #expect(BeatDecoder().beats(of: evidence).contains { time in !beats.contains { abs($0 - time) < 0.1 } })
        expect(BeatDecoder().beats(of: evidence, tempos: TempoSpace(steady: 0.5)), beats, tolerance: 0.05)
    }

    @Test("silence has no beats")
    func silence() {
        #expect(BeatDecoder().beats(of: BeatEvidence()).isEmpty)
        let still = [Float](repeating: 0.01, count: 2_000)
        #expect(BeatDecoder().beats(of: BeatEvidence(beat: still, downbeat: still)).isEmpty)
    }

    @Test("random evidence gives no grid, regular evidence does")
    func confidence() {
        var numbers = SeededNumbers(seed: 5)
        let noise = (0..<2_000).map { _ in max(0, numbers.next() - 0.6) }
        let chance = BeatEvidence(beat: noise, downbeat: noise.map { $0 / 3 })
        let doubtful = GridConfidence(BeatDecoder().beats(of: chance), evidence: chance.beat)
        #expect(doubtful.value < 0.4)
        let beats = madeBeats(seconds: 40) { _ in 0.5 }
        let order = madeEvidence(beats: beats, seconds: 41)
        let sure = GridConfidence(BeatDecoder().beats(of: order), evidence: order.beat)
        #expect(sure.value > 0.9)
    }

    @Test("the same evidence gives the same beats")
    func determinism() {
        var numbers = SeededNumbers(seed: 9)
        let noise = (0..<1_500).map { _ in max(0, numbers.next() * 0.7) }
        let evidence = BeatEvidence(beat: noise, downbeat: noise.reversed())
        #expect(BeatDecoder().beats(of: evidence) == BeatDecoder().beats(of: evidence))
    }
}
