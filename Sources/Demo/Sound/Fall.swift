/// Exponential decay: 1 at first, 1/e after `seconds`.
struct Fall {
    private var value: Eight
    private let factor: Float

    init(seconds: Double) {
        let sample = Powers.e(-1 / (seconds * Stage.rate))
        value = Eight()
        var level = 1.0
        for lane in 0..<8 {
            value[lane] = Float(level)
            level *= sample
        }
        factor = Float(level)
    }

    @inline(__always)
    mutating func next() -> Eight {
        let value = self.value
        self.value *= factor
        return value
    }
}
