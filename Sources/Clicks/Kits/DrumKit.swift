import Music

/// A drum kit: bass drum, snare drum on the rim, closed hi-hat, and a tom for the second voice.
enum DrumKit {
    static var sounds: [ClickTick.Voice: ClickSound] {
        [
            .strong: kick(peak: 0.89), .normal: snare(peak: 0.4), .soft: hat(seed: 42, ring: 0.014, peak: 0.62),
            .alternate: hat(seed: 45, ring: 0.009, peak: 0.75), .second: tom(peak: 0.56),
        ]
    }

    /// The bass drum falls from a pitch that small loudspeakers can play, behind a hard beater and under a hi-hat.
    private static func kick(peak: Double) -> ClickSound {
        var pitch = Fall(from: 1, ring: 0.018)
        var body = Fall(from: 1, ring: 0.075)
        var turns = 0.2
        var beater = Modes(2_900, ring: 0.005, [(1.7, 0.6, 0.8), (0.41, 1, 1.6)])
        var (hiss, bright, top) = (Noise(seed: 36, level: 1.3, ring: 0.018), Filter(hertz: 5_000), Filter(hertz: 10_000))
        return ClickSound(seconds: 0.25, rise: 0.000_2, peak: peak) {
            let tone = Waveform.saturated(3.2 * Waveform.sine(turns) * body.next())
            turns += (66 + 290 * pitch.next()) / Double(ClickSound.perSecond)
            return 0.6 * tone + beater.next() + top.low(bright.high(hiss.next()))
        }
    }

    private static func snare(peak: Double) -> ClickSound {
        var skin = Modes(196, ring: 0.045, [(1.72, 0.6, 0.8), (2.4, 0.3, 0.5)])
        var rim = Modes(1_720, ring: 0.006, [(1.63, 0.7, 0.7)])
        var wires = Noise(seed: 38, level: 1.5, ring: 0.038)
        var (bright, top) = (Filter(hertz: 1_500), Filter(hertz: 9_000))
        return ClickSound(seconds: 0.2, rise: 0.000_1, peak: peak) {
            Waveform.saturated(0.8 * skin.next() + 0.8 * rim.next() + top.low(bright.high(wires.next())))
        }
    }

    private static func hat(seed: UInt64, ring: Double, peak: Double) -> ClickSound {
        var hiss = Noise(seed: seed, ring: ring)
        var tones = [340, 504, 612, 866, 1_325].map { Modes(square: $0, ring: ring) }
        var (bright, top) = (Filter(hertz: 6_400, resonance: 0.9), Filter(hertz: 10_500))
        return ClickSound(seconds: ring * 6, rise: 0.000_1, peak: peak) {
            top.low(bright.high(hiss.next() + 0.25 * tones.indices.reduce(0) { $0 + tones[$1].next() }))
        }
    }

    private static func tom(peak: Double) -> ClickSound {
        var pitch = Fall(from: 1, ring: 0.03)
        var body = Fall(from: 1, ring: 0.07)
        var turns = 0.2
        var stick = Modes(2_400, ring: 0.006, [(1.6, 0.7, 0.7), (0.35, 1, 2)])
        return ClickSound(seconds: 0.24, rise: 0.000_2, peak: peak) {
            let tone = Waveform.saturated(2.6 * Waveform.sine(turns) * body.next())
            turns += (165 + 150 * pitch.next()) / Double(ClickSound.perSecond)
            return 0.7 * tone + stick.next()
        }
    }
}
