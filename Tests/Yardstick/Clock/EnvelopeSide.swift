/// One direction of a fit: the height of the highest line of any skew below its points, and how far above the true floor the line
/// may be.
struct EnvelopeSide {
    /// Timestamps are whole microseconds, so no floor is known more precisely.
    private static let leastHeight = 1.0
    /// The height of a single point, which is unknown. Any number will do, since the skew is unknown too.
    private static let unknownHeight = 1000.0

    /// The expected height of the lowest point above the true floor, in microseconds.
    let height: Double
    /// The 95 % bound of that height.
    let doubt: Double

    private let hull: [DelayEnvelope.Point]
    /// 1 if the values fall with the skew, as they do for the way down, and -1 if they rise.
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
            // The mean height of n points above the lowest, divided by n: the expected height of the lowest of n exponential
            // delays.
            height = max(Self.leastHeight, (sum - count * lowest) / (count - 1) / count)
            doubt = height * Self.quantile(count - 1)
        } else {
            height = Self.unknownHeight
            doubt = .infinity
        }
    }

    /// The height, at the mean time of the points, of the highest line of this skew below all points.
    func intercept(_ skew: Double) -> Double {
        var least = Double.infinity
        for point in hull { least = min(least, point.value + sign * skew * (point.time - middle)) }
        return least
    }

    /// The height of the same line at another time.
    func line(_ skew: Double, at time: Double) -> Double {
        intercept(skew) - sign * skew * (time - middle)
    }

    /// The 95 % quantile of the ratio of the lowest point's height to the expected height, if both come from k + 1 points: an F
    /// distribution with 2 and 2k degrees of freedom, k (20^(1/k) − 1), here as the start of its series.
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
