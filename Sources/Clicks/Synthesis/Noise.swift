import Music

/// White noise that dies away; the same seed gives the same noise.
struct Noise {
    private var numbers: SplitMix
    private var level: Double
    private let fall: Double
    private var isFirst = true

    /// - Parameter ring: seconds in which it falls to 1/e.
    init(seed: UInt64, level: Double = 1, ring: Double) {
        numbers = SplitMix(seed: seed)
        self.level = level
        fall = Waveform.fall(seconds: ring)
    }

    mutating func next() -> Double {
        defer { level *= fall }
        // It begins with a peak, so that nobody waits for the noise to become loud.
        if isFirst {
            isFirst = false
            return level
        }
        return level * (Double(numbers.next() >> 11) / 4_503_599_627_370_496 - 1)
    }
}
