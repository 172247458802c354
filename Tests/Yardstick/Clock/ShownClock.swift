package import Session

/// The clock a screen draws by: it follows the estimates, but smoothly and never backwards.
///
/// What it shows depends on the estimates and when they came, not on how often it is read.
package struct ShownClock: Sendable {
    /// Off by more than this, in microseconds, it jumps forward, or stands still until its time has come: more than a frame of a
    /// screen at 60/s, which the eye sees one way or the other.
    package static let jump = 20_000.0
    /// It runs at most this much fast or slow while the error is small: a twelfth of a millisecond a frame, seen by nobody.
    package static let usualPull = 0.005
    /// A larger error than the usual pull can mend in this time, in microseconds, is mended in just this time.
    package static let patience = 250_000.0

    /// A stretch at another speed, at whose end the clock has reached the estimate. Times are in microseconds.
    private struct Approach: Sendable {
        let estimate: ClockEstimate
        let start: Int64
        let shown: Double
        let speed: Double
        let end: Double
    }

    private var approach: Approach?

    package init() {}

    /// The server's time to draw at a client time, in order with all that were read for no later client times; nil before the first
    /// estimate.
    package func time(at client: Int64) -> ServerTime? {
        exactTime(at: client).map { ServerTime(microseconds: Int64($0.rounded())) }
    }

    /// Follows another estimate from a client time on, no earlier than any it was read for.
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

    /// Unrounded, or one approach after another would round the same time again and again.
    private func exactTime(at client: Int64) -> Double? {
        guard let approach else { return nil }
        if Double(client) >= approach.end { return approach.estimate.exactServerTime(at: client) }
        return approach.shown + Double(max(0, client - approach.start)) * approach.speed
    }
}
