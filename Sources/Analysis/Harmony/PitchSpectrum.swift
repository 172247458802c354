internal import Signal

/// Computes how loud each semitone is: the magnitudes of 48 pitches, 12.5 times a second, for music in tune and for music that is tuned a
/// third of a semitone lower or higher.
///
/// Frame k is centred on k · 80 ms; the last one is at or just before the end of the sound. `pitch_magnitudes` in
/// `Tests/Training/features.py` computes the same.
package struct PitchSpectrum {
    package static let sampleRate = 44_100
    /// MIDI pitches, from 65 Hz to 988 Hz.
    package static let pitches = 36..<84
    package static let framesPerSecond = 12.5

    /// Semitones by which music is tuned above 440 Hz.
    package static let tunings = [0, -1.0 / 3, 1.0 / 3]

    /// For each tuning frames in order, one number for each pitch. All grow by 7200 bytes a second, so the consumer of a long track
    /// removes the frames that it has read.
    package var tuned = [[Float]](repeating: [], count: tunings.count)
    /// The frames for music in tune.
    package var frames: [Float] { tuned[0] }

    /// The decimated rate of 5512.5 Hz leaves 68 Hz between the highest pitch and what aliases.
    private static let factor = 8
    private static let hop = 441
    private static let frameSize = 2048
    private var decimator = Decimator(factor: factor)
    private var reader = FrameReader(size: frameSize, sampleRate: hop, framesPerSecond: 1)
    private let fft = RealFFT(window: Window.hann(frameSize))
    private let banks = tunings.map { tuning in
        SemitoneBank(pitches: pitches, tuning: tuning, frameSize: frameSize, sampleRate: Double(sampleRate) / Double(factor))
    }
    private var magnitudes: [Float]
    private var row = [Float](repeating: 0, count: pitches.count)
    private var pushed = 0

    package init() {
        magnitudes = Array(repeating: 0, count: fft.binCount)
    }

    /// Appends mono samples at 44.1 kHz.
    package mutating func push(_ samples: Span<Float>) {
        pushed += samples.count
        // Push in pieces, so that the buffers do not grow with the caller's blocks.
        var rest = samples
        while rest.count > 0 {
            decimator.push(rest.extracting(first: 16_384))
            rest = rest.extracting(droppingFirst: 16_384)
            let thinned = decimator.output
            reader.push(thinned.span)
            hear()
        }
    }

    /// Ends the sound and adds the remaining frames.
    package mutating func finish() {
        decimator.finish()
        let thinned = decimator.output
        // The decimator adds samples after the end; those that lie behind it are not part of the sound.
        let wanted = pushed / Self.factor + 1 - reader.count
        reader.push(thinned.span.extracting(first: max(wanted, 0)))
        reader.finish()
        hear()
    }

    /// Removes all frames so far.
    package mutating func forget() {
        for tuning in tuned.indices { tuned[tuning].removeAll(keepingCapacity: true) }
    }

    private mutating func hear() {
        let samples = reader.samples
        let end = pushed / Self.factor
        while reader.frameCount * Self.hop <= end, let frame = reader.next() {
            transform(samples.span.extracting(frame), by: fft, into: &magnitudes)
            for (index, bank) in banks.enumerated() {
                collect(magnitudes, by: bank, into: &row)
                tuned[index] += row
            }
        }
    }
}

// Free functions with one mutable span each: the compiler treats spans of two properties of a struct as overlapping accesses.
private func transform(_ frame: Span<Float>, by fft: RealFFT, into magnitudes: inout [Float]) {
    var span = magnitudes.mutableSpan
    fft.magnitudes(of: frame, into: &span)
}

private func collect(_ magnitudes: [Float], by bank: SemitoneBank, into row: inout [Float]) {
    var span = row.mutableSpan
    bank.bands(of: magnitudes.span, into: &span)
}
