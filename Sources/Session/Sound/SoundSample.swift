package import Music

/// The sample format of rooms' sound: stereo, 48,000 a second, counted from the start of a track.
package enum SoundSample {
    package static let perSecond = 48_000
    /// Interleaved.
    package static let channels = 2

    /// The moment of a sample, rounded to a microsecond, without accumulating errors.
    package static func time(of index: Int) -> MediaTime {
        // A sample lasts 125 / 6 µs; adding half before the truncating division rounds to nearest.
        MediaTime(microseconds: floor(125 * Int64(index) + 3, by: 6))
    }

    /// The first sample at or after `time`; negative before the track.
    package static func first(from time: MediaTime) -> Int {
        Int(-floor(3 - 6 * time.microseconds, by: 125))
    }

    private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
