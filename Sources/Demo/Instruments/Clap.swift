/// A clap of several hands, not all at once.
struct Clap: Voice {
    let length = 0.34
    private var noise: Noise
    private var hands: Filter
    private var room = Fall(seconds: 0.075)

    /// - Parameter number: the number of the clap; it seeds the noise, so that no two claps are alike.
    init(number: Int) {
        noise = Noise(seed: 391 + number)
        hands = Filter(hertz: 1_250, resonance: 1.3)
    }

    mutating func next(_ time: Eight) -> Eight {
        // Three early hands 9 ms apart, each a short falling ramp, then all the others.
        let teeth = time * 111
        let tooth = (1 - (teeth - (teeth - 0.5).nearest)).limited
        let early = tooth * tooth * ((0.027 - time) * 4_000).limited
        let late = room.next() * ((time - 0.027) * 4_000).limited
        let shape = (time * 2_500).limited * (0.8 * early + late)
        return hands.band(noise.next()) * 2.4 * shape * ((Float(length) - time) * 12).limited
    }
}
