/// How long to wait before a request is sent again: twice as long after each failure, with jitter, so that clients do not come in step.
package struct Backoff: Sendable {
    package var first: Duration
    package var longest: Duration
    /// Requests in all, the first one included.
    package var attempts: Int

    package init(first: Duration = .milliseconds(500), longest: Duration = .seconds(30), attempts: Int = 4) {
        (self.first, self.longest, self.attempts) = (first, longest, attempts)
    }

    /// The wait after some failures in a row, between half and all of the step; nil to give up. `chance` is random in 0..<1, and
    /// `asked` is what the server asked for. No wait is over `longest`.
    package func wait(after failures: Int, chance: Double, asked: Duration? = nil) -> Duration? {
        guard failures > 0, failures < attempts else { return nil }
        var step = min(first, longest)
        var doublings = failures - 1
        while doublings > 0, step > .zero, step < longest {
            step = min(step * 2, longest)
            doublings -= 1
        }
        let jittered = step / 2 + (step / 2) * (chance >= 0 && chance < 1 ? chance : 0)
        return min(max(jittered, asked ?? .zero), longest)
    }
}
