package import Music

/// Decides when the place in a long piece is kept, for somebody who goes on with it later: when it stops, and every minute meanwhile.
package struct PlaceMeter: Sendable {
    /// Pieces are long from here on: mixes and audiobooks.
    package static let long = MediaTime(seconds: 1_200)
    private static let interval = MediaTime(seconds: 60)
    /// So close to the beginning nothing is worth keeping, and so close to the end it was heard.
    private static let edge = MediaTime(seconds: 30)

    package struct Place: Hashable, Sendable {
        package let piece: Piece
        /// Nil if it was heard to its end.
        package let position: MediaTime?
    }

    private struct Seen: Sendable {
        let course: Course
        let duration: MediaTime
        /// The last position that was kept; nil if none was yet.
        var kept: MediaTime?
        var due: ServerTime
    }

    private var seen: Seen?

    /// Whatever plays already is kept at its next stop.
    package init(_ state: RoomState, at now: ServerTime) {
        seen = Self.seen(state, at: now)
    }

    /// Takes the state of the room as it is now. Returns the places to keep.
    package mutating func look(_ state: RoomState, at now: ServerTime) -> [Place] {
        var places: [Place] = []
        let next = Self.seen(state, at: now)
        guard let before = seen else {
            seen = next
            return []
        }
        guard var next, next.course.entry == before.course.entry, next.course.timeline.piece == before.course.timeline.piece
        else {
            // It was left, or ended by itself.
            if let place = Self.place(before, at: min(before.course.until ?? now, now)) { places.append(place) }
            seen = next
            return places
        }
        next.kept = before.kept
        next.due = before.due
        let hasStopped = before.course.timeline.rate.isRunning && !next.course.timeline.rate.isRunning
        if hasStopped || next.course.timeline.rate.isRunning && now >= before.due {
            if let place = Self.place(next, at: now) { places.append(place) }
            next.kept = next.course.timeline.position(at: now)
            next.due = now.later(Self.interval)
        }
        seen = next
        return places
    }

    /// When the place of what plays is kept next; nil if it is not.
    package var due: ServerTime? {
        guard let seen, seen.course.timeline.rate.isRunning else { return nil }
        return seen.due
    }

    private static func place(_ seen: Seen, at moment: ServerTime) -> Place? {
        let position = min(seen.course.timeline.position(at: moment), seen.duration)
        let piece = seen.course.timeline.piece
        guard position < seen.duration - edge else { return Place(piece: piece, position: nil) }
        guard position > edge, position != seen.kept else { return nil }
        return Place(piece: piece, position: position)
    }

    /// What plays or stands still, if it is a long piece of the queue.
    private static func seen(_ state: RoomState, at now: ServerTime) -> Seen? {
        guard let course = state.course, let duration = state.queue.entry(course.entry)?.queued.duration, duration >= long
        else { return nil }
        return Seen(course: course, duration: duration, due: now.later(interval))
    }
}
