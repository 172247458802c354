import Music

/// A hi-hat: metal whose square waves fit no chord, under noise, as in old drum machines. Strong is half open; the second voice is
/// the bell of a ride cymbal.
enum HiHat {
    /// The tones of the metal, as ratios to the lowest.
    private static let metal = [1, 1.483, 1.8, 2.546, 2.63, 3.897]

    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: hat(8_600, metal: 318, ring: 0.055, stick: 0.9, peak: 0.57),
            .normal: hat(6_100, metal: 236, ring: 0.027, peak: 0.64),
            .soft: hat(4_400, metal: 180, ring: 0.011, stick: 0.2, peak: 0.48),
            .alternate: hat(8_200, metal: 240, ring: 0.008, stick: 0.1, peak: 0.49), .second: bell(peak: 0.44),
        ]
    }

    private static func hat(_ hertz: Double, metal pitch: Double, ring: Double, stick: Double = 0.5, peak: Double) -> ClickSound {
        var tones = metal.map { Modes(square: $0 * pitch, ring: ring * 1.2) }
        var hiss = Noise(seed: 42, ring: ring)
        var tip = Noise(seed: 44, level: stick, ring: 0.001_5)
        var (first, second) = (Filter(hertz: hertz, resonance: 0.9), Filter(hertz: hertz * 0.62))
        var (tipFilter, top) = (Filter(hertz: 3_400, resonance: 1), Filter(hertz: 10_500))
        return ClickSound(seconds: min(0.24, ring * 5), rise: 0.000_1, peak: peak) {
            let clang = tones.indices.reduce(0) { $0 + tones[$1].next() } * 0.3
            let sizzle = second.high(clang + hiss.next() * 0.8)
            return top.low(Waveform.saturated(1.1 * sizzle + 1.3 * first.band(sizzle) + 1.6 * tipFilter.band(tip.next())))
        }
    }

    private static func bell(peak: Double) -> ClickSound {
        var bell = Modes(3_187, ring: 0.06, [(1.43, 0.7, 0.9), (1.83, 0.5, 0.7), (2.71, 0.35, 0.5), (0.61, 0.4, 0.8)])
        var tip = Noise(seed: 53, level: 0.5, ring: 0.001)
        return ClickSound(seconds: 0.24, rise: 0.000_1, peak: peak) { bell.next() + tip.next() }
    }
}
