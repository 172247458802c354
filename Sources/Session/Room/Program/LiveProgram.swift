package import Music

/// A live source, and when it is heard.
package struct LiveStart: Hashable, Sendable, Codable {
    package let source: LiveSource
    /// When its position 0 is heard, or was: later than it was made by what is held back, so that screens know it ahead.
    package let zero: ServerTime

    package init(_ source: LiveSource, zero: ServerTime) {
        (self.source, self.zero) = (source, zero)
    }
}

/// Sound that comes as it is made, playing or paused. It goes on where it is, and not where it was paused.
struct LiveRun: Hashable, Sendable, Codable {
    let live: LiveStart
    var run: Run
}

extension RoomState {
    /// The live source that the room plays; nil while it plays something else.
    package var live: LiveSource? {
        if case .live(let run) = program { run.live.source } else { nil }
    }

    mutating func apply(_ command: LiveCommand, at now: ServerTime) {
        switch command {
        case .start(let live):
            // It plays already.
            if case .live(let run) = program, run.live == live, isPlaying { return }
            putAside(at: now)
            start(live, at: now)
        case .stop: if live != nil { comeBack(at: now) }
        }
    }

    /// The room with another speed of what plays.
    package func paced(_ rate: Timeline.Rate, at now: ServerTime) -> RoomState {
        guard let timeline else { return self }
        var paced = self
        let next = Timeline(
            timeline.piece, generation: timeline.generation.changed, anchor: timeline.position(at: now), anchorTime: now,
            rate: rate)
        paced.program.run?.change(next)
        paced.generation = next.generation
        return paced
    }

    mutating func start(_ live: LiveStart, at now: ServerTime) {
        let timeline = Timeline(
            .live(live.source), generation: nextGeneration, anchor: now.since(live.zero), anchorTime: now, rate: .playing)
        program = .live(LiveRun(live: live, run: Run(timeline, from: now)))
    }
}

/// The commands for live sources.
package enum LiveCommand: Hashable, Sendable, Codable {
    case start(LiveStart)
    /// The queue stands where it stood before.
    case stop
}
