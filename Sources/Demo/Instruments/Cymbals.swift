/// The cymbals of a drum kit: filtered noise and inharmonic tones.
struct Cymbal: Voice {
    enum Kind { case closedHat, openHat, ride, crash, shaker }

    let length: Double
    private var noise: Noise
    private var bright: Filter
    private var first: Wheel
    private var second: Wheel
    private var hiss: Fall
    private var ping: Fall
    private let metal: Float
    private let attack: Float
    private let end: Float

    /// - Parameter number: the number of the stroke; it seeds the noise, so that no two strokes are alike.
    init(_ kind: Kind, number: Int) {
        let (ring, cut, metal, attack): (Double, Float, Float, Double) =
            switch kind {
            case .closedHat: (0.028, 7_500, 0.25, 0.000_4)
            case .openHat: (0.13, 7_000, 0.25, 0.000_6)
            case .ride: (0.32, 5_200, 0.5, 0.000_5)
            case .crash: (0.75, 3_600, 0.2, 0.001)
            case .shaker: (0.045, 5_500, 0, 0.012)
            }
        self.metal = metal
        self.attack = Float(1 / attack)
        noise = Noise(seed: 42 + number * 7)
        bright = Filter(hertz: cut, resonance: 0.8)
        first = Wheel(hertz: 3_187, phase: Double(number % 5) / 5)
        second = Wheel(hertz: 4_561, phase: Double(number % 3) / 3)
        hiss = Fall(seconds: ring)
        ping = Fall(seconds: ring * 0.7)
        length = min(3, ring * 5 + attack)
        end = Float(length)
    }

    mutating func next(_ time: Eight) -> Eight {
        var sound = bright.high(noise.next()) * hiss.next()
        if metal > 0 {
            let clash = (first.next() + 1.4 * second.next().sine).sine
            sound += clash * ping.next() * metal
        }
        return sound * (time * attack).limited * ((end - time) * 20).limited
    }
}
