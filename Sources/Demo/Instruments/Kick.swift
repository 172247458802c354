/// A bass drum: a saturated sine that falls in pitch, and the click of the beater.
struct Kick: Voice {
    let length: Double
    private let pitch: Float
    private let depth: Float
    private var drop: Fall
    private var body: Fall
    private var click: Fall
    private var noise: Noise
    private let clickLevel: Float
    private let end: Float

    /// - Parameters:
    ///   - hertz: the final pitch.
    ///   - ring: seconds in which the body falls to 1/e.
    ///   - click: how hard the beater is.
    init(hertz: Double = 47, ring: Double = 0.13, click clickLevel: Float = 0.25) {
        let dropTime = 0.022
        pitch = Float(hertz)
        depth = Float(4.6 * hertz * dropTime)
        drop = Fall(seconds: dropTime)
        body = Fall(seconds: ring)
        click = Fall(seconds: 0.003)
        noise = Noise(seed: 36)
        self.clickLevel = clickLevel
        length = min(0.55, ring * 4)
        end = Float(length)
    }

    mutating func next(_ time: Eight) -> Eight {
        let turns = pitch * time + depth * (1 - drop.next())
        let tone = (turns.sine * 1.7).saturated * body.next()
        let beater = noise.next() * click.next() * clickLevel
        return (tone + beater) * (time * 2_000).limited * ((end - time) * 12).limited
    }
}
