package import Music

/// The due times of spectrum frames at a frame rate.
///
/// Frame k shows the moment k / rate seconds into the track, to the nearest microsecond, and is due when the timeline says so.
package enum FrameSchedule {
    /// The frames of a track that are due on a course after one moment and up to another; empty while paused.
    ///
    /// However time is split, each frame comes exactly once.
    package static func frames(
        _ rate: Int, on course: Course, duration: MediaTime, after: ServerTime, through: ServerTime
    ) -> Range<Int> {
        let positions = course.positions(within: .zero..<max(.zero, duration), after: after, through: through)
        return index(atOrAfter: positions.lowerBound, rate)..<index(atOrAfter: positions.upperBound, rate)
    }

    /// The frames of the time just before one, as far back as the track goes: what a stream begins with that shows what was.
    package static func before(_ frame: Int, _ rate: Int, back: MediaTime) -> Range<Int> {
        max(0, min(frame, index(atOrAfter: SpectrumFrame.time(of: frame, rate: rate) - back, rate)))..<frame
    }

    /// When the first frame is due that comes after a moment; nil where none does.
    package static func nextFrame(_ rate: Int, on course: Course, duration: MediaTime, after: ServerTime) -> ServerTime? {
        let frames = frames(rate, on: course, duration: duration, after: after, through: .endless)
        return frames.isEmpty ? nil : course.timeline.due(of: SpectrumFrame.time(of: frames.lowerBound, rate: rate))
    }

    /// The first frame that shows a position or a later one.
    private static func index(atOrAfter position: MediaTime, _ rate: Int) -> Int {
        // `SpectrumFrame.time` the other way round, rounded up: whole numbers, or a frame could come twice or never.
        Int((position.microseconds * Int64(rate) - Int64(rate / 2) + 999_999) / 1_000_000)
    }
}

/// Which beats of a track are due when.
package enum BeatSchedule {
    /// The beats of a grid that are due on a course after one moment and through another; none while the music stands still.
    ///
    /// However time is split, each beat comes exactly once. Takes time logarithmic in the number of beats.
    package static func beats(of grid: BeatGrid, on course: Course, after: ServerTime, through: ServerTime) -> Range<Int> {
        guard let first = grid.beats.first, let last = grid.beats.last else { return 0..<0 }
        let all = first.time..<last.time + MediaTime(microseconds: 1)
        let positions = course.positions(within: all, after: after, through: through)
        return grid.index(atOrAfter: positions.lowerBound)..<grid.index(atOrAfter: positions.upperBound)
    }

    /// When the first beat is due that comes after a moment; nil where none does.
    package static func nextBeat(of grid: BeatGrid, on course: Course, after: ServerTime) -> ServerTime? {
        let beats = beats(of: grid, on: course, after: after, through: .endless)
        return beats.isEmpty ? nil : course.timeline.due(of: grid.beats[beats.lowerBound].time)
    }
}

extension Course {
    /// What part of a range of positions is due on this course after one moment and through another.
    fileprivate func positions(within range: Range<MediaTime>, after: ServerTime, through: ServerTime) -> Range<MediaTime> {
        let none = range.lowerBound..<range.lowerBound
        guard let start = timeline.due(of: range.lowerBound), let end = timeline.due(of: range.upperBound) else { return none }
        let over = min(end, until ?? end)
        // Whoever asks for all time asks with moments that nothing can be added to.
        guard after < over, through >= start else { return none }
        let first = max(start, from, ServerTime(microseconds: after.microseconds + 1))
        let last = through < over ? ServerTime(microseconds: through.microseconds + 1) : over
        return first < last ? timeline.position(at: first)..<timeline.position(at: last) : none
    }
}

extension ServerTime {
    fileprivate static let endless = ServerTime(microseconds: .max)
}
