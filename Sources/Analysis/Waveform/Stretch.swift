import Music

/// The lowest value, the highest value and the RMS of consecutive samples; two neighbours combine exactly.
struct Stretch: Hashable {
    private var extremes = Extremes()
    private var squares: Double
    private var count: Int

    /// From at least one sample, all of them finite.
    init(_ samples: Span<Float>) {
        precondition(!samples.isEmpty, "a stretch has samples")
        count = samples.count
        extremes.include(samples)
        let whole = count & ~7
        var sums = SIMD8<Double>.zero
        unsafe samples.withUnsafeBytes { bytes in
            for index in stride(from: 0, to: whole, by: 8) {
                let next = unsafe SIMD8<Double>(bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self))
                sums += next * next
            }
        }
        squares = sums.sum()
        for index in whole..<count { squares += Double(samples[index]) * Double(samples[index]) }
    }

    func followed(by next: Stretch) -> Stretch {
        var both = self
        both.extremes.lowest = min(extremes.lowest, next.extremes.lowest)
        both.extremes.highest = max(extremes.highest, next.extremes.highest)
        both.squares += next.squares
        both.count += next.count
        return both
    }

    var point: Waveform.Point {
        Waveform.Point(
            lowest: Self.sixteenBits(Double(extremes.lowest)), highest: Self.sixteenBits(Double(extremes.highest)),
            rms: Self.sixteenBits((squares / Double(count)).squareRoot()))
    }

    private static func sixteenBits(_ value: Double) -> Int16 {
        Int16(min(max((value * 32768).rounded(), -32768), 32767))
    }
}
