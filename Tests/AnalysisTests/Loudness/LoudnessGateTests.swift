import Testing

@testable import Analysis

/// The energy of a stereo tone in steps of seconds at LUFS.
private func steps(_ levels: [(seconds: Double, level: Double)]) -> [Float] {
    levels.flatMap {
        Array(repeating: Float(LoudnessGate.energy(ofLoudness: $0.level)), count: Int(($0.seconds * 10).rounded()))
    }
}

@Suite("Loudness gate", .serialized)
struct LoudnessGateTests {
    @Test(
        "Integrated loudness is right in the first five cases of EBU Tech 3341",
        arguments: [
            ([(20, -23)], -23), ([(20, -33)], -33), ([(10, -36), (60, -23), (10, -36)], -23),
            ([(10, -72), (10, -36), (60, -23), (10, -36), (10, -72)], -23), ([(20, -26), (20.1, -20), (20, -26)], -23),
        ] as [([(Double, Double)], Double)])
    func integrated(levels: [(Double, Double)], expected: Double) throws {
        let energies = steps(levels.map { ($0.0, $0.1) })
        let measured = LoudnessGate.integrated(energies.span)
        let integrated = try #require(measured)
        #expect(abs(integrated - expected) < 0.1)
    }

    @Test(
        "Loudness range is right in the first four cases of EBU Tech 3342",
        arguments: [
            ([-20, -30], 10), ([-20, -15], 5), ([-40, -20], 20), ([-50, -35, -20, -35, -50], 15),
        ] as [([Double], Double)])
    func range(levels: [Double], expected: Double) {
        let energies = steps(levels.map { (20, $0) })
        let range = LoudnessGate.range(energies.span)
        #expect(abs(range - expected) < 0.1)
    }

    @Test("Sound that is too short or too quiet has no loudness and no range")
    func nothing() {
        for levels in [[(0.3, -20.0)], [(20, -70.1)]] {
            let energies = steps(levels.map { ($0.0, $0.1) })
            let integrated = LoudnessGate.integrated(energies.span)
            let range = LoudnessGate.range(energies.span)
            #expect(integrated == nil)
            #expect(range == 0)
        }
    }
}
