import Music

/// Seeded random numbers for a score.
struct Dice {
    private var numbers: SplitMix

    init(seed: UInt64) {
        numbers = SplitMix(seed: seed)
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// At least `low`, less than `high`.
    mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
    }
}
