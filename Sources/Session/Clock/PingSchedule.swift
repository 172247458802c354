/// How long a client waits between two questions for the time: many at first, then as few as keep it exact.
package enum PingSchedule {
    private static let first = (count: 20, interval: 50_000 as Int64)
    private static let then = (count: 80, interval: 250_000 as Int64)
    private static let steady: Int64 = 500_000

    /// Microseconds from the last question to the next, when so many were asked since connecting or since the filter started anew.
    package static func interval(asked count: Int) -> Int64 {
        if count < first.count { return first.interval }
        return count < first.count + then.count ? then.interval : steady
    }
}
