import Testing

@testable import Analysis

struct ReadingConfidenceTests {
    private func confidence(leadByThree: Double) -> Float {
        let beats = (0..<40).map { PlacedBeat(time: Double($0) * 0.5, position: $0 % 3 + 1) }
        var evidence = [Float](repeating: 0.01, count: 20 * BeatEvidence.perSecond)
        for beat in beats { evidence[Int(beat.time * Double(BeatEvidence.perSecond))] = 0.9 }
        var reading = BarReader.Reading(beats: beats, metre: 3, lastMetre: 3, levelLogit: 4, barProbability: 0.9)
        reading.leadByThree = leadByThree
        return ReadingConfidence(
            reading, of: beats.map(\.time), evidence: BeatEvidence(beat: evidence, downbeat: evidence)
        ).ofBeats
    }

    @Test("beats are as sure as their level is likelier than one by three, and two that are equally likely share")
    func threes() {
        let alone = confidence(leadByThree: .infinity)
        #expect(alone > 0.9)
        #expect(abs(confidence(leadByThree: 0) - alone / 2) < 1e-6)
        #expect(confidence(leadByThree: 1) < 0.75 && confidence(leadByThree: 6) > 0.99 * alone)
        let leads = stride(from: 0.0, through: 12, by: 0.5).map { confidence(leadByThree: $0) }
        #expect(leads == leads.sorted() && leads.allSatisfy { $0 <= alone })
    }

    @Test("only readings at three times the tempo, a third, or three to two of it are rivals by three")
    func rivals() {
        let others: [(interval: Double, level: Float)] = [
            (0.5, 2), (0.25, 1.9), (1, 1.9), (1.5, -1), (0.75, 0.5), (1.0 / 3, 0.25), (0.51, 1.9),
        ]
        #expect(BarReader.leadByThree(of: (0.5, 2), among: others) == 1.5)
        #expect(BarReader.leadByThree(of: (0.5, 2), among: Array(others.prefix(3))) == .infinity)
        #expect(BarReader.leadByThree(of: (1.5, 2), among: [(0.5, 1), (1.02, 1.5)]) == 0.5)
    }
}
