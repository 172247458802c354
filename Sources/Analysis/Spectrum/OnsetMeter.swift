import Music

/// How much more there is in each frame than in the one before.
///
/// Compares amplitudes to the power of ¾: that lifts what is quiet, and yet a click rises most in the frame it is centred in; in
/// decibels, or even as a square root, it would rise most where the edge of a window first touches it. Against the largest of three
/// neighbouring bands, a tone that wavers counts as one that stays (Böck and Widmer, "Maximum filter vibrato suppression for onset
/// detection", 2013).
struct OnsetMeter {
    /// The strengths of the frame before, with a silent band at either end.
    private var before = [Float](repeating: 0, count: SpectrumFrame.bandCount + 2)
    private var now = [Float](repeating: 0, count: SpectrumFrame.bandCount + 2)

    /// The mean rise over all bands; the powers of the next frame begin with theirs.
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
