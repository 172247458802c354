/// One direction's part of a fit: how high a line of any skew goes under its points, and how far above the true floor that may be.
struct EnvelopeSide {
    /// Stamps are whole microseconds, so no floor is known better.
    private static let leastHeight = 1.0
    /// For a single point, whose height nothing tells; any will do, as no skew can be told either.
    private static let unknownHeight = 1000.0

    /// By how much the lowest point is expected to lie above the true floor, in microseconds.
    let height: Double
    /// How much that may be, 95 times of 100.
    let doubt: Double

    private let hull: [DelayEnvelope.Point]
    /// 1 where values fall with the skew, as they do on the way down, and -1 where they rise.
    private let sign: Double
    private let middle: Double

    init(_ envelope: DelayEnvelope, sign: Double, guess: Double) {
        self.sign = sign
        hull = envelope.hull
        let count = Double(envelope.points.count)
        let middle = envelope.points.reduce(0) { $0 + $1.time } / count
        self.middle = middle
        var lowest = Double.infinity
        var sum = 0.0
        for point in envelope.points {
            let value = point.value + sign * guess * (point.time - middle)
            lowest = min(lowest, value)
            sum += value
        }
        if count > 1 {
            // The mean height of n points over the lowest, by n: so far above the floor exponential chance leaves the lowest.
            height = max(Self.leastHeight, (sum - count * lowest) / (count - 1) / count)
            doubt = height * Self.quantile(count - 1)
        } else {
            height = Self.unknownHeight
            doubt = .infinity
        }
    }

    /// How high a line of this skew can go under all points, at the middle of the points.
    func intercept(_ skew: Double) -> Double {
        var least = Double.infinity
        for point in hull { least = min(least, point.value + sign * skew * (point.time - middle)) }
        return least
    }

    /// The same line at another time.
    func line(_ skew: Double, at time: Double) -> Double {
        intercept(skew) - sign * skew * (time - middle)
    }

    /// The 95 % quantile of the lowest point's height over the expected one, when both come from k + 1 points: an F distribution
    /// of 2 and 2k degrees of freedom, k (20^(1/k) − 1), here as the start of its series.
    private static func quantile(_ k: Double) -> Double {
        let log20 = 2.995_732_273_553_991
        var term = log20
        var sum = term
        for power in 2...6 {
            term *= log20 / (Double(power) * k)
            sum += term
        }
        return sum
    }
}
