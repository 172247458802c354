/// How much speaks for a beat, and for the first beat of a bar, at each moment: 0 nothing, 1 all.
package struct BeatEvidence: Sendable, Equatable {
    /// Moments a second; moment k is k / 50 s.
    package static let perSecond = 50

    package var beat: [Float]
    package var downbeat: [Float]

    package init(beat: [Float] = [], downbeat: [Float] = []) {
        self.beat = beat
        self.downbeat = downbeat
    }
}
