import Glibc

/// The energy of a sound and of its high frequencies about every millisecond: fine enough to locate the onset of a beat.
package struct OnsetEnvelope: Sendable {
    /// Samples at 44.1 kHz that make one step.
    static let hop = 45
    static let stepsPerSecond = 980.0

    /// A rise compares this many steps before and after a time: the ear merges about five milliseconds of an attack.
    private static let before = 12
    private static let after = 5
    /// Energy that counts as silence, about -70 dB of full scale.
    private static let silence: Float = 1e-7
    /// Rises are clamped to 18 dB.
    private static let steepest: Float = 6

    /// Mean square of the samples, and of their differences, in each step from `first` on.
    private var whole: [Float] = []
    private var edges: [Float] = []
    /// The number of the first step that is kept.
    private var first = 0
    private var last: Float = 0
    private var wholeSum: Float = 0
    private var edgeSum: Float = 0
    private var filled = 0

    package init() {}

    /// Appends mono samples at 44.1 kHz.
    package mutating func push(_ samples: Span<Float>) {
        for index in samples.indices {
            let sample = samples[index]
            let edge = sample - last
            last = sample
            wholeSum += sample * sample
            edgeSum += edge * edge
            filled += 1
            if filled == Self.hop {
                whole.append(wholeSum / Float(Self.hop))
                edges.append(edgeSum / Float(Self.hop))
                wholeSum = 0
                edgeSum = 0
                filled = 0
            }
        }
    }

    /// Drops everything before `seconds`.
    mutating func forget(before seconds: Double) {
        let count = min(whole.count, max(0, Int(seconds * Self.stepsPerSecond) - first))
        whole.removeFirst(count)
        edges.removeFirst(count)
        first += count
    }

    /// The rise of the sound at every step within `reach` steps of a time, 0 for none; nil if steps around it are missing.
    func rises(around seconds: Double, reach: Int) -> [Float]? {
        let centre = Int((seconds * Self.stepsPerSecond).rounded(.down)) - first
        let from = centre - reach
        guard from - Self.before >= 0, centre + reach + Self.after <= whole.count else { return nil }
        var rises = [Float](repeating: 0, count: 2 * reach + 1)
        Self.add(whole.span, from: from, to: &rises)
        Self.add(edges.span, from: from, to: &rises)
        return rises
    }

    /// Adds the rises of one band, the first of them at step `from`.
    private static func add(_ band: Span<Float>, from: Int, to rises: inout [Float]) {
        var loudest = silence
        for step in from - before..<from + rises.count + after - 1 { loudest = max(loudest, band[step]) }
        var past: Float = 0
        for step in from - before..<from { past += band[step] }
        var coming: Float = 0
        for step in from..<from + after { coming += band[step] }
        for index in rises.indices {
            let old = max(0, past) / Float(before) + silence
            let new = max(0, coming) / Float(after) + silence
            let rise = min(steepest, max(0, log2(new / old)))
            // Weight down a rise that is quiet compared to its surroundings: a listener does not hear it as the beat.
            rises[index] += rise * (new / loudest).squareRoot().squareRoot()
            let step = from + index
            past += band[step] - band[step - before]
            if step + after < band.count { coming += band[step + after] - band[step] }
        }
    }

    /// The time of the middle of the step that is `offset` steps after the one at `seconds`.
    static func moment(_ offset: Int, from seconds: Double) -> Double {
        ((seconds * stepsPerSecond).rounded(.down) + Double(offset) + 0.5) / stepsPerSecond
    }
}
