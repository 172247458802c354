/// How loud a track is, by EBU R 128.
package struct Loudness: Hashable, Sendable {
    /// Integrated loudness in LUFS; nil if nothing rises above the gate.
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
    /// Target of volume normalization in LUFS, as the large streaming services use.
    package static let target = -14.0
    /// Highest true peak after a gain, in dBTP: headroom for what lossy coding adds.
    package static let highestPeak = -1.0
    /// Limits of the gain: what needs more is hardly music.
    package static let gains = -24.0...12.0

    /// Gain in dB that brings the track to the target loudness, limited so that it does not clip.
    package var gain: Double {
        guard let integrated else { return 0 }
        let room = truePeak.map { Self.highestPeak - $0 } ?? .infinity
        let gain = min(Self.target - integrated, room)
        return min(max(gain, Self.gains.lowerBound), Self.gains.upperBound)
    }
}
