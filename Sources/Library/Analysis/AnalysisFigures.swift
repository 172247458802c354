import Synchronization
import System

/// The counters and the progress of the analysis, readable on every thread.
package final class AnalysisFigures: Sendable {
    /// Reasons of failures kept for later questions; past this, all are dropped.
    private static let mostReasons = 1_000

    package struct Sums: Sendable {
        package var analyses = 0
        package var failures = 0
        /// Seconds of music analyzed.
        package var audioSeconds = 0.0
        /// Elapsed seconds during which at least one analysis ran.
        package var busySeconds = 0.0
    }

    private struct State {
        var sums = Sums()
        var progress: [Int: Double] = [:]
        var reasons: [Int: String] = [:]
        var busySince: UInt64?
    }

    private let clock: any HouseClock
    private let state = Mutex(State())

    init(_ clock: any HouseClock) {
        self.clock = clock
    }

    package var sums: Sums {
        state.withLock { state in
            var sums = state.sums
            if let since = state.busySince { sums.busySeconds += clock.seconds(since: since) }
            return sums
        }
    }

    /// The progress of a piece of music's analysis, 0 to 1; nil if it does not run.
    func progress(of content: Int) -> Double? { state.withLock { $0.progress[content] } }

    /// Why its last analysis in this process failed.
    func failure(of content: Int) -> String? { state.withLock { $0.reasons[content] } }

    func began(_ content: Int) {
        state.withLock { state in
            state.progress[content] = 0
            state.reasons[content] = nil
            if state.busySince == nil { state.busySince = clock.now }
        }
    }

    func moved(_ content: Int, to progress: Double) {
        state.withLock { $0.progress[content] = progress }
    }

    func finished(_ content: Int, seconds: Double) {
        state.withLock { state in
            state.sums.analyses += 1
            state.sums.audioSeconds += seconds
        }
        ended(content)
    }

    func failed(_ content: Int, _ reason: String, isFinal: Bool) {
        state.withLock { state in
            state.sums.failures += 1
            if state.reasons.count >= Self.mostReasons { state.reasons = [:] }
            if isFinal { state.reasons[content] = reason }
        }
        ended(content)
    }

    func ended(_ content: Int) {
        state.withLock { state in
            state.progress[content] = nil
            if state.progress.isEmpty, let since = state.busySince {
                state.sums.busySeconds += clock.seconds(since: since)
                state.busySince = nil
            }
        }
    }
}
