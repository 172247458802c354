/// The Reese bass of drum and bass: two detuned sawtooths under a moving filter, above a steady sine.
struct Reese: Voice {
    private var envelope: Envelope
    private var wheel: Wheel
    private var saws: (Saw, Saw)
    private var filter: Filter
    private var wander: Wheel

    var length: Double { envelope.length }

    /// - Parameter wander: how many times a second the filter opens and closes.
    init(_ pitch: Pitch, held: Double, wander: Double) {
        let apart = 1.006
        envelope = Envelope(rise: 0.004, fall: 0.6, sustain: 0.8, held: held, release: 0.07)
        wheel = Wheel(hertz: pitch.hertz)
        saws = (Saw(hertz: pitch.hertz * 2 * apart), Saw(hertz: pitch.hertz * 2 / apart, phase: 0.37))
        filter = Filter(hertz: 500, resonance: 1.4)
        self.wander = Wheel(hertz: wander, phase: 0.75)
    }

    mutating func next(_ time: Eight) -> Eight {
        let open = wander.next().sine[0]
        filter.tune(520 + 330 * open)
        let growl = (1.2 * filter.low(saws.0.next() + saws.1.next())).saturated
        return (0.8 * wheel.next().sine + 0.42 * growl) * envelope.next(time)
    }
}
