/// The voice of the tune: two sawtooths through a filter and a sine an octave below, with a vibrato on held notes.
struct Lead: Voice {
    private var envelope: Envelope
    private var saw: Saw
    private var second: Saw
    private var under: Wheel
    private var vibrato: Wheel
    private var filter: Filter
    private var opening: Fall
    private let brightness: Float

    var length: Double { envelope.length }

    /// - Parameter brightness: the filter's resting frequency in hertz.
    init(_ pitch: Pitch, held: Double, brightness: Float = 1_900, rise: Double = 0.012) {
        envelope = Envelope(rise: rise, fall: 0.5, sustain: 0.7, held: held, release: 0.12)
        saw = Saw(hertz: pitch.hertz * 1.0015)
        second = Saw(hertz: pitch.hertz * 0.9985, phase: 0.4)
        under = Wheel(hertz: pitch.hertz / 2)
        vibrato = Wheel(hertz: 5.2)
        filter = Filter(hertz: brightness, resonance: 0.9)
        opening = Fall(seconds: 0.16)
        self.brightness = brightness
    }

    mutating func next(_ time: Eight) -> Eight {
        let late = ((time - 0.25) * 2.5).limited
        let bent = 1 + 0.004 * (vibrato.next().sine * late)[0]
        filter.tune(brightness * (1 + 1.2 * opening.next()[0]))
        let bright = filter.low(saw.next(bent: bent) + second.next(bent: bent))
        return (0.45 * bright + 0.3 * under.next(bent: bent).sine) * envelope.next(time)
    }
}
