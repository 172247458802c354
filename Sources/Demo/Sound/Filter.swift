/// A resonant low-pass, high-pass and band-pass filter (trapezoidal state-variable filter, after Simper 2013).
struct Filter {
    private let damping: Float
    private var a1: Float = 0
    private var a2: Float = 0
    private var a3: Float = 0
    private var state1: Float = 0
    private var state2: Float = 0

    /// - Parameter resonance: 0.7 is none, 5 whistles.
    init(hertz: Float, resonance: Float = 0.707) {
        damping = 1 / resonance
        tune(hertz)
    }

    mutating func tune(_ hertz: Float) {
        let angle = min(hertz / Float(Stage.rate), 0.45) / 2
        // The tangent, as sine over cosine.
        let both = Eight(angle, angle + 0.25, 0, 0, 0, 0, 0, 0).sine
        let g = both[0] / both[1]
        a1 = 1 / (1 + g * (g + damping))
        a2 = g * a1
        a3 = g * a2
    }

    mutating func low(_ input: Eight) -> Eight { run(input).low }

    mutating func high(_ input: Eight) -> Eight {
        let (low, band) = run(input)
        return input - damping * band - low
    }

    mutating func band(_ input: Eight) -> Eight { run(input).band * damping }

    @inline(__always)
    private mutating func run(_ input: Eight) -> (low: Eight, band: Eight) {
        var low = Eight()
        var band = Eight()
        var (one, two) = (state1, state2)
        // Written so that each sample depends on the last state through only one product and two sums.
        let (one1, cross) = (2 * a1 - 1, 2 * a2)
        let (two2, in2) = (1 - 2 * a3, 2 * a3)
        let rest = 1 - a3
        for lane in 0..<8 {
            let sample = input[lane]
            band[lane] = a1 * one + a2 * (sample - two)
            low[lane] = a2 * one + (rest * two + a3 * sample)
            (one, two) = (one1 * one + cross * (sample - two), cross * one + (two2 * two + in2 * sample))
        }
        // Flush denormals, which are slow: the state decays to them after the last note.
        state1 = abs(one) < 1e-15 ? 0 : one
        state2 = abs(two) < 1e-15 ? 0 : two
        return (low, band)
    }
}
