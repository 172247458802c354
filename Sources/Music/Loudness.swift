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
    /// The loudness in LUFS that sound can have: below the first value the gate of EBU R 128 leaves nothing, and the last one is far above
    /// full scale.
    private static let loudnesses = -70.0...70.0

    /// Gain in dB that brings the track to the target loudness. Only its true peak limits it, so that it does not clip.
    package var gain: Double {
        guard let integrated else { return 0 }
        let room = truePeak.map { Self.highestPeak - $0 } ?? .infinity
        let possible = min(max(integrated, Self.loudnesses.lowerBound), Self.loudnesses.upperBound)
        return max(min(Self.target - possible, room), Self.target - Self.loudnesses.upperBound)
    }
}
