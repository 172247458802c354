import Testing

@testable import Analysis

struct ReadingConfidenceTests {
    private func confidence(overFaster: Double = .infinity, overSlower: Double = .infinity) -> Float {
        let beats = (0..<40).map { PlacedBeat(time: Double($0) * 0.5, position: $0 % 3 + 1) }
        var evidence = [Float](repeating: 0.01, count: 20 * BeatEvidence.perSecond)
        for beat in beats { evidence[Int(beat.time * Double(BeatEvidence.perSecond))] = 0.9 }
        var reading = BarReader.Reading(beats: beats, metre: 3, lastMetre: 3, levelLogit: 4, barProbability: 0.9)
        (reading.leadOverFaster, reading.leadOverSlower) = (overFaster, overSlower)
        return ReadingConfidence(
            reading, of: beats.map(\.time), evidence: BeatEvidence(beat: evidence, downbeat: evidence)
        ).ofBeats
    }

    private let leads = Array(stride(from: 0.0, through: 16, by: 0.5))

    @Test("beats are as sure as their level is likelier than a slower one by three, and two that are equally likely share")
    func slower() {
        let alone = confidence()
        #expect(alone > 0.9)
        #expect(abs(confidence(overSlower: 0) - alone / 2) < 1e-6)
        #expect(confidence(overSlower: 1) < 0.75 && confidence(overSlower: 6) > 0.99 * alone)
        let found = leads.map { confidence(overSlower: $0) }
        #expect(found == found.sorted() && found.allSatisfy { $0 <= alone })
    }

    @Test("a faster level by three takes more than a slower one that is as near, and hardly anything from afar")
    func faster() {
        let alone = confidence()
        #expect(leads.allSatisfy { confidence(overFaster: $0) < confidence(overSlower: $0) })
        #expect(confidence(overFaster: 1) < 0.45 && confidence(overFaster: 4.5) < 0.75)
        #expect(confidence(overFaster: 12) > 0.95 * alone)
        let found = leads.map { confidence(overFaster: $0) }
        #expect(found == found.sorted())
    }

    @Test("beats beside a faster and a slower level are less sure than beside one of them")
    func both() {
        for lead in leads {
            #expect(confidence(overFaster: lead, overSlower: lead) < confidence(overFaster: lead))
        }
    }

    @Test("only levels at three times the tempo, a third, or three to two of it are rivals by three, each on its side")
    func rivals() {
        let others: [(interval: Double, level: Float)] = [
            (0.5, 2), (0.25, 1.9), (1, 1.9), (1.5, -1), (0.75, 0.5), (1.0 / 3, 0.25), (0.51, 1.9),
        ]
        #expect(BarReader.leads(of: (0.5, 2), among: others) == (1.75, 1.5))
        #expect(BarReader.leads(of: (0.5, 2), among: Array(others.prefix(3))) == (.infinity, .infinity))
        #expect(BarReader.leads(of: (1.5, 2), among: [(0.5, 1), (1.02, 1.5)]) == (0.5, .infinity))
    }
}
