/// A position or a duration in a track, in whole microseconds from its first real sample.
package struct MediaTime: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package static let zero = MediaTime(microseconds: 0)
    /// Bound for times from outside, about 142 years: sums of 2000 such times do not overflow, and `Double` holds them exactly.
    package static let furthest = MediaTime(microseconds: 1 << 52)

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The nearest microsecond to `seconds`, from the program itself or already checked; clamped to `furthest`.
    package init(seconds: Double) {
        let limit = Double(Self.furthest.microseconds)
        let nearest = (seconds * 1_000_000).rounded()
        microseconds = nearest.isNaN ? 0 : Int64(min(max(nearest, -limit), limit))
    }

    /// The nearest microsecond to seconds from outside; nil if they are not finite or beyond `furthest`.
    package init?(checking seconds: Double) {
        guard abs(seconds) <= Self.furthest.seconds else { return nil }
        self.init(seconds: seconds)
    }

    /// Microseconds from outside; nil if beyond `furthest`.
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

/// Whole microseconds. Whatever is out of bounds is refused, since only damaged data has it.
extension MediaTime: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let time = MediaTime(checking: try value.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "a time is out of bounds")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(microseconds)
    }
}
