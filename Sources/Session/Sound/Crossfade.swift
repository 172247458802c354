private import Glibc

/// An equal-power crossfade between two tracks.
package struct Crossfade: Hashable, Sendable {
    private let from: ServerTime
    private let length: Double

    /// Nil if nothing fades out when the course begins.
    package init?(_ course: Course) {
        guard let fade = course.fade, fade.until > course.from else { return nil }
        from = course.from
        length = Double(fade.until.microseconds - course.from.microseconds)
    }

    /// The gains of both tracks, `offset` samples after a moment; exactly 0 and 1 at both ends.
    package func factors(at moment: ServerTime, plus offset: Int = 0) -> (rising: Float, falling: Float) {
        let since = Double(moment.microseconds - from.microseconds) + Double(offset) * 1_000_000 / Double(SoundSample.perSecond)
        let part = since / length
        if part <= 0 { return (0, 1) }
        if part >= 1 { return (1, 0) }
        return (Float(sin(part * .pi / 2)), Float(cos(part * .pi / 2)))
    }
}
