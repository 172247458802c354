/// The beats of a track in time order, and how far they can be trusted.
package struct BeatGrid: Hashable, Sendable {
    package var beats: [Beat]
    /// Beats in most of its bars; 0 where bars are not known.
    package var meter: Int
    /// 0 for a guess, 1 for no doubt.
    package var confidence: Float

    package static let none = BeatGrid(beats: [], meter: 0, confidence: 0)

    package init(beats: [Beat], meter: Int, confidence: Float) {
        self.beats = beats
        self.meter = meter
        self.confidence = confidence
    }
}
