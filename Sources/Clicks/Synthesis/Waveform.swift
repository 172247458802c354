/// Arithmetic of waves with sums and products alone, so that every machine makes the same samples: C libraries differ in the last digit.
enum Waveform {
    /// The sine of so many turns.
    static func sine(_ turns: Double) -> Double {
        let turn = turns - turns.rounded()
        let quarter = turn > 0.25 ? 0.5 - turn : turn < -0.25 ? -0.5 - turn : turn
        let x = 2 * .pi * quarter
        let s = x * x
        // The Taylor series; its error is below 10⁻⁹.
        return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156))))))
    }

    static func cosine(_ turns: Double) -> Double { sine(turns + 0.25) }

    /// The factor of each sample of a sound that falls to 1/e in so many seconds.
    static func fall(seconds: Double) -> Double {
        let x = 1 / (seconds * Double(ClickSound.perSecond))
        return 1 - x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4)))
    }

    /// Compresses like an overdriven amplifier: smoothly up to 1, which 3 and all beyond reach.
    static func saturated(_ x: Double) -> Double {
        let x = min(max(x, -3), 3)
        return x * (27 + x * x) / (27 + 9 * x * x)
    }
}
