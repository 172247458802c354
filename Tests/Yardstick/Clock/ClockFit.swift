/// Fits a line between two lower envelopes: the most likely offset and skew of the clocks, with error bounds.
struct ClockFit {
    /// The offset may be wrong by this part of the shortest round trip, since the lengths of the two ways cannot be told apart.
    /// An eighth allows for ways of 3/8 and 5/8; a half would allow for all ways, and be useless as a bound.
    private static let unseen = 0.125

    /// In microseconds relative to the filter's origins, at the time of the fit.
    let offset: Double
    let skew: Double
    /// The true skew is likely within this distance of `skew`.
    let skewDoubt: Double
    /// The shortest round trip between the envelopes.
    let roundTrip: Double
    /// The 95 % error bound of the offset, in microseconds.
    let bound: Double

    /// Fits two envelopes of at least one point each for the client time `now`.
    ///
    /// - Parameters:
    ///   - guess: the skew of the previous fit, 0 at first.
    ///   - tick: the step of the client's timer in microseconds.
    init(up: DelayEnvelope, down: DelayEnvelope, at now: Double, guess: Double, tick: Double) {
        let search = SkewSearch(
            rising: EnvelopeSide(up, sign: -1, guess: guess), falling: EnvelopeSide(down, sign: 1, guess: guess))
        let best = search.best
        let range = search.range(around: best)
        let offset = search.offset(best, at: now)
        let tilt = max(abs(search.offset(range.least, at: now) - offset), abs(search.offset(range.most, at: now) - offset))
        let roundTrip = search.roundTrip(best, at: now)
        // A coarse timer can shorten either way by a step.
        let whole = max(0, roundTrip + tick)
        let height = max(search.rising.doubt, search.falling.doubt) / 2
        self.offset = offset
        skew = best
        skewDoubt = max(range.most - best, best - range.least)
        self.roundTrip = roundTrip
        bound = tilt + tick / 2 + min(whole / 2, height + whole * Self.unseen)
    }
}

/// Finds the most likely skew.
///
/// If the points are exponentially distributed above each direction's floor, the log-likelihood of a skew is, up to a constant,
///
///     min(up − s·x) / hu + min(down + s·x) / hd − s² / 2σ²
///
/// where x is relative to each direction's mean, and h is the expected height of its lowest point above the floor. The sum is
/// concave in s, so narrowing a range finds its peak, and the two points where it has fallen by `drop`.
private struct SkewSearch {
    /// The standard deviation of skews: crystals are within 100 ppm and usually differ by some tens of ppm.
    private static let usualSkew = 50e-6
    /// The skew of two bad crystals; more is a broken clock.
    private static let greatestSkew = 250e-6
    /// Each step leaves two thirds of the range: in the end a thousandth of a ppm, less than 0.1 us over the window.
    private static let steps = 32
    /// The edges of the likely range need less precision: a quarter of a ppm.
    private static let halvings = 10
    /// A skew e^-2 times as likely as the best is at the edge of the 95 % range.
    private static let drop = 2.0

    let rising: EnvelopeSide
    let falling: EnvelopeSide

    var best: Double {
        var low = -Self.greatestSkew
        var high = Self.greatestSkew
        for _ in 0..<Self.steps {
            let third = (high - low) / 3
            if likelihood(low + third) < likelihood(high - third) { low += third } else { high -= third }
        }
        return (low + high) / 2
    }

    func range(around best: Double) -> (least: Double, most: Double) {
        let enough = likelihood(best) - Self.drop
        return (edge(from: best, to: -Self.greatestSkew, enough), edge(from: best, to: Self.greatestSkew, enough))
    }

    func offset(_ skew: Double, at time: Double) -> Double {
        (rising.line(skew, at: time) - falling.line(skew, at: time)) / 2
    }

    func roundTrip(_ skew: Double, at time: Double) -> Double {
        rising.line(skew, at: time) + falling.line(skew, at: time)
    }

    private func likelihood(_ skew: Double) -> Double {
        rising.intercept(skew) / rising.height + falling.intercept(skew) / falling.height
            - skew * skew / (2 * Self.usualSkew * Self.usualSkew)
    }

    private func edge(from best: Double, to limit: Double, _ enough: Double) -> Double {
        var inside = best
        var outside = limit
        for _ in 0..<Self.halvings {
            let middle = (inside + outside) / 2
            if likelihood(middle) > enough { inside = middle } else { outside = middle }
        }
        return outside
    }
}
