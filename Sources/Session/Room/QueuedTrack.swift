package import Music

/// A track as a room has to know it to play it in time.
package struct QueuedTrack: Hashable, Sendable {
    /// Its number in the catalog.
    package let track: Int
    /// Nil as long as nobody has read the file.
    package let duration: MediaTime?
    /// Nil where that is not known, or nothing is heard at all.
    package let sound: SoundBounds?

    package init(track: Int, duration: MediaTime?, sound: SoundBounds? = nil) {
        self.track = track
        self.duration = duration
        self.sound = sound
    }

    /// Where it begins to play.
    func start(skippingSilence: Bool) -> MediaTime {
        guard skippingSilence, let sound else { return .zero }
        return max(.zero, min(sound.start, duration ?? sound.start))
    }

    /// Where it ends; nil as long as that is not known.
    func end(skippingSilence: Bool) -> MediaTime? {
        guard let duration else { return nil }
        guard skippingSilence, let sound else { return duration }
        return max(.zero, min(sound.end, duration))
    }
}
