/// A low-pass, high-pass and band-pass filter (trapezoidal state-variable filter, after Simper 2013).
struct Filter {
    private let damping: Double
    private let a1: Double
    private let a2: Double
    private let a3: Double
    private var one = 0.0
    private var two = 0.0

    /// - Parameter resonance: 0.7 is none, 5 whistles.
    init(hertz: Double, resonance: Double = 0.707) {
        damping = 1 / resonance
        let angle = hertz / Double(ClickSound.perSecond) / 2
        let g = Waveform.sine(angle) / Waveform.cosine(angle)
        a1 = 1 / (1 + g * (g + damping))
        a2 = g * a1
        a3 = g * a2
    }

    mutating func low(_ input: Double) -> Double { run(input).low }

    mutating func high(_ input: Double) -> Double {
        let (low, band) = run(input)
        return input - damping * band - low
    }

    mutating func band(_ input: Double) -> Double { run(input).band * damping }

    private mutating func run(_ input: Double) -> (low: Double, band: Double) {
        let rest = input - two
        let band = a1 * one + a2 * rest
        let low = two + a2 * one + a3 * rest
        (one, two) = (2 * band - one, 2 * low - two)
        return (low, band)
    }
}
