internal import Glibc

/// Adjacent bands of equal width in pitch: band i of n reaches from lowest·(highest/lowest)^(i/n) to the start of the next.
///
/// A sine of amplitude 1 at the middle of a band reads 1 there, whatever the band's width. The input is the power spectrum of a
/// frame under `Window.hann`. A tone reads highest in its own band if the lowest edge is at bin 1.7 or above, that is if a frame
/// lasts at least 1.7 periods of the lowest frequency.
package struct FilterBank: Sendable {
    /// Bands of at least this many bins sum their bins; narrower ones interpolate between bins.
    private static let wide = 1.5

    package let bandCount: Int
    private var curve: [CurvePoint] = []
    private var sums: SparseRows
    private let binCount: Int

    /// Bands over power spectra of frames of `frameSize` samples. Frequencies are in hertz; bands above half the sampling rate read 0.
    package init(bands: Int, from lowest: Double, to highest: Double, frameSize: Int, sampleRate: Double) {
        precondition(bands > 0 && lowest > 0 && highest > lowest, "bands lie between two frequencies")
        bandCount = bands
        binCount = frameSize / 2 + 1
        sums = SparseRows(width: binCount)
        let edges = (0...bands).map {
            lowest * pow(highest / lowest, Double($0) / Double(bands)) * Double(frameSize) / sampleRate
        }
        for band in 0..<bands {
            let (low, high) = (edges[band], edges[band + 1])
            let middle = (low * high).squareRoot()
            if high - low < Self.wide {
                curve.append(CurvePoint(at: middle, binCount: binCount))
            } else {
                addSum(from: low, to: high, middle: middle)
            }
        }
    }

    /// The power in every band.
    package func bands(of power: Span<Float>, into bands: inout MutableSpan<Float>) {
        precondition(power.count == binCount && bands.count == bandCount, "\(binCount) bins give \(bandCount) bands")
        for band in curve.indices { bands[band] = curve[band].power(in: power) }
        sums.sums(of: power, into: &bands, from: curve.count)
    }

    /// Adds a band that sums the bins it covers, wholly or in part; bin k reaches from k - ½ to k + ½.
    private mutating func addSum(from low: Double, to high: Double, middle: Double) {
        let first = Int((low + 0.5).rounded(.down))
        let last = min(Int((high + 0.5).rounded(.down)), binCount - 1)
        guard first <= last else { return sums.add([], from: 0) }
        let weights = (first...last).map { min(high, Double($0) + 0.5) - max(low, Double($0) - 0.5) }
        let reading = zip(first...last, weights).reduce(0) { $0 + $1.1 * Self.leakage(Double($1.0) - middle) }
        sums.add(weights.map { Float($0 / reading) }, from: first)
    }

    /// The power of a sine of power 1 in a bin that is `distance` bins away, under the Hann window.
    private static func leakage(_ distance: Double) -> Double {
        let (square, turn) = (distance * distance, distance * .pi)
        if square < 1e-12 { return 1 }
        // The limit of 0/0 one bin away.
        if abs(square - 1) < 1e-9 { return 0.25 }
        let magnitude = sin(turn) / (turn * (1 - square))
        return magnitude * magnitude
    }

    /// A point between the bins, where the spectrum is interpolated by a parabola through the three nearest bins.
    ///
    /// The parabola runs through the eighth roots of their powers, which bring a tone's lobe closest to a parabola (Werner and
    /// Germain, "Quadratic Interpolation around Power-Scaled Magnitude Spectrum Peaks", 2016).
    private struct CurvePoint {
        private let first: Int
        private let weights: SIMD4<Float>

        init(at place: Double, binCount: Int) {
            let nearest = max(1, Int(place.rounded()))
            guard nearest < binCount - 1 else {
                (first, weights) = (0, .zero)
                return
            }
            first = nearest - 1
            let offset = place - Double(nearest)
            let parabola = [offset * (offset - 1) / 2, 1 - offset * offset, offset * (offset + 1) / 2]
            // The reading of a tone at exactly this frequency: not quite 1, since its lobe is not quite a parabola.
            let reading = parabola.indices.reduce(0) {
                $0 + parabola[$1] * pow(FilterBank.leakage(Double($1 - 1) - offset), 0.125)
            }
            weights = SIMD4(Float(parabola[0] / reading), Float(parabola[1] / reading), Float(parabola[2] / reading), 0)
        }

        @inline(__always) func power(in spectrum: Span<Float>) -> Float {
            let powers = SIMD4(spectrum[first], spectrum[first + 1], spectrum[first + 2], 0)
            let roots = powers.squareRoot().squareRoot().squareRoot()
            let root = max(0, (roots * weights).sum())
            let square = root * root
            let fourth = square * square
            return fourth * fourth
        }
    }
}
