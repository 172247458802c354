internal import Glibc

/// A level that rises towards larger values and falls towards smaller ones, each at its own pace.
package struct PeakFollower: Sendable {
    /// The level now.
    package private(set) var level: Float
    private let rise: Float
    private let fall: Float

    /// After one `attack` or `release` (seconds; 0 is at once) a step is covered to 1 - 1/e. `rate` is values a second.
    package init(attack: Double, release: Double, rate: Double, level: Float = 0) {
        self.level = level
        rise = Self.share(of: attack, rate: rate)
        fall = Self.share(of: release, rate: rate)
    }

    /// Takes one value and tells the level after it.
    @discardableResult
    package mutating func follow(_ value: Float) -> Float {
        level += (value - level) * (value > level ? rise : fall)
        return level
    }

    /// The part of a step that one value covers.
    private static func share(of time: Double, rate: Double) -> Float {
        time > 0 ? Float(-expm1(-1 / (time * rate))) : 1
    }
}
