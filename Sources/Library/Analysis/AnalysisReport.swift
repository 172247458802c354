package import Catalog

/// What the analysis queue tells of its work.
package enum AnalysisReport: Sendable {
    case progress(AnalysisWork, Double)
    case done(AnalysisWork, Profile)
    case failed(AnalysisWork, String, isFinal: Bool)
    /// The file is not what the catalog knows of it.
    case unreadable(AnalysisWork, String)
    case postponed(AnalysisWork, String)
    /// The queue itself cannot do what it should.
    case trouble(String)
}

extension AnalysisQueue {
    /// Who waits for an analysis; what stands later here goes first.
    package enum Urgency: Int, Comparable, Sendable {
        /// Nobody.
        case background
        /// Somebody looks at the track.
        case asked
        /// It is queued to play.
        case queued
        case playing

        package static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
    }

    /// Which analysis files stay that nobody asked for.
    package enum Keeping: Sendable {
        /// Those for which nothing that was used has to go.
        case whatFits
        case nothing
        case everything
    }
}
