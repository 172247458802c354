import Glibc

/// The beat periods of the decoder, in frames of 10 ms, and the probabilities of changing between them.
struct TempoSpace: Sendable {
    static let framesPerSecond = 100
    /// A beat may be followed by one at most this many steps longer or shorter.
    static let reach = 5
    static let neighbours = 2 * reach + 1
    /// The tempi that are looked for.
    static let music = TempoSpace(slowest: 38, fastest: 245, count: 64)
    /// How far a steady tempo moves.
    private static let unsteadiness = 0.02
    /// The penalty for a change of period: a step of 1 % costs 0.6.
    private static let stiffness = 60.0
    /// A beat's evidence is summed over this fraction of its period. As in bar-pointer models, the window grows with the period,
    /// so that a tempo is not favoured just because it has more beats.
    private static let windowsPerBeat = 16

    /// Ascending, without repetition.
    let periods: [Int]
    /// Frames of evidence summed for a beat of each period.
    let windows: [Int]
    /// All lengths in `windows`, ascending.
    let distinctWindows: [Int]
    var longestPeriod: Int { periods.last ?? 0 }
    /// Frames of the longest of `windows`.
    var longestWindow: Int { distinctWindows.last ?? 0 }
    /// The log-probability of every step from a period to one within reach, both as indices into `periods`.
    let steps: [(from: Int, to: Int, step: Float)]

    /// Log-spaced periods.
    init(slowest: Double, fastest: Double, count: Int) {
        var periods: [Int] = []
        for index in 0..<count {
            let share = Double(index) / Double(count - 1)
            let tempo = exp(log(fastest) + (log(slowest) - log(fastest)) * share)
            let period = Int((Double(Self.framesPerSecond) * 60 / tempo).rounded(.toNearestOrEven))
            if period != periods.last { periods.append(period) }
        }
        self.init(periods: periods)
    }

    /// All periods of a tempo that hardly moves, given the time between two beats in seconds.
    init(steady interval: Double) {
        let period = interval * Double(Self.framesPerSecond)
        let middle = Int(period.rounded(.toNearestOrEven))
        let reach = max(1, Int((period * Self.unsteadiness).rounded(.toNearestOrEven)))
        self.init(periods: Array(max(1, middle - reach)...middle + reach))
    }

    private init(periods: [Int]) {
        self.periods = periods
        windows = periods.map { ($0 + Self.windowsPerBeat - 1) / Self.windowsPerBeat }
        distinctWindows = Set(windows).sorted()
        steps = Self.steps(between: periods)
    }

    private static func steps(between periods: [Int]) -> [(from: Int, to: Int, step: Float)] {
        var steps: [(from: Int, to: Int, step: Float)] = []
        for (from, period) in periods.enumerated() {
            let range = max(0, from - reach)...min(periods.count - 1, from + reach)
            let weights = range.map { exp(-stiffness * abs(Double(periods[$0]) / Double(period) - 1)) }
            let sum = weights.reduce(0, +)
            for (to, weight) in zip(range, weights) { steps.append((from, to, Float(log(weight / sum + 1e-30)))) }
        }
        return steps
    }
}
