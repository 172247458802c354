/// One side of a soft string sound; the other side is slightly detuned, which makes the sound wide.
struct Pad: Voice {
    private var envelope: Envelope
    private var saws: (Saw, Saw)

    var length: Double { envelope.length }

    /// - Parameter side: -1 for the left, 1 for the right.
    init(_ pitch: Pitch, held: Double, rise: Double = 0.4, release: Double = 0.9, side: Double) {
        envelope = Envelope(rise: rise, fall: 3, sustain: 0.85, held: held, release: release)
        let phase = Double(pitch.key * 7 % 16) / 16
        saws = (
            Saw(hertz: pitch.hertz * (1 + 0.0024 * side), phase: phase),
            Saw(hertz: pitch.hertz * (1 - 0.0031 * side), phase: phase * 0.5 + 0.25 - 0.2 * side)
        )
    }

    mutating func next(_ time: Eight) -> Eight {
        (saws.0.next() + saws.1.next()) * 0.5 * envelope.next(time)
    }
}
