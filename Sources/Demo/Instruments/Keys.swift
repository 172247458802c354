/// An electric piano: frequency modulation of one sine by another (Chowning 1973), strongest at the start and for a hard stroke,
/// with a tine above it.
struct Keys: Voice {
    private var envelope: Envelope
    private var carrier: Wheel
    private var hammer: Wheel
    private var tine: Wheel
    private var bright: Fall
    private var ring = Fall(seconds: 0.12)
    private let depth: Float

    var length: Double { envelope.length }

    /// - Parameter touch: how hard the key is struck, about 1.
    init(_ pitch: Pitch, held: Double, touch: Float, ring: Double = 1.1) {
        let hertz = pitch.hertz
        envelope = Envelope(rise: 0.002, fall: ring * 260 / (120 + hertz), sustain: 0, held: held, release: 0.18)
        carrier = Wheel(hertz: hertz)
        hammer = Wheel(hertz: hertz)
        tine = Wheel(hertz: min(hertz * 7, 5_000))
        bright = Fall(seconds: 0.45)
        depth = 0.21 * touch
    }

    mutating func next(_ time: Eight) -> Eight {
        let bend = hammer.next().sine * bright.next() * depth
        let tone = (carrier.next() + bend).sine
        return (tone + tine.next().sine * ring.next() * 0.07 * depth * 5) * envelope.next(time)
    }
}
