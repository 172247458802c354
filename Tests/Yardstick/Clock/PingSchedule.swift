/// The intervals between a client's pings: many pings at first, then as few as keep the clock exact.
package enum PingSchedule {
    private static let first = (count: 20, interval: 50_000 as Int64)
    private static let then = (count: 80, interval: 250_000 as Int64)
    private static let steady: Int64 = 500_000
    /// While the error bound exceeds `bound` microseconds, pings stay quick, but only for the first `count`: more pings do not
    /// make a bad network better.
    private static let rough = (bound: 5000.0, count: 200)

    /// Microseconds from the last ping to the next.
    ///
    /// - Parameters:
    ///   - count: the pings sent since connecting, or since the filter restarted.
    ///   - bound: how far the clock may be wrong, in microseconds.
    package static func interval(asked count: Int, bound: Double) -> Int64 {
        if count < first.count || bound > rough.bound && count < rough.count { return first.interval }
        return count < first.count + then.count ? then.interval : steady
    }
}
