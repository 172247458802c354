package import Music

/// Measures how much of the music in a room is heard, to count plays.
///
/// A play counts when half of a piece or four minutes of it were heard, once from its beginning to its end. Music that nobody is
/// there for is not heard.
package struct PlayMeter: Sendable {
    private static let enough = MediaTime(seconds: 240)
    /// Playing that goes on this close to the beginning, after it was further, has begun again.
    private static let beginning = MediaTime(seconds: 1)

    private var moment: ServerTime
    private var isHeard = false
    private var entry: Int?
    private var position = MediaTime.zero
    private var heard = MediaTime.zero
    private var isCounted = false

    /// What plays already counts as heard from its beginning to here: a play that was counted before a restart is not counted again.
    package init(_ state: RoomState, at now: ServerTime) {
        moment = now
        guard let course = state.course else { return }
        (entry, position) = (course.entry, course.timeline.position(at: now))
        heard = max(.zero, position)
        isCounted = Self.need(of: course, in: state).map { heard >= $0 } ?? true
    }

    /// Takes the state of the room since the last call, and whether somebody is there from now on. Returns the pieces whose play
    /// counts.
    package mutating func hear(_ state: RoomState, until now: ServerTime, isHeard hasListeners: Bool) -> [Piece] {
        defer { isHeard = hasListeners }
        guard now > moment else { return [] }
        let since = moment
        moment = now
        return state.courses(through: now).compactMap { course in
            let (start, end) = (max(since, course.from), min(course.until ?? now, now))
            return start <= end && hear(course, in: state, from: start, to: end) ? course.timeline.piece : nil
        }
    }

    /// When the play of what plays will count, if nothing changes; nil if it will not.
    package func due(_ state: RoomState) -> ServerTime? {
        guard isHeard, !isCounted, let course = state.course, course.timeline.rate.isRunning, course.entry == entry,
            let need = Self.need(of: course, in: state)
        else { return nil }
        let begun = max(moment, course.from)
        return course.timeline.due(of: course.timeline.position(at: begun) + max(.zero, need - heard))
    }

    private mutating func hear(_ course: Course, in state: RoomState, from start: ServerTime, to end: ServerTime) -> Bool {
        let begun = course.timeline.position(at: start)
        let first = state.queue.entry(course.entry)?.queued.start(skippingSilence: state.settings.skipsSilence) ?? .zero
        if course.entry != entry || begun < position && begun <= first + Self.beginning {
            (entry, heard, isCounted) = (course.entry, .zero, false)
        }
        position = course.timeline.position(at: end)
        guard isHeard, course.timeline.rate.isRunning else { return false }
        heard = heard + (position - begun)
        guard !isCounted, let need = Self.need(of: course, in: state), heard >= need else { return false }
        isCounted = true
        return true
    }

    /// Nil while the length of the piece is unknown.
    private static func need(of course: Course, in state: RoomState) -> MediaTime? {
        guard let duration = state.queue.entry(course.entry)?.queued.duration, duration > .zero else { return nil }
        return min(enough, MediaTime(microseconds: duration.microseconds / 2))
    }
}
