package import Music

/// The samples in which rooms send their sound: stereo, 48,000 a second, counted from a track's first.
package enum SoundSample {
    package static let perSecond = 48_000
    /// Left and right take turns.
    package static let channels = 2

    /// The moment of a sample, to the nearest microsecond: the last of ten hours is as exact as the first.
    package static func time(of index: Int) -> MediaTime {
        // A sample lasts 125 / 6 of a microsecond; half a step more before the division, which drops the rest.
        MediaTime(microseconds: floor(125 * Int64(index) + 3, by: 6))
    }

    /// The first sample whose moment is not before `time`; below zero where that is before the track.
    package static func first(from time: MediaTime) -> Int {
        Int(-floor(3 - 6 * time.microseconds, by: 125))
    }

    private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
