private import Glibc

/// Makes what is sent of the tracks that sound: as loud as they should be, one fading into the other, in 16 bits.
package enum SoundMixer {
    /// A track's part in a chunk.
    package struct Voice: Sendable {
        /// Left and right in turns, full scale at 1.
        package var samples: [Float]
        /// How much louder it is to be, in dB.
        package var gain: Double

        package init(samples: [Float], gain: Double) {
            self.samples = samples
            self.gain = gain
        }

        fileprivate var factor: Float { gain == 0 ? 1 : Float(pow(10, gain / 20)) }
    }

    /// A track alone. 16-bit sound at 0 dB comes through unchanged.
    package static func sound(of voice: Voice) -> [Int16] {
        let factor = voice.factor
        return voice.samples.map { rounded($0 * factor) }
    }

    /// A track that rises over another; `due` is when their first samples are. Where one of them has no samples it is silent.
    package static func sound(of rising: Voice, over falling: Voice, _ fade: Crossfade, due: ServerTime) -> [Int16] {
        let (louder, softer) = (rising.factor, falling.factor)
        let count = max(rising.samples.count, falling.samples.count)
        return (0..<count).map { index in
            let factors = fade.factors(at: due, plus: index / SoundSample.channels)
            let new = index < rising.samples.count ? rising.samples[index] * louder * factors.rising : 0
            let old = index < falling.samples.count ? falling.samples[index] * softer * factors.falling : 0
            return rounded(new + old)
        }
    }

    /// Beyond full scale it is clipped; what is no number, as hostile files may have it, is silent.
    private static func rounded(_ sample: Float) -> Int16 {
        let value = (sample * 32768).rounded()
        return value.isNaN ? 0 : Int16(min(max(value, -32768), 32767))
    }
}
