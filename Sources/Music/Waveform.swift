/// The waveform of a track's mono mix at several resolutions, each half as fine as the one before.
package struct Waveform: Hashable, Sendable {
    /// Lowest, highest and RMS of some samples. A sample s is stored as 32768 · s, rounded and limited to 16 bits. The root mean
    /// square is taken before rounding.
    package struct Point: Hashable, Sendable {
        package var lowest: Int16
        package var highest: Int16
        package var rms: Int16

        package init(lowest: Int16, highest: Int16, rms: Int16) {
            self.lowest = lowest
            self.highest = highest
            self.rms = rms
        }
    }

    /// One resolution. Point i summarizes the samples from i · `samplesPerPoint` on; the last one may have fewer.
    package struct Level: Hashable, Sendable {
        /// A power of two.
        package let samplesPerPoint: Int
        package let points: [Point]

        package init(samplesPerPoint: Int, points: [Point]) {
            self.samplesPerPoint = samplesPerPoint
            self.points = points
        }

        package var pointCount: Int { points.count }
    }

    package let sampleRate: Int
    /// From the finest to the coarsest; never empty.
    package let levels: [Level]

    package init(sampleRate: Int, levels: [Level]) {
        precondition(!levels.isEmpty, "a waveform has a level")
        self.sampleRate = sampleRate
        self.levels = levels
    }
}
