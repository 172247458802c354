/// A moment or a stretch of a track's time line, in whole microseconds from its first real sample.
package struct MediaTime: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package static let zero = MediaTime(microseconds: 0)

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The microsecond nearest to `seconds`, which must be finite.
    package init(seconds: Double) {
        microseconds = Int64((seconds * 1_000_000).rounded())
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
