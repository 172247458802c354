import Glibc

/// Random numbers that the same seed gives again (SplitMix64).
package struct Chance: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Above `low`, at most `high`.
    package mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double((next() >> 11) + 1) / 9_007_199_254_740_992
    }

    package mutating func exponential(_ mean: Double) -> Double { -mean * log(uniform(0, 1)) }

    /// Of mean 0 and variance 1 (Box and Muller).
    package mutating func normal() -> Double { sqrt(-2 * log(uniform(0, 1))) * cos(2 * .pi * uniform(0, 1)) }
}
