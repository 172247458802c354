/// How long a client waits between two questions for the time: many at first, then as few as keep it exact.
package enum PingSchedule {
    private static let first = (count: 20, interval: 50_000 as Int64)
    private static let then = (count: 80, interval: 250_000 as Int64)
    private static let steady: Int64 = 500_000
    /// While the clock may be wrong by more than this many microseconds, questions stay quick; but a poor network does not get better by
    /// asking, so not for more than so many.
    private static let rough = (bound: 5000.0, count: 200)

    /// Microseconds from the last question to the next.
    ///
    /// - Parameters:
    ///   - count: the questions asked since connecting, or since the filter started anew.
    ///   - bound: how far the clock may be wrong, in microseconds.
    package static func interval(asked count: Int, bound: Double) -> Int64 {
        if count < first.count || bound > rough.bound && count < rough.count { return first.interval }
        return count < first.count + then.count ? then.interval : steady
    }
}
