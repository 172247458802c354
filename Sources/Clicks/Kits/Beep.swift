import Music

/// The beeps of an electronic metronome: a pitch with a few partials, which end as clearly as they begin. Strong, normal and soft are A, D
/// and A below; the second voice is hollow.
enum Beep {
    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: beep(1_760, seconds: 0.06, peak: 0.53), .normal: beep(1_174.66, seconds: 0.05, peak: 0.48),
            .soft: beep(880, seconds: 0.035, peak: 0.32), .alternate: beep(1_318.51, seconds: 0.022, peak: 0.33),
            .second: beep(1_568, seconds: 0.05, partials: [(1, 1), (3, 0.33), (5, 0.2), (7, 0.14)], peak: 0.43),
        ]
    }

    private static func beep(
        _ hertz: Double, seconds: Double, partials: [(Double, Double)] = [(1, 1), (2, 0.3), (3, 0.12)], peak: Double
    ) -> ClickSound {
        var tone = Modes(partials.map { Modes.Mode(hertz: hertz * $0.0, level: $0.1, ring: seconds * 1.6, phase: 0.2) })
        return ClickSound(seconds: seconds, rise: 0.001, peak: peak) { tone.next() }
    }
}
