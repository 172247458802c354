private import Glibc

/// Mixes tracks for sending: applies their gains and the crossfade, and converts to 16 bits.
package enum SoundMixer {
    /// A track's part in a chunk.
    package struct Voice: Sendable {
        /// Interleaved left and right, with full scale at 1.
        package var samples: [Float]
        /// Gain in dB.
        package var gain: Double

        package init(samples: [Float], gain: Double) {
            self.samples = samples
            self.gain = gain
        }

        fileprivate var factor: Float { gain == 0 ? 1 : Float(pow(10, gain / 20)) }
    }

    /// Sound at another speed, and so much higher or lower, as that of a record: `count` samples, or fewer where `samples` end.
    package static func paced(_ samples: [Float], by speed: Double, count: Int) -> [Float] {
        let channels = SoundSample.channels
        let last = samples.count / channels - 1
        var paced: [Float] = []
        paced.reserveCapacity(count * channels)
        for index in 0..<count {
            let place = Double(index) * speed
            let before = Int(place)
            guard before <= last else { break }
            let (after, part) = (min(before + 1, last), Float(place - Double(before)))
            for channel in 0..<channels {
                let (one, other) = (samples[before * channels + channel], samples[after * channels + channel])
                paced.append(one + (other - one) * part)
            }
        }
        return paced
    }

    /// A single track, interleaved, with full scale at 1.
    package static func mix(_ voice: Voice) -> [Float] {
        let factor = voice.factor
        return voice.samples.map { $0 * factor }
    }

    /// A track that fades in over another; `due` is the time of their first samples. Missing samples are silent.
    package static func mix(_ rising: Voice, over falling: Voice, _ fade: Crossfade, due: ServerTime) -> [Float] {
        let (louder, softer) = (rising.factor, falling.factor)
        let count = max(rising.samples.count, falling.samples.count)
        return (0..<count).map { index in
            let factors = fade.factors(at: due, plus: index / SoundSample.channels)
            let new = index < rising.samples.count ? rising.samples[index] * louder * factors.rising : 0
            let old = index < falling.samples.count ? falling.samples[index] * softer * factors.falling : 0
            return new + old
        }
    }

    /// A mix as it is sent. 16-bit sound that was played at 0 dB is unchanged.
    package static func sixteenBits(_ mix: [Float]) -> [Int16] { mix.map(rounded) }

    /// Clips at full scale; NaN, which hostile files may contain, becomes silence.
    private static func rounded(_ sample: Float) -> Int16 {
        let value = (sample * 32768).rounded()
        return value.isNaN ? 0 : Int16(min(max(value, -32768), 32767))
    }
}
