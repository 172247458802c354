package import Catalog

/// A report of the analysis queue.
package enum AnalysisReport: Sendable {
    case progress(AnalysisWork, Double)
    case done(AnalysisWork, Profile)
    case failed(AnalysisWork, String, isFinal: Bool)
    /// The file does not match the catalog.
    case unreadable(AnalysisWork, String)
    case postponed(AnalysisWork, String)
    /// The queue itself failed, not a track.
    case trouble(String)
}

extension AnalysisQueue {
    /// Who waits for an analysis, in ascending priority.
    package enum Urgency: Int, Comparable, Sendable {
        /// Nobody.
        case background
        /// Nobody, but somebody ordered a batch with it.
        case ordered
        /// Somebody looks at the track.
        case asked
        /// It is queued to play.
        case queued
        case playing

        package static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
    }

    /// How far a track's analysis is.
    package enum Turn: Sendable {
        case runs(progress: Double)
        /// Behind so many others that were asked for.
        case waits(ahead: Int)
        /// Nobody may ask for it now; the background may still come to it.
        case refused(any Error)
    }
}
