import Music

/// Decides when a piece buffers, since screens would run out of known frames, and when it resumes.
///
/// Only what plays of the queue waits. Without any score nothing waits: a stored score is loaded within a moment.
package enum Buffering {
    /// Resume when at least this much is known ahead.
    private static let enough = MediaTime(seconds: 3)
    /// How long the first click of a count-in is announced.
    private static let notice = MediaTime(seconds: 0.25)
    /// Wait when less than this is known ahead.
    private static let least = MediaTime(seconds: 0.25)

    /// The command for a room at a moment, given the score of its music; nil if none is needed.
    package static func command(for room: RoomState, _ score: (any Score)?, at now: ServerTime) -> RoomCommand? {
        guard let course = room.course, let score, room.playsQueue else { return nil }
        if room.isBuffering {
            let through = course.timeline.anchor + course.timeline.reach(in: enough)
            let isEnough = score.isComplete || !score.mayWait || score.known.upperBound >= through
            return isEnough ? .goOn(from: room.countIn.flatMap { start(counting: $0, in: score) }) : nil
        }
        guard let end = wake(of: room, score), end <= now else { return nil }
        return .wait(at: course.timeline.position(at: now))
    }

    /// Where to start so that so many bars of clicks, in the tempo of the first beats, lead to the first bar line of the track; nil
    /// without beats.
    private static func start(counting bars: Int, in score: any Score) -> MediaTime? {
        let grid = score.beats(around: .zero..<enough).grid
        guard grid.meter > 0, let first = grid.beats.first(where: \.isDownbeat), let phase = grid.phase(at: .zero) else {
            return nil
        }
        let bar = Int64(clamping: Int(exactly: (60_000_000 * Double(grid.meter) / phase.tempo).rounded()) ?? 0)
        guard bar > 0 else { return nil }
        let line = first.time.microseconds % bar
        return MediaTime(microseconds: line - Int64(bars) * bar) - notice
    }

    /// When the music must wait unless more becomes known; nil if never.
    package static func wake(of room: RoomState, _ score: (any Score)?) -> ServerTime? {
        guard room.playsQueue, let timeline = room.course?.timeline, let score, score.mayWait, !score.isComplete else {
            return nil
        }
        return timeline.due(of: score.known.upperBound)?.earlier(least)
    }
}
