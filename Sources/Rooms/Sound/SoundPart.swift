package import Session

/// A part of a room's sound as it is sent: interleaved left and right.
package struct SoundPart: Equatable, Sendable {
    /// How late it may be and still be useful to somebody, in microseconds.
    static let lateness: Int64 = 50_000

    package let generation: Generation
    /// When the first sample is due.
    package let due: ServerTime
    package let samples: [Int16]
    /// The same without clicks; empty where there is nothing else.
    package let music: [Int16]

    /// Whether it is not too late yet for somebody.
    func isUseful(at now: ServerTime) -> Bool { due.microseconds >= now.microseconds - Self.lateness }
}
