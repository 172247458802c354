/// How loud a track is, by EBU R 128.
package struct Loudness: Hashable, Sendable {
    /// Integrated loudness in LUFS; nil where nothing rises above the gate.
    package var integrated: Double?
    /// Loudness range in LU.
    package var range: Double
    /// The highest true peak of any channel in dBTP; nil for digital silence.
    package var truePeak: Double?

    package init(integrated: Double?, range: Double, truePeak: Double?) {
        self.integrated = integrated
        self.range = range
        self.truePeak = truePeak
    }
}

extension Loudness {
    /// What normalized tracks are brought to, in LUFS: what the large streaming services play at.
    package static let target = -14.0
    /// The highest true peak that is left after a gain, in dBTP: room for what lossy coding adds.
    package static let highestPeak = -1.0
    /// No more is turned up or down: what asks for more is hardly music.
    package static let gains = -24.0...12.0

    /// How many dB louder the track is to be played, so that all are heard alike; never so loud that it would be clipped.
    package var gain: Double {
        guard let integrated else { return 0 }
        let room = truePeak.map { Self.highestPeak - $0 } ?? .infinity
        let gain = min(Self.target - integrated, room)
        return min(max(gain, Self.gains.lowerBound), Self.gains.upperBound)
    }
}
