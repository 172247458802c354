/// How much a client may still ask: 20 times a second, and 40 times at once after a while of silence.
///
/// Taken before a message is read, so that what is too much costs nothing; questions for the time are not counted.
package struct CommandAllowance: Sendable {
    package enum Verdict: Hashable, Sendable {
        case allowed
        /// To be told to slow down.
        case tooFast
        /// Was told so often enough: it will not listen.
        case hopeless
    }

    /// A slider that somebody drags asks so often when it is polite.
    package static let perSecond = 20
    /// Somebody's impatient clicks, or a script's whole evening.
    package static let burst = 40
    /// Ten seconds of twice as much as is allowed.
    private static let mostRefusals = 200
    /// Silence of so many microseconds shows that somebody listened.
    private static let pause: Int64 = 1_000_000
    /// When all of it is there again.
    private var fullAt = ServerTime(microseconds: 0)
    private var askedAt = ServerTime(microseconds: 0)
    private var refusals = 0
    /// In microseconds.
    private let price: Int64
    private let burst: Int64

    package init(perSecond: Int = perSecond, burst: Int = burst) {
        price = 1_000_000 / Int64(perSecond)
        self.burst = Int64(burst)
    }

    /// Whether all of it is there again.
    package func isWhole(at now: ServerTime) -> Bool { fullAt <= now }

    /// Whether what a client asks at a moment is still within bounds.
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
