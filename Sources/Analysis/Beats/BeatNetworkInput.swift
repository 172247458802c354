internal import Signal

/// The input of the first layer, at a normalized level: the loudness of each band and its rise since the previous frame.
struct BeatNetworkInput: NetworkInput {
    /// Numbers a frame.
    static let width = 2 * BandSpectrum.bandCount

    /// Number of frames.
    let count: Int

    /// The mean level that the louder half of a sound is normalized to, and the mean below which it counts as silence.
    private static let level = 0.01
    private static let silence = 2e-5
    private static let bandCount = BandSpectrum.bandCount

    private let bands: [Float]
    private let gain: Float

    /// Takes frames of a `BandSpectrum`.
    init(bands: [Float]) {
        precondition(bands.count % Self.bandCount == 0, "a frame has \(Self.bandCount) bands")
        self.bands = bands
        count = bands.count / Self.bandCount
        gain = Self.gain(of: bands, count: count)
    }

    /// Writes the frames of a range into rows; frames before the first and after the last are zero.
    func write(_ frames: Range<Int>, into rows: inout [Float]) {
        let inside = max(frames.lowerBound, 0)..<max(0, min(frames.upperBound, count))
        for index in 0..<(inside.lowerBound - frames.lowerBound) * Self.width { rows[index] = 0 }
        for index in (inside.upperBound - frames.lowerBound) * Self.width..<frames.count * Self.width { rows[index] = 0 }
        // One extra frame in front, for the difference of the first one.
        let first = max(inside.lowerBound - 1, 0)
        let loudness = loudness(of: first..<inside.upperBound)
        for frame in inside {
            let row = (frame - frames.lowerBound) * Self.width
            let here = (frame - first) * Self.bandCount
            for band in 0..<Self.bandCount {
                let value = loudness[here + band]
                rows[row + band] = value
                let growth = frame == 0 ? 0 : max(0, value - loudness[here + band - Self.bandCount])
                rows[row + Self.bandCount + band] = 1.5 * growth
            }
        }
    }

    /// Logarithmic loudness, about -0.6 for silence to 1.5 for the loudest bands.
    private func loudness(of frames: Range<Int>) -> [Float] {
        var loudness = loudness(of: bands[frames.lowerBound * Self.bandCount..<frames.upperBound * Self.bandCount])
        for index in loudness.indices { loudness[index] -= 0.6 }
        return loudness
    }

    /// Logarithmic loudness of other magnitudes of the same sound: 0 for silence, about 2 for the loudest.
    func loudness(of magnitudes: ArraySlice<Float>) -> [Float] {
        let raised = magnitudes.map { 1 + 1000 * ($0 * gain) }
        var loudness = [Float](repeating: 0, count: raised.count)
        var span = loudness.mutableSpan
        Logarithm.log10(raised.span, into: &span)
        return loudness
    }

    /// The factor that brings the mean of all frames at or above the median to `level`.
    private static func gain(of bands: [Float], count: Int) -> Float {
        guard count > 0 else { return 1 }
        let span = bands.span
        let means = (0..<count).map { Sums.sum(span.extracting($0 * bandCount..<($0 + 1) * bandCount)) / Float(bandCount) }
        let sorted = means.sorted()
        let median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
        let louder = sorted.drop { $0 < median }
        let mean = louder.reduce(0) { $0 + Double($1) } / Double(louder.count)
        return Float(level / max(mean, silence))
    }
}
