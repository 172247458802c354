/// A plucked synthesizer: bright at first, darker as it rings.
struct Pluck: Voice {
    private var envelope: Envelope
    private var wheel: Wheel
    private var bend: Wheel
    private var bright: Fall
    private let depth: Float

    var length: Double { envelope.length }

    /// - Parameters:
    ///   - ring: seconds in which it falls to 1/e.
    ///   - touch: how hard it is plucked, about 1.
    init(_ pitch: Pitch, ring: Double = 0.22, touch: Float = 1) {
        envelope = Envelope(rise: 0.0015, fall: ring, sustain: 0, held: ring * 4, release: 0.1)
        wheel = Wheel(hertz: pitch.hertz)
        bend = Wheel(hertz: pitch.hertz * 2)
        bright = Fall(seconds: ring * 0.45)
        depth = 0.32 * touch
    }

    mutating func next(_ time: Eight) -> Eight {
        (wheel.next() + bend.next().sine * bright.next() * depth).sine * envelope.next(time)
    }
}
