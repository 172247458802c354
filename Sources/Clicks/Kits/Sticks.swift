import Music

/// Two drum sticks struck together: dry wood with many high modes. The second voice is a stick on a rim.
enum Sticks {
    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: sticks(2_640, ring: 0.012, peak: 0.72), .normal: sticks(2_060, ring: 0.010, peak: 0.58),
            .soft: sticks(1_640, ring: 0.007, hit: 0.3, peak: 0.37), .alternate: sticks(1_840, ring: 0.004, hit: 1, peak: 0.41),
            .second: rim(peak: 0.48),
        ]
    }

    private static func sticks(_ hertz: Double, ring: Double, hit: Double = 0.7, peak: Double) -> ClickSound {
        var wood = Modes(hertz, ring: ring, [(1.37, 0.8, 0.8), (2.09, 0.6, 0.6), (2.93, 0.4, 0.45), (0.52, 0.35, 0.9)])
        var noise = Noise(seed: 31, level: hit, ring: 0.002_2)
        var bright = Filter(hertz: 2_800)
        return ClickSound(seconds: ring * 7, rise: 0.000_1, peak: peak) {
            Waveform.saturated(1.1 * (wood.next() + bright.high(noise.next())))
        }
    }

    private static func rim(peak: Double) -> ClickSound {
        var shell = Modes(905, ring: 0.016, [(1.9, 1.1, 0.9), (0.46, 0.4, 1.4)])
        var noise = Noise(seed: 37, level: 0.5, ring: 0.004)
        return ClickSound(seconds: 0.11, rise: 0.000_1, peak: peak) { Waveform.saturated(shell.next() + noise.next()) }
    }
}
