/// Rate limit of a client's messages: 20 a second, and 40 at once after a pause.
///
/// Checked before a message is parsed, so that excess messages cost nothing. Time questions are not counted.
package struct CommandAllowance: Sendable {
    package enum Verdict: Hashable, Sendable {
        case allowed
        /// Over the limit: tell the client to slow down.
        case tooFast
        /// Over the limit too often: disconnect the client.
        case hopeless
    }

    /// The rate at which a well-behaved slider sends while it is dragged.
    package static let perSecond = 20
    /// A burst of clicks, or a script's batch.
    package static let burst = 40
    /// Disconnect at this many refusals: ten seconds at twice the rate.
    private static let mostRefusals = 200
    /// After a pause of this many microseconds the count of warnings is reset.
    private static let pause: Int64 = 1_000_000
    /// When the full allowance is available again.
    private var fullAt = ServerTime(microseconds: 0)
    private var askedAt = ServerTime(microseconds: 0)
    private var refusals = 0
    /// Microseconds per message.
    private let price: Int64
    private let burst: Int64

    package init(perSecond: Int = perSecond, burst: Int = burst) {
        price = 1_000_000 / Int64(perSecond)
        self.burst = Int64(burst)
    }

    /// Whether the full allowance is available again.
    package func isWhole(at now: ServerTime) -> Bool { fullAt <= now }

    /// Whether a message at a moment is within the limit.
    package mutating func take(at now: ServerTime) -> Verdict {
        if now.microseconds - askedAt.microseconds >= Self.pause { refusals = 0 }
        askedAt = now
        let spent = max(fullAt, now).microseconds - now.microseconds + price
        if spent <= price * burst {
            fullAt = ServerTime(microseconds: now.microseconds + spent)
            return .allowed
        }
        refusals += 1
        return refusals < Self.mostRefusals ? .tooFast : .hopeless
    }
}
