package import Music

/// The due times of spectrum frames at a frame rate.
///
/// Frame k belongs to the position k / rate seconds, rounded to a microsecond, and is due when the timeline reaches it.
package enum FrameSchedule {
    /// The frames of a track that are due on a course after one moment and up to another; empty while paused.
    ///
    /// However a span of time is split, each frame is returned exactly once.
    package static func frames(
        _ rate: Int, on course: Course, duration: MediaTime, after: ServerTime, through: ServerTime
    ) -> Range<Int> {
        let positions = course.positions(within: .zero..<max(.zero, duration), after: after, through: through)
        return index(atOrAfter: positions.lowerBound, rate)..<index(atOrAfter: positions.upperBound, rate)
    }

    /// The frames before `frame` within `back`, or to the start of the track: the past with which a stream begins.
    package static func before(_ frame: Int, _ rate: Int, back: MediaTime) -> Range<Int> {
        max(0, min(frame, index(atOrAfter: SpectrumFrame.time(of: frame, rate: rate) - back, rate)))..<frame
    }

    /// When the first frame after a moment is due; nil if there is none.
    package static func nextFrame(_ rate: Int, on course: Course, duration: MediaTime, after: ServerTime) -> ServerTime? {
        let frames = frames(rate, on: course, duration: duration, after: after, through: .endless)
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
        guard let start = timeline.due(of: range.lowerBound), let end = timeline.due(of: range.upperBound) else { return none }
        let over = min(end, until ?? end)
        // The arguments may be the greatest time, to which nothing can be added.
        guard after < over, through >= start else { return none }
        let first = max(start, from, ServerTime(microseconds: after.microseconds + 1))
        let last = through < over ? ServerTime(microseconds: through.microseconds + 1) : over
        return first < last ? timeline.position(at: first)..<timeline.position(at: last) : none
    }
}

extension ServerTime {
    fileprivate static let endless = ServerTime(microseconds: .max)
}
