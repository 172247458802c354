package import Catalog
import Music
package import Web

/// Analyses that somebody waits for.
extension AnalysisQueue {
    /// Puts a track before the background's turn, if it is not there with more urgency already.
    package func ask(for track: Int, _ urgency: Urgency) async throws {
        guard let work = try await catalog.analysis(of: track) else {
            throw LibraryRefusal.noFile
        }
        try enqueue(work, urgency)
    }

    /// Puts tracks before the background's turn, as far as the seat's asker may, and says how far each is. Those of other servers are
    /// analyzed as well.
    package func ask(for tracks: [Int], for seat: Seat?) async throws -> [Int: Turn] {
        var works: [Int: AnalysisWork] = [:]
        var turns: [Int: Turn] = [:]
        for track in tracks {
            guard let work = try await catalog.analysis(of: track) else {
                turns[track] = .refused(LibraryRefusal.noFile)
                continue
            }
            do {
                try enqueue(work, .asked, for: seat)
                works[track] = work
            } catch {
                turns[track] = .refused(error)
            }
        }
        let places = schedule.places(of: Set(works.values.map(\.content)))
        for (track, work) in works {
            turns[track] =
                places[work.content].map { .waits(ahead: $0) } ?? .runs(progress: figures.progress(of: work.content) ?? 0)
        }
        return turns
    }

    /// The analysis of a track, which is made first where none is kept; waits for that as long as `patience`.
    ///
    /// Throws `LibraryRefusal` where it failed, or takes longer: then it goes on all the same.
    package func analysis(
        of track: Track, patience: Duration, _ urgency: Urgency = .asked, for seat: Seat? = nil
    ) async throws -> AnalysisFiles.Opened {
        let identity = track.identity
        if let opened = try await open(identity) { return opened }
        if track.analysis.state == .failed { throw Self.failure(track.analysis.reason) }
        guard let work = try await catalog.analysis(of: track.id) else {
            throw LibraryRefusal.noFile
        }
        try enqueue(work, urgency, for: seat)
        if patience > .zero { await end(of: work.content, within: patience) }
        if let opened = try await open(identity) { return opened }
        if let failure = figures.failure(of: work.content) { throw Self.failure(failure) }
        if let error = obstructed[work.content] { throw error }
        throw LibraryRefusal.analysisPending(progress: figures.progress(of: work.content) ?? 0)
    }

    private static func failure(_ reason: String?) -> LibraryRefusal {
        .analysisFailed(reason: reason ?? "it failed")
    }
}
