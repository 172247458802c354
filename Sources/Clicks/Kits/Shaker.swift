import Music

/// A shaker: grains that hit the wall at once and then slide on. The second voice is a tambourine.
enum Shaker {
    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: shaker(6_400, slide: 0.042, peak: 0.63), .normal: shaker(4_900, slide: 0.026, peak: 0.59),
            .soft: shaker(3_700, slide: 0.014, hit: 0.5, peak: 0.42), .alternate: shaker(7_600, slide: 0.009, hit: 0.6, peak: 0.41),
            .second: tambourine(peak: 0.34),
        ]
    }

    private static func shaker(_ hertz: Double, slide: Double, hit: Double = 1, peak: Double) -> ClickSound {
        var grains = Noise(seed: 82, ring: slide)
        var wall = Noise(seed: 83, level: hit, ring: 0.004)
        var (shell, bottom, top) = (Filter(hertz: hertz, resonance: 1.6), Filter(hertz: hertz * 0.5), Filter(hertz: hertz * 1.6))
        return ClickSound(seconds: min(0.24, slide * 5.5), rise: 0.000_2, peak: peak) {
            let noise = top.low(bottom.high(grains.next() + wall.next()))
            return Waveform.saturated(1.4 * (shell.band(noise) + 0.35 * noise))
        }
    }

    private static func tambourine(peak: Double) -> ClickSound {
        var jingles = Modes(5_900, ring: 0.04, [(1.31, 0.9, 1.1), (1.62, 0.8, 0.9), (1.94, 0.7, 0.8), (2.35, 0.5, 0.6)])
        var skin = Modes(310, ring: 0.02)
        var noise = Noise(seed: 54, level: 1.2, ring: 0.022)
        var (bright, top) = (Filter(hertz: 5_200), Filter(hertz: 10_500))
        return ClickSound(seconds: 0.2, rise: 0.000_1, peak: peak) {
            Waveform.saturated(0.5 * jingles.next() + 0.4 * skin.next() + top.low(bright.high(noise.next())))
        }
    }
}
