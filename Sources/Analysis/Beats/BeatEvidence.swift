/// The probability of a beat, and of a downbeat, in each frame of 20 ms.
package struct BeatEvidence: Sendable, Equatable {
    /// Frames a second; frame k is at k / 50 s.
    package static let perSecond = 50

    package var beat: [Float]
    package var downbeat: [Float]

    package init(beat: [Float] = [], downbeat: [Float] = []) {
        self.beat = beat
        self.downbeat = downbeat
    }
}
