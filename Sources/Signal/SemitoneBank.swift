internal import Glibc

/// Bands one semitone apart: triangles over the logarithm of the frequency, from each pitch to its neighbours, 1 at the pitch.
package struct SemitoneBank: Sendable {
    private let rows: SparseRows

    /// Bands over spectra of frames of `frameSize` samples, for MIDI pitches, of which 69 is 440 Hz, or `tuning` semitones above that.
    package init(pitches: Range<Int>, tuning: Double = 0, frameSize: Int, sampleRate: Double) {
        let width = frameSize / 2 + 1
        let semitones = (1..<width).map { bin in
            69 + 12 * log2(Double(bin) * sampleRate / Double(frameSize) / 440) - tuning
        }
        var rows = SparseRows(width: width)
        for pitch in pitches {
            // Bin 0 has no pitch, so the first of the semitones is bin 1.
            let near = semitones.indices.filter { abs(semitones[$0] - Double(pitch)) < 1 }
            let weights = near.map { Float(1 - abs(semitones[$0] - Double(pitch))) }
            rows.add(weights, from: (near.first ?? 0) + 1)
        }
        self.rows = rows
    }

    package var bandCount: Int { rows.count }

    /// The weighted sum of the spectrum around every pitch.
    package func bands(of spectrum: Span<Float>, into bands: inout MutableSpan<Float>) {
        rows.sums(of: spectrum, into: &bands)
    }
}
