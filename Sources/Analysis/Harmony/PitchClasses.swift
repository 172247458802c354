internal import Signal

/// Folds pitch frames into what the key network hears: how far each pitch class stands out, in the bass and in the treble, for blocks of
/// about half a second.
///
/// Magnitudes are compared to the mean of the louder half of the frames, and each pitch to the mean of its neighbours, so that neither
/// the volume nor the tone colour counts.
enum PitchClasses {
    /// Numbers of a block: for each of twelve pitch classes from C, bass and treble.
    static let width = 24
    /// Frames of a block.
    private static let frames = 6
    /// Semitones on either side to which a pitch is compared.
    private static let near = 6
    /// A quieter sound counts as silence.
    private static let leastLevel: Float = 2e-5

    private static let bass = PitchSpectrum.pitches.map { min(max(Float(57 - $0) / 6, 0), 1) }
    private static let treble = PitchSpectrum.pitches.map { min(max(Float($0 - 44) / 6, 0), 1) }

    /// Whole blocks of the frames; those of an incomplete one at the end do not count.
    static func blocks(of magnitudes: [Float]) -> [Float] {
        let pitches = PitchSpectrum.pitches.count
        let size = frames * pitches
        let count = magnitudes.count / size
        guard count > 0 else { return [] }
        let level = max(level(of: magnitudes, pitches), leastLevel)
        var blocks = [Float](repeating: 0, count: count * width)
        var loud = [Float](repeating: 0, count: pitches)
        var logarithms = [Float](repeating: 0, count: size)
        for block in 0..<count {
            let amounts = magnitudes[block * size..<(block + 1) * size].map { 1 + 10 * $0 / level }
            var span = logarithms.mutableSpan
            Logarithm.log10(amounts.span, into: &span)
            for pitch in 0..<pitches {
                var sum: Float = 0
                for frame in 0..<frames { sum += logarithms[frame * pitches + pitch] }
                loud[pitch] = sum / Float(frames)
            }
            for pitch in 0..<pitches {
                var around: Float = 0
                for neighbour in pitch - near...pitch + near { around += loud[min(max(neighbour, 0), pitches - 1)] }
                let standing = max(loud[pitch] - around / Float(2 * near + 1), 0)
                // The lowest pitch is a C, too.
                let place = block * width + pitch % 12 * 2
                blocks[place] += standing * bass[pitch]
                blocks[place + 1] += standing * treble[pitch]
            }
        }
        return blocks
    }

    /// The mean magnitude of the louder half of the frames.
    private static func level(of magnitudes: [Float], _ pitches: Int) -> Float {
        var means = stride(from: 0, to: magnitudes.count - pitches + 1, by: pitches).map { start in
            magnitudes[start..<start + pitches].reduce(0, +) / Float(pitches)
        }
        means.sort()
        let louder = means[(means.count / 2)...]
        return louder.reduce(0, +) / Float(louder.count)
    }
}
