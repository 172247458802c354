/// The sound of a struck body: sines that die away, each at its own rate.
struct Modes {
    /// One sine.
    struct Mode {
        var hertz: Double
        var level: Double
        /// Seconds in which it falls to 1/e.
        var ring: Double
        /// Where in its turn it begins; at 0.25 it begins at its peak.
        var phase = 0.25
    }

    /// A rotating pointer, whose height is the sample, and its change from one sample to the next.
    private struct Pointer {
        var across: Double
        var up: Double
        let stepAcross: Double
        let stepUp: Double
    }

    private var pointers: [Pointer]

    init(_ modes: [Mode]) {
        let rate = Double(ClickSound.perSecond)
        // Beyond 20 kHz nobody hears it, and beyond half the sample rate it would be another tone.
        pointers = modes.filter { $0.hertz < 20_000 }.map { mode in
            let fall = Waveform.fall(seconds: mode.ring)
            return Pointer(
                across: mode.level * Waveform.cosine(mode.phase), up: mode.level * Waveform.sine(mode.phase),
                stepAcross: fall * Waveform.cosine(mode.hertz / rate), stepUp: fall * Waveform.sine(mode.hertz / rate))
        }
    }

    /// A body of a pitch; the others are given by their ratio to it, their level, and their ring as a share of its own.
    init(_ hertz: Double, ring: Double, _ others: [(ratio: Double, level: Double, share: Double)] = [], phase: Double = 0.25) {
        self.init(
            [Mode(hertz: hertz, level: 1, ring: ring, phase: phase)]
                + others.map { Mode(hertz: hertz * $0.ratio, level: $0.level, ring: ring * $0.share, phase: phase) })
    }

    /// A square wave of a pitch, made of its partials: there is nothing beyond 16 kHz.
    init(square hertz: Double, ring: Double) {
        self.init(
            stride(from: 1, to: 16_000 / hertz, by: 2).map { Mode(hertz: hertz * $0, level: 1 / $0, ring: ring, phase: 0.125) })
    }

    mutating func next() -> Double {
        var sum = 0.0
        for index in pointers.indices {
            let pointer = pointers[index]
            sum += pointer.up
            pointers[index].across = pointer.across * pointer.stepAcross - pointer.up * pointer.stepUp
            pointers[index].up = pointer.across * pointer.stepUp + pointer.up * pointer.stepAcross
        }
        return sum
    }
}
