internal import Signal

/// Computes the input of the beat network: the mean magnitude in 58 bands, eight an octave, 50 times a second.
///
/// Frame k is 2048 samples centred on k / 50 s; the last one is at or just before the end of the sound.
package struct BandSpectrum {
    package static let sampleRate = 44_100
    package static let bandCount = 58

    /// Frames in order, `bandCount` numbers each; the consumer may remove the frames that it has read.
    package var bands: [Float] = []

    private static let frameSize = 2048
    private var reader = FrameReader(size: frameSize, sampleRate: sampleRate, framesPerSecond: BeatEvidence.perSecond)
    private let fft = RealFFT(window: Window.hann(frameSize))
    private let bank = TriangularBank(
        bandsPerOctave: 8, from: 30, to: 15_000, frameSize: frameSize, sampleRate: Double(sampleRate))
    private var magnitudes: [Float]
    private var row = [Float](repeating: 0, count: bandCount)

    package init() {
        precondition(bank.bandCount == Self.bandCount, "the bank has as many bands as the network was trained on")
        magnitudes = Array(repeating: 0, count: fft.binCount)
    }

    /// Appends mono samples at 44.1 kHz.
    package mutating func push(_ samples: Span<Float>) {
        // Push in pieces, so that the reader's buffer does not grow with the caller's blocks.
        var rest = samples
        while rest.count > 0 {
            reader.push(rest.extracting(first: 16_384))
            rest = rest.extracting(droppingFirst: 16_384)
            hear()
        }
    }

    /// Ends the sound and adds the remaining frames.
    package mutating func finish() {
        reader.finish()
        hear()
    }

    private mutating func hear() {
        let samples = reader.samples
        while let frame = reader.next() {
            transform(samples.span.extracting(frame), by: fft, into: &magnitudes)
            average(magnitudes, by: bank, into: &row)
            bands += row
        }
    }
}

// Free functions with one mutable span each: the compiler treats spans of two properties of a struct as overlapping accesses.
private func transform(_ frame: Span<Float>, by fft: RealFFT, into magnitudes: inout [Float]) {
    var span = magnitudes.mutableSpan
    fft.magnitudes(of: frame, into: &span)
}

private func average(_ magnitudes: [Float], by bank: TriangularBank, into row: inout [Float]) {
    var span = row.mutableSpan
    bank.bands(of: magnitudes.span, into: &span)
}
