/// The probability of a beat, and of a downbeat, at each moment.
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
