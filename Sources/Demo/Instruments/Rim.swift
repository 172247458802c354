/// A stick on the rim of a drum: two short tones and noise.
struct Rim: Voice {
    let length = 0.12
    private var knock = Fall(seconds: 0.016)
    private var noise: Noise

    init(number: Int) {
        noise = Noise(seed: 37 + number)
    }

    mutating func next(_ time: Eight) -> Eight {
        let high = (1_720 * time).sine * 0.6
        let low = (905 * time).sine * 0.5
        let wood = high + low + noise.next() * 0.25
        return wood * knock.next() * (time * 3_000).limited * ((Float(length) - time) * 40).limited
    }
}
