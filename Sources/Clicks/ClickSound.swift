/// The sound of one click: mono, 48,000 samples a second, full scale at 1. Its first sample is audible.
///
/// The samples are whole multiples of a 16-bit step, so that the WAV form holds exactly what rooms play.
package struct ClickSound: Hashable, Sendable {
    package static let perSecond = 48_000
    /// The longest sound of a kit: what people upload is cut to it.
    package static let longest = perSecond
    static let fullScale: Float = 32_768

    package let samples: [Float]

    /// Samples beyond the longest sound are cut; those beyond full scale are clipped, and what is no number becomes silence.
    package init(_ samples: some Sequence<Float>) {
        self.samples = samples.prefix(Self.longest).map { Float(Self.sixteenBits($0)) / Self.fullScale }
    }

    /// The greatest magnitude.
    package var peak: Float { samples.reduce(0) { max($0, abs($1)) } }

    /// The same sound with another peak.
    package func scaled(toPeak wanted: Float) -> ClickSound {
        let peak = peak
        return peak > 0 ? ClickSound(samples.lazy.map { $0 * (wanted / peak) }) : self
    }

    static func sixteenBits(_ sample: Float) -> Int16 {
        let value = (sample * fullScale).rounded()
        return value.isNaN ? 0 : Int16(min(max(value, -fullScale), fullScale - 1))
    }
}
