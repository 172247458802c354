/// The continuity measures of beat tracking (Hainsworth 2004, Klapuri 2006): a beat counts if both its time and its interval fit.
enum Continuity {
    /// Largest error of a beat and of an interval, as a share of the true interval.
    private static let tolerance = 0.175

    /// The true beats, the offbeats between them, both together, and every second true beat, from the first or the second on.
    static func levels(of truth: [Double]) -> [[Double]] {
        let between = zip(truth, truth.dropFirst()).map { ($0 + $1) / 2 }
        let halves = [0, 1].map { start in stride(from: start, to: truth.count, by: 2).map { truth[$0] } }
        return [truth, between, (truth + between).sorted()] + halves
    }

    /// The number of correct beats, divided by the number of beats found or true beats, whichever is larger.
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

    /// The interval after a beat if `forward`, else the one before it; at the last beat always the one before.
    private static func interval(_ beats: [Double], at index: Int, forward: Bool) -> Double {
        forward && index + 1 < beats.count ? beats[index + 1] - beats[index] : beats[index] - beats[index - 1]
    }
}
