/// What is said of the beats of a sound while it comes in. It replaces whatever was said of the same time before.
package struct BeatForecast: Sendable, Equatable {
    /// How much of the sound had come in.
    package var heard: MediaTime
    /// The beats near `heard` and after it, up to `through`; none while the beat is not known.
    package var beats: [Beat]
    package var through: MediaTime
    /// Beats a minute; nil while the beat is not known.
    package var tempo: Double?
    /// The probability that a listener would tap these beats, 0 to 1.
    package var confidence: Float

    package init(heard: MediaTime, beats: [Beat], through: MediaTime, tempo: Double?, confidence: Float) {
        (self.heard, self.beats, self.through, self.tempo, self.confidence) = (heard, beats, through, tempo, confidence)
    }
}
