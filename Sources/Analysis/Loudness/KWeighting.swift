import Glibc

/// The K-weighting filter of BS.1770 for two channels side by side: a shelf for the head, then a high-pass, in double precision.
///
/// The standard gives the coefficients for 48 kHz; at other rates they follow from the same analogue filters by the bilinear
/// transform, with the corner frequencies and qualities that reproduce the standard's numbers.
struct KWeighting {
    /// A second-order section in direct form: two past inputs and two past outputs.
    private struct Section {
        let b0: Double
        let b1: Double
        let b2: Double
        let a1: Double
        let a2: Double
        var x1 = SIMD2<Double>.zero
        var x2 = SIMD2<Double>.zero
        var y1 = SIMD2<Double>.zero
        var y2 = SIMD2<Double>.zero

        init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
            (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
        }

        /// Ordered so that only the last product depends on the previous output.
        @inline(__always)
        mutating func next(_ x: SIMD2<Double>) -> SIMD2<Double> {
            let waiting = (x * b0 + x1 * b1 + x2 * b2) - y2 * a2
            let y = waiting - y1 * a1
            (x2, x1, y2, y1) = (x1, x, y1, y)
            return y
        }

        /// Flushes denormals, which are a hundred times as slow.
        mutating func rest() {
            let nothing = 1e-30
            if y1[0].magnitude < nothing && y1[1].magnitude < nothing && x1 == .zero {
                (x2, y1, y2) = (.zero, .zero, .zero)
            }
        }
    }

    private var shelf: Section
    private var highPass: Section

    init(sampleRate: Int) {
        let rate = Double(sampleRate)
        // Corner frequencies are clamped to just below half the rate.
        let head = tan(.pi * min(1681.974450955533 / rate, 0.49))
        let (headQ, gain) = (0.7071752369554196, pow(10, 3.999843853973347 / 20))
        let middle = pow(gain, 0.4996667741545416)
        let a0 = 1 + head / headQ + head * head
        shelf = Section(
            b0: (gain + middle * head / headQ + head * head) / a0, b1: 2 * (head * head - gain) / a0,
            b2: (gain - middle * head / headQ + head * head) / a0, a1: 2 * (head * head - 1) / a0,
            a2: (1 - head / headQ + head * head) / a0)
        let low = tan(.pi * min(38.13547087602444 / rate, 0.49))
        let lowQ = 0.5003270373238773
        let c0 = 1 + low / lowQ + low * low
        highPass = Section(b0: 1, b1: -2, b2: 1, a1: 2 * (low * low - 1) / c0, a2: (1 - low / lowQ + low * low) / c0)
    }

    /// The sums of squares of the next `count` samples of both channels from `first` on. Samples that are not finite count as 0.
    mutating func energy(_ left: [Float], _ right: [Float], from first: Int, count: Int) -> SIMD2<Double> {
        precondition(first >= 0 && first + count <= left.count && left.count == right.count)
        let (left, right) = (left.span, right.span)
        var (shelf, highPass) = (shelf, highPass)
        var energy = SIMD2<Double>.zero
        for index in first..<first + count {
            let samples = unsafe SIMD2(left[unchecked: index], right[unchecked: index])
            let finite = samples.replacing(
                with: 0, where: .!(samples .== samples) .| (samples .== .infinity) .| (samples .== -.infinity))
            let weighted = highPass.next(shelf.next(SIMD2<Double>(finite)))
            energy += weighted * weighted
        }
        shelf.rest()
        highPass.rest()
        (self.shelf, self.highPass) = (shelf, highPass)
        return energy
    }
}
