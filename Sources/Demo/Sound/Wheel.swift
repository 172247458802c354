/// A phase accumulator for oscillators.
struct Wheel {
    /// In turns, 0..<1.
    private(set) var angles: Eight
    /// Turns a sample.
    private(set) var step: Float

    /// - Parameter hertz: below an eighth of the sample rate.
    init(hertz: Double, phase: Double = 0) {
        step = Float(hertz / Stage.rate)
        angles = Eight.places * step + Float(phase)
        angles -= angles.nearest
        angles.replace(with: angles + 1, where: angles .< 0)
    }

    /// The next eight angles.
    @inline(__always)
    mutating func next() -> Eight {
        let angles = self.angles
        advance(by: step * 8)
        return angles
    }

    /// The next eight angles, with the frequency multiplied by a factor near 1 (vibrato).
    @inline(__always)
    mutating func next(bent factor: Float) -> Eight {
        let angles = self.angles
        advance(by: step * 8 * factor)
        return angles
    }

    @inline(__always)
    private mutating func advance(by turns: Float) {
        angles += turns
        angles.replace(with: angles - 1, where: angles .>= 1)
    }
}
