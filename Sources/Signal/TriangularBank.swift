internal import Glibc

/// Overlapping triangular bands, equally many in each octave, each with weights that sum to 1.
///
/// Corners lie on bins. Low bands whose corners would coincide are left out, so there are fewer bands than `bandsPerOctave` times
/// the octaves.
package struct TriangularBank: Sendable {
    private let rows: SparseRows

    /// Bands over spectra of frames of `frameSize` samples. Frequencies are in hertz.
    package init(bandsPerOctave: Int, from lowest: Double, to highest: Double, frameSize: Int, sampleRate: Double) {
        let steps = Int((Double(bandsPerOctave) * log2(highest / lowest)).rounded(.up))
        var corners = [0]
        for step in 0...steps {
            let frequency = lowest * pow(2, Double(step) / Double(bandsPerOctave))
            let bin = Int((frequency * Double(frameSize) / sampleRate).rounded(.toNearestOrEven))
            let corner = max(1, min(bin, frameSize / 2))
            if corner > corners[corners.count - 1] { corners.append(corner) }
        }
        var rows = SparseRows(width: frameSize / 2 + 1)
        for index in 0..<corners.count - 2 {
            let (low, middle, high) = (corners[index], corners[index + 1], corners[index + 2])
            var weights = (low..<middle).map { Float($0 - low) / Float(middle - low) }
            weights += (middle..<high).map { Float(high - $0) / Float(high - middle) }
            let total = weights.reduce(0, +)
            rows.add(weights.map { $0 / total }, from: low)
        }
        self.rows = rows
    }

    package var bandCount: Int { rows.count }

    /// The weighted mean of the spectrum in every band.
    package func bands(of spectrum: Span<Float>, into bands: inout MutableSpan<Float>) {
        rows.sums(of: spectrum, into: &bands)
    }
}
