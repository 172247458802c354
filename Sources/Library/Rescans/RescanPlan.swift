import Fetch
import System

/// When another server is asked to scan: a while after the last change of a burst, and not long after its first one.
///
/// It is a value: whoever asks the server reports what came of it.
struct RescanPlan: Equatable, Sendable {
    /// Microseconds of the house clock.
    typealias Moment = UInt64

    /// How long an album is edited, and how patient its owner is.
    struct Pace: Sendable {
        /// After the last change.
        var quiet = Duration.seconds(5)
        /// After the first change of a burst that does not end.
        var longest = Duration.seconds(60)
        /// After the first failure.
        var firstPause = Duration.seconds(5)
        /// After many failures.
        var longestPause = Duration.seconds(300)
        /// Between questions whether a scan has ended.
        var step = Duration.seconds(2)
    }

    /// The first and the last change that the server was not told of.
    private var changes: ClosedRange<Moment>?
    private var failures = 0
    /// Not before this, after a failure.
    private var rest: Moment?

    mutating func change(at now: Moment) {
        changes = changes.map { $0.lowerBound...max($0.upperBound, now) } ?? now...now
    }

    /// When the server is to be asked; nil if there is nothing to tell.
    func due(_ pace: Pace) -> Moment? {
        changes.map { changes in
            let settled = min(changes.upperBound + pace.quiet.microseconds, changes.lowerBound + pace.longest.microseconds)
            return rest.map { max($0, settled) } ?? settled
        }
    }

    /// The server is asked now: what changes from now on is told the next time.
    mutating func ask() { changes = nil }

    /// The server will scan, or can never be asked.
    mutating func end() { (failures, rest) = (0, nil) }

    /// The server could not be asked. `chance` is random in 0..<1.
    mutating func fail(at now: Moment, _ pace: Pace, chance: Double) {
        failures += 1
        let backoff = Backoff(first: pace.firstPause, longest: pace.longestPause, attempts: .max)
        rest = now + (backoff.wait(after: failures, chance: chance) ?? pace.longestPause).microseconds
        change(at: now)
    }
}
