package import Catalog

/// Which tracks somebody wants analyzed now, and what that may cost.
package struct AnalysisOrder: Codable, Hashable, Sendable {
    package enum Extent: String, Codable, Sendable {
        /// What was never analyzed.
        case missing
        /// Also what failed, and what has no analysis file any more.
        case all
    }

    package let choice: AnalysisChoice
    package let extent: Extent
    /// Also repeats finished analyses.
    package let isForced: Bool
    /// Bytes a second that may be fetched from music servers; nil for no limit.
    package let rate: Int?
    /// When songs may be fetched from music servers; nil for always.
    package let hours: DailyHours?
}

/// The analysis of many tracks that somebody ordered: how far it is. It is a value of bounded size, kept over restarts.
package struct AnalysisBatch: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        case running, done, stopped
    }

    /// What a running batch waits for.
    package enum Wait: String, Codable, Sendable {
        /// The hours in which songs may be fetched.
        case hours
        /// A music server that does not answer.
        case server
    }

    package struct Failure: Codable, Hashable, Sendable {
        package let track: Int
        /// The name of the file for hosts, or that of the song and its server.
        package let name: String
        package let reason: String
    }

    /// Failures that are named; further ones are only counted.
    package static let mostNamed = 200

    package let order: AnalysisOrder
    package let startedAt: Int
    package private(set) var endedAt: Int?
    package private(set) var state = State.running
    package var waitsFor: Wait?
    /// Of recordings: a copy of one is not analyzed again.
    package private(set) var total: Int
    package private(set) var done = 0
    package private(set) var failed = 0
    package private(set) var failures: [Failure] = []
    /// Bytes that were fetched from music servers.
    package private(set) var fetched = 0

    init(_ order: AnalysisOrder, total: Int, at now: Int) {
        (self.order, self.total, startedAt) = (order, total, now)
    }

    /// The batch after a restart, when so many recordings are left.
    func resumed(left: Int) -> AnalysisBatch {
        var batch = self
        // Some may have ended after the batch was kept last.
        batch.done = max(done, total - failed - left)
        batch.total = batch.done + failed + left
        batch.waitsFor = nil
        return batch
    }

    mutating func succeeded() {
        done += 1
        // Tracks that came since the beginning count as well.
        total = max(total, done + failed)
    }

    mutating func failed(_ failure: Failure) {
        failed += 1
        total = max(total, done + failed)
        if failures.count < Self.mostNamed { failures.append(failure) }
    }

    mutating func fetched(_ bytes: Int) { fetched += bytes }

    mutating func end(_ state: State, at now: Int) {
        guard self.state == .running else { return }
        (self.state, endedAt, waitsFor) = (state, now, nil)
        if state == .done { total = done + failed }
    }
}
