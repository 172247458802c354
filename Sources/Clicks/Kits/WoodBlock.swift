import Music

/// Wood blocks of three sizes and a temple block: a hollow body and the knock of the stick.
enum WoodBlock {
    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: block(1_480, ring: 0.026, peak: 0.69), .normal: block(1_109, ring: 0.024, peak: 0.53),
            .soft: block(831, ring: 0.017, knock: 0.15, peak: 0.31), .alternate: block(988, ring: 0.011, knock: 0.6, peak: 0.33),
            .second: block(622, ring: 0.04, knock: 0.2, peak: 0.4),
        ]
    }

    private static func block(_ hertz: Double, ring: Double, knock: Double = 0.35, peak: Double) -> ClickSound {
        var body = Modes(hertz, ring: ring, [(1.012, 0.5, 1.2), (2.43, 0.42, 0.4), (4.31, 0.22, 0.22)])
        var stick = Noise(seed: 76, level: knock, ring: 0.001_6)
        var bright = Filter(hertz: 2_200)
        return ClickSound(seconds: ring * 6.5, peak: peak) {
            Waveform.saturated(0.9 * (body.next() + bright.high(stick.next()) * 1.6))
        }
    }
}
