/// Eight samples in a row: all sound here is made, and mixed, eight samples at a time.
///
/// Sums, products, quotients and square roots are all that is taken of them. IEEE 754 defines those to the last bit, so a song is the same
/// bytes on every machine; a C library's sine or exponential is not, and none is called.
///
/// What is done to them is always inlined, here and in what sounds: a call would take them through memory, for longer than its work.
typealias Eight = SIMD8<Float>

extension SIMD8<Float> {
    /// 0 to 7: how many samples each lies after the first.
    static var places: Eight { Eight(0, 1, 2, 3, 4, 5, 6, 7) }

    /// The nearest whole numbers, for numbers up to some millions.
    @inline(__always)
    var nearest: Eight {
        // Added to a number of this size, a fraction has no bits left to live in.
        let big = Eight(repeating: 12_582_912)
        return (self + big) - big
    }

    /// No less than 0, no more than 1.
    @inline(__always)
    var limited: Eight { between(.zero, .one) }

    /// No less than `low`, no more than `high`; the library's `clamped` goes sample by sample and takes ten times as long.
    @inline(__always)
    private func between(_ low: Eight, _ high: Eight) -> Eight {
        let some = replacing(with: low, where: self .< low)
        return some.replacing(with: high, where: some .> high)
    }

    static var one: Eight { Eight(repeating: 1) }

    /// Each sample's predecessor, `before` being the one that came before the first.
    func delayed(after before: Float) -> Eight {
        Eight(before, self[0], self[1], self[2], self[3], self[4], self[5], self[6])
    }

    /// Bent softly towards ±1, as tape and valves bend what is loud; small samples stay as they are.
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
        // sin 2πr is nothing at 0 and ±½; what is left is a short even polynomial (least squares at Chebyshev's points).
        let bend = (((u * 3.018_415_6 - 9.515_907) * u + 16.759_508) * u - 16.208_654) * u + 6.283_183_7
        return r * (1 - 4 * u) * bend
    }
}
