extension Stage {
    /// A chord of soft strings, each voice on both sides.
    mutating func pad(_ chord: Chord, from start: Double, to end: Double, level: Float, rise: Double = 0.4, release: Double = 0.9) {
        for pitch in chord.voices {
            for side in [-1.0, 1] {
                let voice = Pad(pitch, held: end - start, rise: rise, release: release, side: side)
                play(voice, at: start, level: level, pan: Float(side) * 0.85)
            }
        }
    }

    /// A chord of the electric piano, its voices spread from left to right.
    mutating func keys(_ chord: Chord, at start: Double, held: Double, level: Float, ring: Double = 1.1) {
        for (index, pitch) in chord.voices.enumerated() {
            let place = Float(index) / Float(max(1, chord.voices.count - 1))
            play(Keys(pitch, held: held, touch: level, ring: ring), at: start, level: level, pan: 0.6 * place - 0.3)
        }
    }
}
