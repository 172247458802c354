package import Session

/// The clock by which a screen draws: it follows the estimates smoothly and never runs backwards.
///
/// Its readings depend on the estimates and their times, not on how often it is read.
package struct ShownClock: Sendable {
    /// If the error is more than this many microseconds, the clock jumps forward, or stands still until it is right again. This
    /// is more than a frame at 60/s, which is visible in any case.
    package static let jump = 20_000.0
    /// While the error is small, the clock runs this much fast or slow: a twelfth of a millisecond a frame, which is invisible.
    package static let usualPull = 0.005
    /// An error that the usual pull would not correct within this time, in microseconds, is corrected in exactly this time.
    package static let patience = 250_000.0

    /// A period at another speed; at its end the clock has reached the estimate. Times are in microseconds.
    private struct Approach: Sendable {
        let estimate: ClockEstimate
        let start: Int64
        let shown: Double
        let speed: Double
        let end: Double
    }

    private var approach: Approach?

    package init() {}

    /// The server's time to draw at a client time, never less than at an earlier client time; nil before the first estimate.
    package func time(at client: Int64) -> ServerTime? {
        exactTime(at: client).map { ServerTime(microseconds: Int64($0.rounded())) }
    }

    /// Follows another estimate from a client time on, which must not be earlier than any time the clock was read for.
    package mutating func follow(_ estimate: ClockEstimate, at client: Int64) {
        let start = max(client, approach?.start ?? client)
        let target = estimate.exactServerTime(at: start)
        var shown = exactTime(at: start) ?? target
        let behind = target - shown
        var speed = 1 + estimate.skew
        var length = 0.0
        if behind > Self.jump || behind == 0 {
            shown = target
        } else if behind < -Self.jump {
            length = -behind / speed
            speed = 0
        } else {
            let pull = max(Self.usualPull, abs(behind) / Self.patience)
            length = abs(behind) / pull
            speed += behind > 0 ? pull : -pull
        }
        approach = Approach(estimate: estimate, start: start, shown: shown, speed: speed, end: Double(start) + length)
    }

    /// The unrounded time, so that rounding errors do not add up from one approach to the next.
    private func exactTime(at client: Int64) -> Double? {
        guard let approach else { return nil }
        if Double(client) >= approach.end { return approach.estimate.exactServerTime(at: client) }
        return approach.shown + Double(max(0, client - approach.start)) * approach.speed
    }
}
