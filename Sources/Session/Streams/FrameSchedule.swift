package import Music

/// The due times of spectrum frames at a frame rate.
///
/// Frame k belongs to the position k / rate seconds, rounded to a microsecond, and is due when the timeline reaches it: at another
/// speed than 1, frames follow each other faster or slower than the rate says.
package enum FrameSchedule {
    /// The frames of known positions that are due on a course after one moment and up to another; empty while paused.
    ///
    /// However a span of time is split, each frame is returned exactly once.
    package static func frames(
        _ rate: Int, on course: Course, known: Range<MediaTime>, after: ServerTime, through: ServerTime
    ) -> Range<Int> {
        frames(rate, in: course.positions(within: known, after: after, through: through))
    }

    /// The frames whose positions lie in a range.
    static func frames(_ rate: Int, in positions: Range<MediaTime>) -> Range<Int> {
        index(atOrAfter: positions.lowerBound, rate)..<index(atOrAfter: positions.upperBound, rate)
    }

    /// The frames before `frame` within `back`, as far as they are known: the past with which a stream begins.
    package static func before(_ frame: Int, _ rate: Int, back: MediaTime, known: Range<MediaTime>) -> Range<Int> {
        let start = max(known.lowerBound, SpectrumFrame.time(of: frame, rate: rate) - back)
        return min(frame, index(atOrAfter: start, rate))..<frame
    }

    /// When the first frame after a moment is due; nil if there is none.
    package static func nextFrame(_ rate: Int, on course: Course, known: Range<MediaTime>, after: ServerTime) -> ServerTime? {
        let frames = frames(rate, on: course, known: known, after: after, through: .endless)
        return frames.isEmpty ? nil : course.timeline.due(of: SpectrumFrame.time(of: frames.lowerBound, rate: rate))
    }

    /// The first frame at or after a position.
    private static func index(atOrAfter position: MediaTime, _ rate: Int) -> Int {
        // The inverse of `SpectrumFrame.time`, rounded up, in integers: otherwise a frame could come twice or never.
        Int((position.microseconds * Int64(rate) - Int64(rate / 2) + 999_999) / 1_000_000)
    }
}

/// The due times of a track's beats.
package enum BeatSchedule {
    /// The beats of a grid that are due on a course after one moment and up to another; empty while paused.
    ///
    /// However a span of time is split, each beat is returned exactly once. Takes time logarithmic in the number of beats.
    package static func beats(of grid: BeatGrid, on course: Course, after: ServerTime, through: ServerTime) -> Range<Int> {
        guard let first = grid.beats.first, let last = grid.beats.last else { return 0..<0 }
        let all = first.time..<last.time + MediaTime(microseconds: 1)
        let positions = course.positions(within: all, after: after, through: through)
        return grid.index(atOrAfter: positions.lowerBound)..<grid.index(atOrAfter: positions.upperBound)
    }

    /// When the first beat after a moment is due; nil if there is none.
    package static func nextBeat(of grid: BeatGrid, on course: Course, after: ServerTime) -> ServerTime? {
        let beats = beats(of: grid, on: course, after: after, through: .endless)
        return beats.isEmpty ? nil : course.timeline.due(of: grid.beats[beats.lowerBound].time)
    }
}

extension Course {
    /// The part of a range of positions that is due on this course after one moment and up to another.
    func positions(within range: Range<MediaTime>, after: ServerTime, through: ServerTime) -> Range<MediaTime> {
        let none = range.lowerBound..<range.lowerBound
        let one = MediaTime(microseconds: 1)
        guard !range.isEmpty, let start = timeline.due(of: range.lowerBound), let end = timeline.due(of: range.upperBound - one)
        else { return none }
        let over = min(end.later(one), until ?? end.later(one))
        // The arguments may be the greatest time, to which nothing can be added.
        guard after < over, through >= start else { return none }
        let first = max(start, from, ServerTime(microseconds: after.microseconds + 1))
        let last = through < over ? through.later(one) : over
        guard first < last else { return none }
        // At a high speed several positions are due at one moment: those that the moment before has not reached.
        let lower = max(range.lowerBound, timeline.position(at: first.earlier(one)) + one)
        let upper = min(range.upperBound, timeline.position(at: last.earlier(one)) + one)
        return lower < upper ? lower..<upper : none
    }
}

extension ServerTime {
    static let endless = ServerTime(microseconds: .max)
}
