package import Music

/// Decides when a recording waits for its score, and when it goes on: so little may be known of it that screens would run dry.
///
/// What is stored comes within a moment, and nothing waits for that.
package struct Buffering: Sendable {
    /// So much must be known for the music to go on.
    package static let enough = MediaTime(seconds: 3)
    /// With less it stops.
    private static let least = MediaTime(seconds: 0.25)
    /// So long nobody waits for the first of it.
    private static let patience = MediaTime(seconds: 0.15)

    /// What plays without a score, and since when.
    private var missing: (generation: Generation, since: ServerTime)?
    /// When to decide anew; nil while only news can change anything.
    package private(set) var wake: ServerTime?

    package init() {}

    /// What a room should do at a moment, whose music has this score; nil for nothing.
    package mutating func next(_ room: RoomState, _ score: (any Score)?, at now: ServerTime) -> RoomCommand? {
        wake = nil
        guard let course = room.course else { return nil }
        let timeline = course.timeline
        if room.isBuffering {
            guard let score, isEnough(score, from: timeline.anchor) else { return nil }
            return .goOn
        }
        guard timeline.rate == .playing else { return nil }
        guard let score else {
            let since = missing.flatMap { $0.generation == timeline.generation ? $0.since : nil } ?? max(now, course.from)
            missing = (timeline.generation, since)
            guard now >= since.later(Self.patience) else {
                wake = since.later(Self.patience)
                return nil
            }
            // Nothing of it was seen.
            return .wait(at: timeline.position(at: since))
        }
        guard let known = score.framesThrough, let end = timeline.due(of: known - Self.least) else { return nil }
        guard now >= end else {
            wake = end
            return nil
        }
        return .wait(at: timeline.position(at: now))
    }

    private func isEnough(_ score: any Score, from position: MediaTime) -> Bool {
        score.framesThrough.map { $0 >= position + Self.enough } ?? true
    }
}
