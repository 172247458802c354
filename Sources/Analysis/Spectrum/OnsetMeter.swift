import Music

/// Measures how much the spectrum rises from frame to frame.
///
/// Compares amplitudes to the power of ¾. This raises quiet sounds, and a click still rises most in the frame it is centred in; with
/// decibels or a square root it would rise most in the first window that touches it. The comparison is with the largest of three
/// neighbouring bands, so that vibrato does not count as onsets (Böck and Widmer, "Maximum filter vibrato suppression for onset
/// detection", 2013).
struct OnsetMeter {
    /// The previous frame's values, with a silent band at either end.
    private var before = [Float](repeating: 0, count: SpectrumFrame.bandCount + 2)
    private var now = [Float](repeating: 0, count: SpectrumFrame.bandCount + 2)

    /// The mean rise over all bands since the frame of the previous call.
    mutating func rise(to powers: [Float]) -> Float {
        precondition(powers.count >= SpectrumFrame.bandCount)
        var sum: Float = 0
        for band in 0..<SpectrumFrame.bandCount {
            let root = powers[band].squareRoot().squareRoot()
            let strength = root * root.squareRoot()
            now[band + 1] = strength
            sum += max(strength - max(before[band], before[band + 1], before[band + 2]), 0)
        }
        swap(&before, &now)
        return sum / Float(SpectrumFrame.bandCount)
    }
}
