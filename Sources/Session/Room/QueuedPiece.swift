package import Music

/// What a room knows of a track in its queue.
package struct QueuedTrack: Hashable, Sendable {
    /// Its number in the catalog.
    package let track: Int
    /// Nil until the file was probed.
    package let duration: MediaTime?
    /// Nil if unknown, or if the track is silent.
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

    /// Where it ends; nil if unknown.
    func end(skippingSilence: Bool) -> MediaTime? {
        guard let duration else { return nil }
        guard skippingSilence, let sound else { return duration }
        return max(.zero, min(sound.end, duration))
    }
}
