package import Music

/// What plays and where it stands, as a law of the server's time: whoever knows it knows the position at every moment.
///
/// It is never altered: each change gives another timeline of a later generation, so that what belongs to the last is told apart.
package struct Timeline: Hashable, Sendable {
    /// How fast the position runs.
    package enum Rate: Int64, Sendable {
        case still = 0
        case playing = 1
    }

    /// The track's number in the catalog.
    package let track: Int
    package let generation: Generation
    /// The position at the anchor time.
    package let anchor: MediaTime
    package let anchorTime: ServerTime
    package let rate: Rate

    package init(track: Int, generation: Generation, anchor: MediaTime, anchorTime: ServerTime, rate: Rate) {
        self.track = track
        self.generation = generation
        self.anchor = anchor
        self.anchorTime = anchorTime
        self.rate = rate
    }

    /// The position at a moment; before the anchor time and beyond the track's end it is what the law says, below zero too.
    package func position(at now: ServerTime) -> MediaTime {
        MediaTime(microseconds: anchor.microseconds + rate.rawValue * (now.microseconds - anchorTime.microseconds))
    }

    /// When a position is due; nil while the music stands still.
    package func due(of position: MediaTime) -> ServerTime? {
        guard rate == .playing else { return nil }
        return ServerTime(microseconds: anchorTime.microseconds + (position - anchor).microseconds)
    }

    /// Stands still from now on; the same timeline if it already does.
    package func paused(at now: ServerTime) -> Timeline {
        rate == .still ? self : next(at: now, rate: .still)
    }

    /// Runs on from now; the same timeline if it already does.
    package func resumed(at now: ServerTime) -> Timeline {
        rate == .playing ? self : next(at: now, rate: .playing)
    }

    /// Is elsewhere in the track from now on, running or still as before.
    package func sought(to position: MediaTime, at now: ServerTime) -> Timeline {
        next(at: now, position: position, rate: rate)
    }

    /// Another track, by somebody's wish, which plays from a position at a moment.
    package func changed(to track: Int, from position: MediaTime = .zero, at moment: ServerTime) -> Timeline {
        Timeline(track: track, generation: generation.changed, anchor: position, anchorTime: moment, rate: .playing)
    }

    /// The track that follows by itself, from a position at a moment that is known in advance.
    package func followed(by track: Int, from position: MediaTime = .zero, at moment: ServerTime) -> Timeline {
        Timeline(track: track, generation: generation.following, anchor: position, anchorTime: moment, rate: .playing)
    }

    /// The same course as a new generation, because what belongs to it has changed: the grid of the track, for one.
    package func renewed() -> Timeline {
        Timeline(track: track, generation: generation.changed, anchor: anchor, anchorTime: anchorTime, rate: rate)
    }

    private func next(at now: ServerTime, position: MediaTime? = nil, rate: Rate) -> Timeline {
        Timeline(
            track: track, generation: generation.changed, anchor: position ?? self.position(at: now), anchorTime: now, rate: rate)
    }
}
