/// The continuity measures of beat tracking (Hainsworth 2004, Klapuri 2006): a beat counts when both its place and its interval fit.
enum Continuity {
    /// How far, as a share of the true interval, a beat and an interval may be off.
    private static let tolerance = 0.175

    /// The true beats, those between them, both, and either half of them.
    static func levels(of truth: [Double]) -> [[Double]] {
        let between = zip(truth, truth.dropFirst()).map { ($0 + $1) / 2 }
        let halves = [0, 1].map { start in stride(from: start, to: truth.count, by: 2).map { truth[$0] } }
        return [truth, between, (truth + between).sorted()] + halves
    }

    /// The share of correct beats among as many as the longer of both has.
    static func share(of found: [Double], in truth: [Double]) -> Double {
        guard found.count > 1, truth.count > 1 else { return 0 }
        var used = [Bool](repeating: false, count: truth.count)
        var correct = 0
        for index in found.indices {
            let nearest = truth.indices.min { abs(truth[$0] - found[index]) < abs(truth[$1] - found[index]) } ?? 0
            guard !used[nearest] else { continue }
            let isOpening = index == 0 || nearest == 0
            let right = interval(truth, at: nearest, forward: isOpening)
            let own = interval(found, at: index, forward: isOpening)
            if abs(truth[nearest] - found[index]) / right < tolerance, abs(1 - own / right) < tolerance {
                used[nearest] = true
                correct += 1
            }
        }
        return Double(correct) / Double(max(found.count, truth.count))
    }

    /// The interval after a beat, or before it; at the end always the one before.
    private static func interval(_ beats: [Double], at index: Int, forward: Bool) -> Double {
        forward && index + 1 < beats.count ? beats[index + 1] - beats[index] : beats[index] - beats[index - 1]
    }
}
