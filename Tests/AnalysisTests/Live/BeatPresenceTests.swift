import Testing

@testable import Analysis

struct BeatPresenceTests {
    private static let interval = 0.5
    private static let frames = 8 * BeatEvidence.perSecond

    /// Strokes in two bands and the evidence for them: 8 seconds with strokes in these frames.
    private func sound(strokes: [Int], evidence strength: Float = 0.6) -> (rises: FrameSeries, evidence: BeatEvidence) {
        var rises = [Float](repeating: 0, count: 2 * 8 * BeatEvidence.perSecond)
        var evidence = [Float](repeating: 0.01, count: 8 * BeatEvidence.perSecond)
        for (index, frame) in strokes.enumerated() {
            rises[2 * frame + index % 2] = 1
            evidence[frame] = strength
        }
        let series = FrameSeries(rises, width: 2, perSecond: Double(BeatEvidence.perSecond))
        return (series, BeatEvidence(beat: evidence, downbeat: evidence))
    }

    private static let regular = Array(stride(from: 0, to: 8 * BeatEvidence.perSecond, by: 25))
    private static let random: [Int] = {
        var numbers = SeededNumbers(seed: 5)
        return (0..<16).map { _ in numbers.integer(in: 0...399) }
    }()

    @Test("what repeats with the beats correlates after whole beats alone")
    func repeats() {
        let repetition = Repetition(of: sound(strokes: Self.regular).rises, through: Self.frames, interval: Self.interval)
        #expect(abs(repetition.onBeats - 1) < 0.01)
        #expect(repetition.elsewhere < 0.01)
        let random = Repetition(of: sound(strokes: Self.random).rises, through: Self.frames, interval: Self.interval)
        #expect(random.onBeats < 0.3)
    }

    @Test("a short sound, or one without frames, tells nothing", arguments: [0, 1, 50])
    func short(frames: Int) {
        let rises = FrameSeries([Float](repeating: 1, count: 2 * frames), width: 2, perSecond: 50)
        let repetition = Repetition(of: rises, through: frames, interval: Self.interval)
        #expect(repetition.onBeats == 0 && repetition.elsewhere == 0)
    }

    private func presence(_ sound: (rises: FrameSeries, evidence: BeatEvidence)) -> Float {
        let beats = (0..<16).map { PlacedBeat(time: Double($0) * Self.interval, position: $0 % 4 + 1) }
        let reading = BarReader.Reading(beats: beats, metre: 4, lastMetre: 4, levelLogit: 0, barProbability: 0.5)
        let confidence = ReadingConfidence(reading, of: beats.map(\.time), evidence: sound.evidence)
        let repetition = Repetition(of: sound.rises, through: Self.frames, interval: Self.interval)
        return BeatPresence(confidence, beats: beats.count, interval: Self.interval, repetition: repetition).value
    }

    private let reading = BarReader.Reading(
        beats: (0..<16).map { PlacedBeat(time: Double($0) * Self.interval, position: $0 % 4 + 1) }, metre: 4, lastMetre: 4,
        levelLogit: 2, barProbability: 0.5)

    private func confidence(_ sound: (rises: FrameSeries, evidence: BeatEvidence)) -> ReadingConfidence {
        ReadingConfidence(
            reading, of: reading.beats.map(\.time), evidence: sound.evidence,
            presence: BeatPresence.mean(over: reading, evidence: sound.evidence, rises: sound.rises))
    }

    @Test("a whole track has a beat where the live form is sure of one, however faint its evidence is")
    func whole() {
        let faint = sound(strokes: Self.regular, evidence: 0.12)
        #expect(confidence(faint).fit.value < ReadingConfidence.leastFit)
        #expect(BeatPresence.mean(over: reading, evidence: faint.evidence, rises: faint.rises) > 0.9)
        #expect(confidence(faint).hasBeat)
        #expect(!ReadingConfidence(reading, of: reading.beats.map(\.time), evidence: faint.evidence).hasBeat)
        #expect(!confidence(sound(strokes: Self.random, evidence: 0.05)).hasBeat)
    }

    @Test("the presence of a beat in a short reading, or in one beyond the sound, is none", arguments: [0, 3, 4, 16])
    func outside(beats: Int) {
        var part = reading
        part.beats = reading.beats.prefix(beats).map { PlacedBeat(time: $0.time + 100, position: 1) }
        let sound = sound(strokes: Self.regular)
        #expect(BeatPresence.mean(over: part, evidence: sound.evidence, rises: sound.rises) == 0)
    }

    @Test("a beat is present where the sound repeats with the beats, and less where they fit by chance")
    func present() {
        let music = presence(sound(strokes: Self.regular))
        let crackle = presence(sound(strokes: Self.random))
        let speech = presence(sound(strokes: Self.random, evidence: 0.05))
        #expect(music > 0.99)
        #expect(crackle < 0.9 && speech < 0.5, "\(crackle), \(speech)")
    }
}
