/// Noise that rises in pitch and level, and then stops.
struct Riser: Voice {
    let length: Double
    private var noise = Noise(seed: 99)
    private var filter = Filter(hertz: 300, resonance: 1.6)
    private let bottom: Double
    private let octaves: Double

    init(seconds: Double, from bottom: Double = 350, octaves: Double = 4) {
        length = seconds
        self.bottom = bottom
        self.octaves = octaves
    }

    mutating func next(_ time: Eight) -> Eight {
        let share = (time / Float(length)).limited
        filter.tune(Float(bottom * Powers.two(octaves * Double(share[0]))))
        return filter.band(noise.next()) * share * share * ((Float(length) - time) * 40).limited
    }
}
