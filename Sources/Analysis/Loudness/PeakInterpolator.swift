import Glibc
import Signal

/// Finds the peak between samples, by interpolation with a windowed-sinc polyphase filter.
///
/// The positions f and 1 − f between two samples use the same coefficients in opposite order. So both come from one even sum E and
/// one odd sum O as E + O and E − O, and the larger magnitude is |E| + |O|.
struct PeakInterpolator {
    /// Taps: samples that one interpolated position depends on.
    static let taps = 2 * half
    private static let half = 12
    /// Gaps between samples that are processed at once.
    static let width = 8
    /// Kaiser's beta: with 24 taps within 0.2 dB of FFmpeg's 32-tap resampler on full-scale white noise, the worst case.
    private static let beta = 6.0

    /// Coefficients of the middle position, from its two neighbours outwards; empty if nothing is interpolated.
    private var middle: [Float] = []
    /// Even and odd coefficients of each pair of mirrored positions, `half` for each pair.
    private var even: [Float] = []
    private var odd: [Float] = []
    /// Upper bound of the ratio of an interpolated value to the largest sample it depends on; 1 if nothing is interpolated.
    private var gain: Float = 1

    /// Interpolates to about 192 kHz: by an even factor up to 24, or not at all from 144 kHz on.
    init(sampleRate: Int) {
        let wanted = 192_000 / Double(sampleRate)
        guard wanted > 4.0 / 3 else { return }
        let factor = min(2 * max(Int((wanted / 2).rounded()), 1), 24)
        for step in 1...factor / 2 {
            let share = Double(step) / Double(factor)
            let left = Self.coefficients(share)
            let right = Self.coefficients(1 - share)
            if step * 2 == factor {
                middle = left.map { Float($0) }
            } else {
                even += zip(left, right).map { Float(($0 + $1) / 2) }
                odd += zip(left, right).map { Float(($0 - $1) / 2) }
            }
            // One thousandth is far above the rounding error of a sum of 24 products.
            gain = max(gain, Float((left + right).reduce(0) { $0 + abs($1) } * 1.001))
        }
    }

    /// Weights of the samples before a position, nearest first; `share` is the distance of the position from the nearest one.
    private static func coefficients(_ share: Double) -> [Double] {
        (0..<half).map { index in
            let distance = share + Double(index)
            let window = Window.kaiser(distance / Double(half), beta: beta)
            return sin(.pi * distance) / (.pi * distance) * window
        }
    }

    /// The larger of `peak` and the interpolated peak of the part of `window` where half a filter fits on both sides.
    ///
    /// `heights` has the highest magnitude of each `width` samples; where they cannot exceed `peak`, nothing is computed.
    func highest(in window: [Float], heights: [Float], atLeast peak: Float) -> Float {
        precondition(heights.count == (window.count + Self.width - 1) / Self.width)
        guard !middle.isEmpty, window.count >= Self.taps - 1 + Self.width else { return peak }
        let before = Self.half - 1
        let last = window.count - Self.half - Self.width
        return unsafe window.withUnsafeBufferPointer { window in
            unsafe heights.withUnsafeBufferPointer { heights in
                guard let window = window.baseAddress else { return peak }
                var peak = peak
                for place in stride(from: before, to: last + Self.width, by: Self.width) {
                    let blocks = (place - before) / Self.width...min((place + Self.width + before) / Self.width, heights.count - 1)
                    var height: Float = 0
                    for block in blocks { height = unsafe max(height, heights[block]) }
                    guard height * gain > peak else { continue }
                    // The last group overlaps the one before, so some gaps are processed twice.
                    peak = unsafe max(peak, highest(window + min(place, last)))
                }
                return peak
            }
        }
    }

    /// The highest magnitude of the curve in the `width` gaps that follow the samples from `place` on.
    ///
    /// The caller guarantees half − 1 samples before `place` and half + width from it on.
    private func highest(_ place: UnsafePointer<Float>) -> Float {
        var highest = unsafe Self.magnitude(Self.even(place, middle.span, 0))
        for pair in stride(from: 0, to: even.count, by: Self.half) {
            let even = unsafe Self.magnitude(Self.even(place, even.span, pair))
            let odd = unsafe Self.magnitude(Self.odd(place, odd.span, pair))
            highest = Self.larger(highest, even + odd)
        }
        return Self.largest(highest)
    }

    /// The sum with even coefficients. Not in one loop with `odd`, which the compiler vectorizes badly.
    @inline(__always)
    private static func even(_ place: UnsafePointer<Float>, _ weights: Span<Float>, _ first: Int) -> SIMD8<Float> {
        var sum = SIMD8<Float>.zero
        for tap in 0..<half {
            let both = unsafe load(place - tap) + load(place + 1 + tap)
            unsafe sum += both * SIMD8(repeating: weights[unchecked: first + tap])
        }
        return sum
    }

    /// The sum with odd coefficients.
    @inline(__always)
    private static func odd(_ place: UnsafePointer<Float>, _ weights: Span<Float>, _ first: Int) -> SIMD8<Float> {
        var sum = SIMD8<Float>.zero
        for tap in 0..<half {
            let difference = unsafe load(place - tap) - load(place + 1 + tap)
            unsafe sum += difference * SIMD8(repeating: weights[unchecked: first + tap])
        }
        return sum
    }

    /// Fills `heights` with the highest magnitude of each `width` samples of `window`.
    static func measure(_ window: [Float], heights: inout [Float]) {
        heights.removeAll(keepingCapacity: true)
        unsafe window.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            let whole = samples.count & ~(width - 1)
            for place in stride(from: 0, to: whole, by: width) {
                unsafe heights.append(largest(magnitude(load(start + place))))
            }
            if whole < samples.count { unsafe heights.append(samples[whole...].reduce(0) { max($0, $1.magnitude) }) }
        }
    }

    @inline(__always)
    private static func load(_ place: UnsafePointer<Float>) -> SIMD8<Float> {
        unsafe UnsafeRawPointer(place).loadUnaligned(as: SIMD8<Float>.self)
    }

    @inline(__always)
    private static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> {
        unsafe unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0x7fff_ffff), to: SIMD8<Float>.self)
    }

    @inline(__always)
    private static func larger(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
        a.replacing(with: b, where: b .> a)
    }

    @inline(__always)
    private static func largest(_ x: SIMD8<Float>) -> Float {
        let four = x.lowHalf.replacing(with: x.highHalf, where: x.highHalf .> x.lowHalf)
        return max(max(four[0], four[1]), max(four[2], four[3]))
    }
}
