import Music
internal import Signal

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
    private var rises = [Float](repeating: 0, count: SpectrumFrame.bandCount)

    /// The mean rise over all bands since the frame of the previous call.
    mutating func rise(to powers: [Float]) -> Float {
        precondition(powers.count >= SpectrumFrame.bandCount)
        compare(powers, with: before, strengths: &now, rises: &rises)
        swap(&before, &now)
        return rises.reduce(0, +) / Float(SpectrumFrame.bandCount)
    }
}

/// Eight bands at a time; `before` and `strengths` have one more number at either end, and there are as many bands as a frame has.
private func compare(_ powers: [Float], with before: [Float], strengths: inout [Float], rises: inout [Float]) {
    unsafe powers.withUnsafeBufferPointer { powers in
        unsafe before.withUnsafeBufferPointer { before in
            unsafe strengths.withUnsafeMutableBufferPointer { strengths in
                unsafe rises.withUnsafeMutableBufferPointer { rises in
                    guard let powers = powers.baseAddress, let before = before.baseAddress,
                        let strengths = strengths.baseAddress, let rises = rises.baseAddress
                    else { return }
                    for band in stride(from: 0, to: SpectrumFrame.bandCount, by: 8) {
                        let root = unsafe SIMD8<Float>(reading: powers + band).squareRoot().squareRoot()
                        let strength = root * root.squareRoot()
                        var loudest = unsafe SIMD8<Float>(reading: before + band)
                        for neighbour in 1...2 {
                            let other = unsafe SIMD8<Float>(reading: before + band + neighbour)
                            loudest.replace(with: other, where: other .> loudest)
                        }
                        unsafe strength.write(to: strengths + band + 1)
                        let rise = strength - loudest
                        unsafe rise.replacing(with: 0, where: rise .< 0).write(to: rises + band)
                    }
                }
            }
        }
    }
}
