/// A synthesizer bass: a sine, and a sawtooth through a filter that opens at the start of each note.
struct Bass: Voice {
    private var envelope: Envelope
    private var wheel: Wheel
    private var saw: Saw
    private var filter: Filter
    private var opening: Fall
    private let cutoff: Float
    private let bite: Float

    var length: Double { envelope.length }

    /// - Parameters:
    ///   - held: seconds until the note is released.
    ///   - cutoff: the filter's resting frequency in hertz.
    ///   - bite: how many hertz the cutoff is higher at the start.
    init(_ pitch: Pitch, held: Double, cutoff: Float = 320, bite: Float = 1_100) {
        envelope = Envelope(rise: 0.003, fall: 0.35, sustain: 0.6, held: held, release: 0.05)
        wheel = Wheel(hertz: pitch.hertz)
        saw = Saw(hertz: pitch.hertz, phase: 0.5)
        filter = Filter(hertz: cutoff, resonance: 1.1)
        opening = Fall(seconds: 0.09)
        self.cutoff = cutoff
        self.bite = bite
    }

    mutating func next(_ time: Eight) -> Eight {
        filter.tune(cutoff + bite * opening.next()[0])
        let tone = 0.75 * wheel.next().sine + 0.5 * filter.low(saw.next())
        return tone.saturated * envelope.next(time)
    }
}
