import Glibc

/// Finds the likeliest bars over a row of beats: a hidden Markov model whose states are the places in bars of every metre.
///
/// The metre may change from one bar to the next, at a price.
struct BarPath: Sendable {
    /// Beats in a bar, with the log-prior of each.
    private static let metres: [(beats: Int, prior: Double)] = [(2, -1.5), (3, 0), (4, 0.6), (5, -1.5), (6, -2), (7, -2)]
    private static let changePrice = 6.0
    /// Logits beyond this do not count more.
    private static let certain = 8.0

    /// Places of the beats in their bars, from 0, and the beats in each one's bar.
    let places: [Int]
    let metre: [Int]
    /// The mean probability, over the downbeats of the path, that the beat is a downbeat.
    let probability: Double

    /// The states of all metres.
    private struct Lane {
        var place: Int
        var beats: Int
        var prior: Double
    }

    private static let lanes = metres.flatMap { metre in
        (0..<metre.beats).map { Lane(place: $0, beats: metre.beats, prior: metre.prior) }
    }
    private static let openings = lanes.indices.filter { lanes[$0].place == 0 }
    private static let closings = lanes.indices.filter { lanes[$0].place == lanes[$0].beats - 1 }

    /// Takes the logit of "this beat is a downbeat" for each beat.
    init(logits: [Float]) {
        let scores = logits.map { logit -> (yes: Double, no: Double) in
            let sure = max(-Self.certain, min(Double(logit), Self.certain))
            return (-log(1 + exp(-sure)), -log(1 + exp(sure)))
        }
        let path = Self.best(scores)
        places = path.map { Self.lanes[$0].place }
        metre = path.map { Self.lanes[$0].beats }
        let downbeats = Self.downbeatProbabilities(scores)
        let opens = path.indices.filter { Self.lanes[path[$0]].place == 0 }
        probability = opens.isEmpty ? 0 : opens.reduce(0) { $0 + downbeats[$1] } / Double(opens.count)
    }

    private static func start(_ lane: Int) -> Double { lanes[lane].prior - log(Double(lanes[lane].beats)) }

    private static func score(_ lane: Int, _ score: (yes: Double, no: Double)) -> Double {
        lanes[lane].place == 0 ? score.yes : score.no
    }

    /// The log-weight of starting a bar of another metre.
    private static func change(to lane: Int) -> Double { lanes[lane].prior / 2 - changePrice }

    /// The lane of the beat before, in the same metre.
    private static func before(_ lane: Int) -> Int { lanes[lane].place == 0 ? lane + lanes[lane].beats - 1 : lane - 1 }

    /// The lane of each beat on the likeliest path.
    private static func best(_ scores: [(yes: Double, no: Double)]) -> [Int] {
        guard let first = scores.first else { return [] }
        var current = lanes.indices.map { start($0) + score($0, first) }
        var origins: [[Int]] = []
        for beat in scores.dropFirst() {
            let closing = closings.max { current[$0] < current[$1] } ?? 0
            var origin = lanes.indices.map { before($0) }
            var next = lanes.indices.map { current[origin[$0]] + score($0, beat) }
            for lane in openings {
                let changed = current[closing] + change(to: lane) + score(lane, beat)
                if changed > next[lane] { (next[lane], origin[lane]) = (changed, closing) }
            }
            origins.append(origin)
            current = next
        }
        var lane = current.indices.max { current[$0] < current[$1] } ?? 0
        var path = [lane]
        for origin in origins.reversed() {
            lane = origin[lane]
            path.append(lane)
        }
        return path.reversed()
    }

    /// The probability that each beat is a downbeat, by the forward-backward algorithm.
    private static func downbeatProbabilities(_ scores: [(yes: Double, no: Double)]) -> [Double] {
        guard let first = scores.first else { return [] }
        var forward = [normalized(lanes.indices.map { exp(start($0) + score($0, first)) })]
        for beat in scores.dropFirst() {
            let here = forward[forward.count - 1]
            let closing = closings.reduce(0) { $0 + here[$1] }
            forward.append(
                normalized(
                    lanes.indices.map { lane in
                        let changed = lanes[lane].place == 0 ? closing * exp(change(to: lane)) : 0
                        return (here[before(lane)] + changed) * exp(score(lane, beat))
                    }))
        }
        var backward = [Double](repeating: 1, count: lanes.count)
        var probabilities = [Double](repeating: 0, count: scores.count)
        for beat in scores.indices.reversed() {
            let both = normalized(lanes.indices.map { forward[beat][$0] * backward[$0] })
            probabilities[beat] = openings.reduce(0) { $0 + both[$1] }
            guard beat > 0 else { break }
            let seen = lanes.indices.map { backward[$0] * exp(score($0, scores[beat])) }
            let changed = openings.reduce(0) { $0 + seen[$1] * exp(change(to: $1)) }
            var next = [Double](repeating: 0, count: lanes.count)
            for lane in lanes.indices { next[before(lane)] += seen[lane] }
            for lane in closings { next[lane] += changed }
            backward = normalized(next)
        }
        return probabilities
    }

    private static func normalized(_ weights: [Double]) -> [Double] {
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }
}
