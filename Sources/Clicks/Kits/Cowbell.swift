import Music

/// A cowbell: two square waves about a fifth apart, filtered, as in old drum machines. The second voice is a high agogo.
enum Cowbell {
    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: bell(720, ring: 0.05, peak: 0.55), .normal: bell(540, ring: 0.042, peak: 0.44),
            .soft: bell(428, ring: 0.022, strike: 0.4, peak: 0.33), .alternate: bell(600, ring: 0.012, strike: 1.4, peak: 0.26),
            .second: agogo(peak: 0.46),
        ]
    }

    private static func bell(_ hertz: Double, ring: Double, strike: Double = 1, peak: Double) -> ClickSound {
        var (low, high) = (Modes(square: hertz, ring: ring), Modes(square: hertz * 1.481, ring: ring))
        var (hitLow, hitHigh) = (Modes(square: hertz, ring: 0.008), Modes(square: hertz * 1.481, ring: 0.008))
        var filter = Filter(hertz: 800 + 3.4 * hertz, resonance: 0.9)
        var bottom = Filter(hertz: hertz * 0.9)
        return ClickSound(seconds: min(0.25, ring * 5.5), rise: 0.000_1, peak: peak) {
            let body = low.next() + high.next() + strike * (hitLow.next() + hitHigh.next())
            return Waveform.saturated(0.55 * bottom.high(body) * 0.5 + 0.8 * filter.band(body))
        }
    }

    private static func agogo(peak: Double) -> ClickSound {
        var bell = Modes(1_245, ring: 0.05, [(1.494, 0.8, 0.9), (2.71, 0.5, 0.6), (4.12, 0.3, 0.4)])
        var strike = Noise(seed: 67, level: 0.5, ring: 0.001_2)
        return ClickSound(seconds: 0.22, rise: 0.000_1, peak: peak) { bell.next() + strike.next() }
    }
}
