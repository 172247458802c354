/// A sawtooth oscillator with less aliasing than a plain one.
struct Saw {
    private var wheel: Wheel

    init(hertz: Double, phase: Double = 0) {
        wheel = Wheel(hertz: hertz, phase: phase)
    }

    mutating func next() -> Eight { shape(wheel.next()) }

    mutating func next(bent factor: Float) -> Eight { shape(wheel.next(bent: factor)) }

    /// The slope of a parabola from sample to sample (Välimäki 2005): the parabola has no jump that could alias.
    @inline(__always)
    private func shape(_ angles: Eight) -> Eight {
        let step = wheel.step
        var before = angles - step
        before.replace(with: before + 1, where: before .< 0)
        let here = 2 * angles - 1
        let there = 2 * before - 1
        return (here * here - there * there) * (0.25 / step)
    }
}
