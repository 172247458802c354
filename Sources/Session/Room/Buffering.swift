import Music

/// Decides when a recording waits for its score, and when it goes on: so little may be known of it that screens would run dry.
///
/// Where there is no score at all nothing waits: what is stored comes within a moment.
package enum Buffering {
    /// So much must be known for the music to go on.
    private static let enough = MediaTime(seconds: 3)
    /// With less it stops.
    private static let least = MediaTime(seconds: 0.25)

    /// What a room should do at a moment, whose music has this score; nil for nothing.
    package static func command(for room: RoomState, _ score: (any Score)?, at now: ServerTime) -> RoomCommand? {
        guard let course = room.course, let score else { return nil }
        if room.isBuffering {
            let isEnough = score.framesThrough.map { $0 >= course.timeline.anchor + enough } ?? true
            return isEnough ? .goOn : nil
        }
        guard let end = wake(of: room, score), end <= now else { return nil }
        return .wait(at: course.timeline.position(at: now))
    }

    /// When the music has to wait, if nothing more becomes known; nil if never.
    package static func wake(of room: RoomState, _ score: (any Score)?) -> ServerTime? {
        guard let timeline = room.course?.timeline, let known = score?.framesThrough else { return nil }
        return timeline.due(of: known - least)
    }
}
