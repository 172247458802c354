import Glibc
import Music

/// Seeded random numbers of the usual distributions.
package struct Chance: Sendable {
    private var numbers: SplitMix

    package init(seed: UInt64) {
        numbers = SplitMix(seed: seed)
    }

    /// Above `low`, at most `high`.
    package mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double((numbers.next() >> 11) + 1) / 9_007_199_254_740_992
    }

    package mutating func exponential(_ mean: Double) -> Double { -mean * log(uniform(0, 1)) }

    /// Normally distributed with mean 0 and variance 1 (Box and Muller).
    package mutating func normal() -> Double { sqrt(-2 * log(uniform(0, 1))) * cos(2 * .pi * uniform(0, 1)) }
}
