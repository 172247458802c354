/// A snare drum: two tones for the skin and noise for the wires.
struct Snare: Voice {
    let length: Double
    private var drop = Fall(seconds: 0.012)
    private var skin: Fall
    private var wires: Fall
    private var noise: Noise
    private var bright: Filter
    private let pitch: Float
    private let rattle: Float
    private let end: Float

    /// - Parameter number: the number of the stroke; it seeds the noise, so that no two strokes are alike.
    init(number: Int, hertz: Double = 185, ring: Double = 0.09, rattle: Float = 0.8) {
        pitch = Float(hertz)
        self.rattle = rattle
        skin = Fall(seconds: ring * 0.6)
        wires = Fall(seconds: ring)
        noise = Noise(seed: 38 + number)
        bright = Filter(hertz: 1_700)
        length = min(0.5, ring * 4.5)
        end = Float(length)
    }

    mutating func next(_ time: Eight) -> Eight {
        let bend = pitch * 0.012 * (1 - drop.next())
        let low = (pitch * time + bend).sine
        let high = (1.78 * (pitch * time + bend)).sine
        let tone = (0.6 * low + 0.3 * high) * skin.next()
        let hiss = bright.high(noise.next()) * wires.next() * rattle
        return (1.3 * (tone + hiss)).saturated * (time * 2_500).limited * ((end - time) * 15).limited
    }
}
