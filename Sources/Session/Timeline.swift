package import Music

/// What plays, and its position as a function of the server's time.
///
/// It is immutable: each change makes a new timeline with a greater generation.
package struct Timeline: Hashable, Sendable, Codable {
    package let piece: Piece
    package let generation: Generation
    /// The position at the anchor time.
    package let anchor: MediaTime
    package let anchorTime: ServerTime
    package let rate: Rate

    package init(_ piece: Piece, generation: Generation, anchor: MediaTime, anchorTime: ServerTime, rate: Rate) {
        self.piece = piece
        self.generation = generation
        self.anchor = anchor
        self.anchorTime = anchorTime
        self.rate = rate
    }

    /// The position at a moment, extrapolated before the anchor time and beyond the track's end, so it may be negative.
    package func position(at now: ServerTime) -> MediaTime {
        guard rate.isRunning else { return anchor }
        return MediaTime(microseconds: anchor.microseconds + rate.distance(in: now.microseconds - anchorTime.microseconds))
    }

    /// The first moment at which the position is reached; nil while it stands still.
    package func due(of position: MediaTime) -> ServerTime? {
        guard rate.isRunning else { return nil }
        return ServerTime(microseconds: anchorTime.microseconds + rate.time(for: (position - anchor).microseconds))
    }

    /// How far the position runs in a time; while it stands still, how far it would.
    package func reach(in time: MediaTime) -> MediaTime {
        MediaTime(microseconds: (rate.isRunning ? rate : .playing).distance(in: time.microseconds))
    }

    /// Pauses now; the same timeline if it is already paused.
    package func paused(at now: ServerTime) -> Timeline {
        rate.isRunning ? next(at: now, rate: .still) : self
    }

    /// Continues now; the same timeline if it already plays.
    package func resumed(at now: ServerTime) -> Timeline {
        rate.isRunning ? self : next(at: now, rate: .playing)
    }

    /// Seeks now, playing or paused as before.
    package func sought(to position: MediaTime, at now: ServerTime) -> Timeline {
        next(at: now, position: position, rate: rate)
    }

    /// The timeline of the piece that follows by itself at the same speed, from a position at a moment known in advance.
    package func followed(by piece: Piece, from position: MediaTime = .zero, at moment: ServerTime) -> Timeline {
        Timeline(piece, generation: generation.following, anchor: position, anchorTime: moment, rate: rate)
    }

    /// The same course with a new generation, because data that belongs to it has changed, such as the grid.
    package func renewed() -> Timeline {
        Timeline(piece, generation: generation.changed, anchor: anchor, anchorTime: anchorTime, rate: rate)
    }

    private func next(at now: ServerTime, position: MediaTime? = nil, rate: Rate) -> Timeline {
        Timeline(
            piece, generation: generation.changed, anchor: position ?? self.position(at: now), anchorTime: now, rate: rate)
    }
}
