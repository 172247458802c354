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
