package import Music

/// A moment of the server's monotonic clock, the one clock that all screens share, in whole microseconds.
package struct ServerTime: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package static func < (left: ServerTime, right: ServerTime) -> Bool { left.microseconds < right.microseconds }

    /// The moment plus a duration.
    package func later(_ stretch: MediaTime) -> ServerTime {
        ServerTime(microseconds: microseconds + stretch.microseconds)
    }

    package func earlier(_ stretch: MediaTime) -> ServerTime {
        ServerTime(microseconds: microseconds - stretch.microseconds)
    }

    /// The time since another moment.
    package func since(_ other: ServerTime) -> MediaTime {
        MediaTime(microseconds: microseconds - other.microseconds)
    }
}
