/// Eight consecutive samples: sound is synthesized and mixed eight samples at a time.
///
/// Only sums, products, quotients and square roots are used. IEEE 754 defines these to the last bit, so a song is the same
/// bytes on every machine. The sine and exponential of the C library are not exact, so they are not used.
///
/// Operations are always inlined: a call would pass the samples through memory, which takes longer than the arithmetic.
typealias Eight = SIMD8<Float>

extension SIMD8<Float> {
    /// 0 to 7: the index of each sample.
    static var places: Eight { Eight(0, 1, 2, 3, 4, 5, 6, 7) }

    /// The nearest whole numbers, for numbers up to some millions.
    @inline(__always)
    var nearest: Eight {
        // Adding 1.5 · 2^23 rounds the fraction away.
        let big = Eight(repeating: 12_582_912)
        return (self + big) - big
    }

    /// Clamped to 0...1.
    @inline(__always)
    var limited: Eight { between(.zero, .one) }

    /// Clamped to `low` and `high`. The standard library's `clamped` works sample by sample and takes ten times as long.
    @inline(__always)
    private func between(_ low: Eight, _ high: Eight) -> Eight {
        let some = replacing(with: low, where: self .< low)
        return some.replacing(with: high, where: some .> high)
    }

    static var one: Eight { Eight(repeating: 1) }

    /// The samples shifted by one; `before` precedes the first.
    func delayed(after before: Float) -> Eight {
        Eight(before, self[0], self[1], self[2], self[3], self[4], self[5], self[6])
    }

    /// Soft clipping towards ±1, as tape and valves do; small samples hardly change.
    @inline(__always)
    var saturated: Eight {
        // Padé's tanh: at ±3 it reaches ±1 and is flat.
        let x = between(Eight(repeating: -3), Eight(repeating: 3))
        let square = x * x
        return x * (27 + square) / (27 + 9 * square)
    }

    /// Sine of angles in whole turns, within 3e-7.
    @inline(__always)
    var sine: Eight {
        let r = self - nearest
        let u = r * r
        // sin 2πr divided by its zeros at 0 and ±½ is a short even polynomial (least squares at Chebyshev points).
        var bend = u * 3.018_415_6 - 9.515_907
        bend = bend * u + 16.759_508
        bend = bend * u - 16.208_654
        bend = bend * u + 6.283_183_7
        return r * (1 - 4 * u) * bend
    }
}
