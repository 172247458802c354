import Music

/// Soft mallets on wooden bars, for long practice: the bars of a marimba ring at their pitch and two octaves above it.
enum SoftMallet {
    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: bar(1_046.5, ring: 0.05, peak: 0.64), .normal: bar(784, ring: 0.045, peak: 0.53),
            .soft: bar(587.33, ring: 0.03, mallet: 0.08, peak: 0.32),
            .alternate: bar(698.46, ring: 0.015, mallet: 0.08, peak: 0.39),
            .second: bar(1_396.9, ring: 0.045, overtone: 0.5, peak: 0.46),
        ]
    }

    private static func bar(
        _ hertz: Double, ring: Double, mallet: Double = 0.2, overtone: Double = 0.25, peak: Double
    ) -> ClickSound {
        var bar = Modes(hertz, ring: ring, [(3.93, overtone, 0.25), (9.2, overtone * 0.3, 0.1)])
        var felt = Noise(seed: 12, level: mallet, ring: 0.003)
        var dull = Filter(hertz: 1_800)
        return ClickSound(seconds: min(0.25, ring * 5.5), rise: 0.001_2, peak: peak) { bar.next() + dull.low(felt.next()) }
    }
}
