/// Finds the pulse in a person's taps, some of which are early, late, missing or double.
struct TapFit {
    /// A tap this near to the one before, in intervals, is a bounce.
    private static let bounce = 0.4
    /// Number of earlier intervals whose median is the current beat: enough to outvote a slip, few enough to follow a ramp.
    private static let neighbours = 4
    /// Taps on each side that smooth the time of one: they halve the jitter of a hand and hardly cut a curve.
    private static let smoothing = 4
    /// Smoothed deviation from the steady pulse, in seconds: below the first the tempo is steady, above the second it changes.
    /// Good hands drift by 20 ms; 30 ms is audible.
    private static let departures = 0.020...0.030

    let pulse: Pulse

    /// From ascending times; nil if their tempo is out of range.
    init?(_ taps: [MediaTime]) {
        var times = taps.map(\.seconds)
        guard times.count >= 2 else { return nil }
        let typical = Self.median(zip(times, times.dropFirst()).map { $1 - $0 })
        let intervals = 60 / GridCorrection.tempi.upperBound...60 / GridCorrection.tempi.lowerBound
        guard intervals.contains(typical) else { return nil }
        times = times.reduce(into: []) { kept, time in
            if let last = kept.last, time - last < Self.bounce * typical { return }
            kept.append(time)
        }
        guard times.count >= 2 else { return nil }
        let beats = Self.beats(of: times)
        let line = Line(through: beats, times)
        guard intervals.contains(line.slope) else { return nil }
        if Self.isSteady(zip(beats, times).map { $1 - line.value(at: $0) }) {
            pulse = Pulse(steady: line.slope, through: line.value(at: 0))
        } else {
            pulse = Self.following(beats, times, within: intervals)
        }
    }

    /// The beat number of each tap; the first is 0.
    private static func beats(of times: [Double]) -> [Double] {
        let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
        var recent = [median(Array(intervals.prefix(2 * neighbours + 1)))]
        var beats = [0.0]
        for (index, interval) in intervals.enumerated() {
            let count = max(1, (interval / median(recent)).rounded())
            recent = recent.suffix(neighbours) + [interval / count]
            beats.append(beats[index] + count)
        }
        return beats
    }

    /// True if the deviation from the line is jitter and nothing slower.
    private static func isSteady(_ residuals: [Double]) -> Bool {
        // Second differences contain the jitter without the drift; those of white noise have six times its variance.
        let bends = residuals.indices.dropFirst().dropLast()
            .map { abs(residuals[$0 - 1] - 2 * residuals[$0] + residuals[$0 + 1]) }
        let jitter = bends.isEmpty ? 0 : 1.4826 * median(bends) / 6.0.squareRoot()
        return residuals.indices.allSatisfy { index in
            let near = residuals[max(0, index - smoothing)...min(residuals.count - 1, index + smoothing)]
            let mean = near.reduce(0, +) / Double(near.count)
            let chance = 5 * jitter / Double(near.count).squareRoot()
            return abs(mean) <= min(max(chance, departures.lowerBound), departures.upperBound)
        }
    }

    /// Moves each tap onto the curve through its neighbours; between taps, beats are evenly spaced.
    private static func following(_ beats: [Double], _ times: [Double], within intervals: ClosedRange<Double>) -> Pulse {
        func near(_ index: Int) -> ClosedRange<Int> {
            let start = max(0, min(index - smoothing, beats.count - 1 - 2 * smoothing))
            return start...min(beats.count - 1, start + 2 * smoothing)
        }
        func smooth(_ index: Int) -> Double {
            Curve(through: Array(beats[near(index)]), Array(times[near(index)])).value(at: beats[index])
        }
        func interval(_ index: Int) -> Double {
            let slope = Line(through: Array(beats[near(index)]), Array(times[near(index)])).slope
            return min(max(slope, intervals.lowerBound), intervals.upperBound)
        }
        var known = [smooth(0)]
        for index in beats.indices.dropFirst() {
            let count = Int(beats[index] - beats[index - 1])
            // Neighbouring curves may cross if taps are wild; times must still ascend.
            let step = max((smooth(index) - known[known.count - 1]) / Double(count), intervals.lowerBound / 2)
            for _ in 0..<count { known.append(known[known.count - 1] + step) }
        }
        return Pulse(known, intervalBefore: interval(0), intervalAfter: interval(beats.count - 1))
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}

/// The least-squares line.
private struct Line {
    let slope: Double
    private let origin: Double

    init(through x: [Double], _ y: [Double]) {
        let meanX = x.reduce(0, +) / Double(x.count)
        let meanY = y.reduce(0, +) / Double(y.count)
        let products = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
        let squares = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
        slope = squares > 0 ? products / squares : 0
        origin = meanY - slope * meanX
    }

    func value(at x: Double) -> Double { origin + slope * x }
}

/// The least-squares parabola: the line, and a bend orthogonal to it.
private struct Curve {
    private let line: Line
    private let mean: Double
    private let spread: Double
    private let skew: Double
    private var bend = 0.0

    init(through x: [Double], _ y: [Double]) {
        let mean = x.reduce(0, +) / Double(x.count)
        let squares = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let cubes = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) }
        self.mean = mean
        line = Line(through: x, y)
        spread = squares / Double(x.count)
        skew = squares > 0 ? cubes / squares : 0
        let bends = x.map { shape(at: $0) }
        let norm = bends.reduce(0) { $0 + $1 * $1 }
        if norm > 1e-9 { bend = zip(bends, y).reduce(0) { $0 + $1.0 * $1.1 } / norm }
    }

    func value(at x: Double) -> Double { line.value(at: x) + bend * shape(at: x) }

    private func shape(at x: Double) -> Double {
        let place = x - mean
        return place * place - skew * place - spread
    }
}
