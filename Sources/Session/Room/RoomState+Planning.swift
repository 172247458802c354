import Music

/// What plays next without a command, and when.
extension RoomState {
    /// Most tracks to advance through at once, after which the music stops: weeks of music.
    private static let mostSteps = 20_000

    /// The room at a moment: tracks that have ended are followed by the next ones.
    package func advanced(to now: ServerTime) -> RoomState {
        var state = self
        var steps = 0
        while let until = state.nextChange, until <= now, let next = state.following(state.program, at: until) {
            steps += 1
            guard steps < Self.mostSteps else {
                if let timeline = state.timeline { state.program.run?.timeline = timeline.paused(at: until) }
                break
            }
            // The end of a repeated part is none of the track.
            if case .queue(let run?) = state.program, run.loopAhead == nil { state.note(run, at: until) }
            state.program = next
            state.settle()
        }
        guard let timeline = state.timeline, steps > 0 else { return self }
        state.generation = timeline.generation
        // However often the room is looked at in between.
        state.revision += steps
        return state
    }

    /// The current course and those that follow it by themselves and begin no later than `moment`.
    package func courses(through moment: ServerTime, atMost most: Int = Generation.mostAnnounced + 1) -> [Course] {
        var last = program
        guard let first = course(of: last) else { return [] }
        var courses = [first]
        while let until = courses[courses.count - 1].until, until <= moment, courses.count < most,
            let next = following(last, at: until), let course = course(of: next)
        {
            last = next
            courses.append(course)
        }
        return courses
    }

    /// Pauses at the end of the last track, or at one that cannot be played and that nothing follows.
    package var hasEnded: Bool {
        guard let run = queueRun, !run.wishedRate.isRunning, let index = queue.index(of: run.entry) else { return false }
        let entry = queue.entries[index]
        let isLast = queue.playable(from: index, step: 1, wraps: false) == nil
        if entry.trouble != nil { return run.isNoted && isLast }
        guard let end = entry.queued.end(skippingSilence: settings.skipsSilence) else { return false }
        return run.timeline.anchor >= end && isLast
    }

    /// The next moment at which the room changes by itself.
    package var nextChange: ServerTime? { end(of: program) }
}
