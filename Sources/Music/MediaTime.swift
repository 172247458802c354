/// A moment or a stretch of a track's time line, in whole microseconds from its first real sample.
package struct MediaTime: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package static let zero = MediaTime(microseconds: 0)
    /// The bound of times from outside, about 142 years: sums of 2000 such times do not overflow, and a `Double` holds them exactly.
    package static let furthest = MediaTime(microseconds: 1 << 52)

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The microsecond nearest to `seconds`, which the program chose itself or has checked; what lies beyond `furthest` ends there.
    package init(seconds: Double) {
        let limit = Double(Self.furthest.microseconds)
        let nearest = (seconds * 1_000_000).rounded()
        microseconds = nearest.isNaN ? 0 : Int64(min(max(nearest, -limit), limit))
    }

    /// The microsecond nearest to seconds from outside; nil for what is no time, or lies beyond `furthest`.
    package init?(checking seconds: Double) {
        guard abs(seconds) <= Self.furthest.seconds else { return nil }
        self.init(seconds: seconds)
    }

    /// Microseconds from outside; nil for what lies beyond `furthest`.
    package init?(checking microseconds: Int64) {
        guard microseconds.magnitude <= Self.furthest.microseconds.magnitude else { return nil }
        self.microseconds = microseconds
    }

    package var seconds: Double { Double(microseconds) / 1_000_000 }

    package static func < (left: MediaTime, right: MediaTime) -> Bool { left.microseconds < right.microseconds }

    package static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        MediaTime(microseconds: left.microseconds + right.microseconds)
    }

    package static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        MediaTime(microseconds: left.microseconds - right.microseconds)
    }
}
