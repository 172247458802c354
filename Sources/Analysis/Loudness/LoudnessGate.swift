import Glibc

/// Loudness of a whole track from its energy in steps of 0.1 s: EBU Tech 3341 (integrated) and 3342 (range).
enum LoudnessGate {
    /// The absolute gate in LUFS.
    private static let absoluteGate = -70.0
    private static let stepsOfMomentary = 4
    private static let stepsOfShortTerm = 30

    /// LUFS of a mean weighted energy, and back (BS.1770-4, equation 2).
    static func loudness(ofEnergy energy: Double) -> Double { -0.691 + 10 * log10(energy) }
    static func energy(ofLoudness loudness: Double) -> Double { pow(10, (loudness + 0.691) / 10) }

    /// Integrated loudness in LUFS: 400 ms blocks every 100 ms, without those 10 LU below the mean; nil if none is above the gate.
    static func integrated(_ steps: Span<Float>) -> Double? {
        let blocks = audible(means(of: steps, length: stepsOfMomentary))
        guard !blocks.isEmpty else { return nil }
        let gate = mean(blocks) * 0.1
        return loudness(ofEnergy: mean(blocks.filter { Double($0) > gate }))
    }

    /// Loudness range in LU: between the 10th and the 95th percentile of 3 s blocks, without those 20 LU below the mean.
    static func range(_ steps: Span<Float>) -> Double {
        let blocks = audible(means(of: steps, length: stepsOfShortTerm))
        guard !blocks.isEmpty else { return 0 }
        let gate = mean(blocks) * 0.01
        let kept = blocks.filter { Double($0) >= gate }.sorted()
        // By nearest rank, as FFmpeg does; the other usual rule, by (n - 1) · share, differs by 0.1 LU in short tracks.
        func percentile(_ share: Double) -> Double {
            loudness(ofEnergy: Double(kept[max(Int(Double(kept.count) * share + 0.5) - 1, 0)]))
        }
        return percentile(0.95) - percentile(0.10)
    }

    /// The mean of every `length` steps. Each is summed anew, since a running sum would keep the rounding errors of loud steps.
    private static func means(of steps: Span<Float>, length: Int) -> [Float] {
        guard steps.count >= length else { return [] }
        return (0...steps.count - length).map { first in
            var sum: Float = 0
            for index in first..<first + length { sum += steps[index] }
            return sum / Float(length)
        }
    }

    private static func audible(_ blocks: [Float]) -> [Float] {
        let gate = Float(energy(ofLoudness: absoluteGate))
        return blocks.filter { $0 > gate }
    }

    private static func mean(_ blocks: [Float]) -> Double {
        blocks.reduce(0.0) { $0 + Double($1) } / Double(blocks.count)
    }
}
