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
    /// Set if the room switched to it because it sounded: whether the queue goes on when it ends.
    var resumesQueue: Bool?
}

extension RoomState {
    /// The live source that the room plays; nil while it plays something else.
    package var live: LiveSource? {
        if case .live(let run) = program { run.live.source } else { nil }
    }

    /// Whether the room switched to its live source because that sounded.
    package var isLiveBySound: Bool {
        if case .live(let run) = program { run.resumesQueue != nil } else { false }
    }

    mutating func apply(_ command: LiveCommand, at now: ServerTime) {
        switch command {
        case .start(let live):
            // It plays already, and now because somebody wants it.
            if case .live(var run) = program, run.live == live, isPlaying {
                run.resumesQueue = nil
                program = .live(run)
                return
            }
            putAside(at: now)
            start(live, at: now)
        case .stop: if live != nil { comeBack(at: now) }
        case .switchTo(let live):
            // A click and what somebody follows were chosen as well.
            guard case .queue = program else { return }
            let resumes = isPlaying
            putAside(at: now)
            start(live, resumesQueue: resumes, at: now)
        case .switchBack:
            guard case .live(let run) = program, let resumes = run.resumesQueue else { return }
            comeBack(at: now)
            // An empty queue has nothing to play.
            if resumes, timeline != nil { try? play(at: now) }
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

    mutating func start(_ live: LiveStart, resumesQueue: Bool? = nil, at now: ServerTime) {
        let timeline = Timeline(
            .live(live.source), generation: nextGeneration, anchor: now.since(live.zero), anchorTime: now, rate: .playing)
        program = .live(LiveRun(live: live, run: Run(timeline, from: now), resumesQueue: resumesQueue))
    }
}

/// The commands for live sources.
package enum LiveCommand: Hashable, Sendable, Codable {
    case start(LiveStart)
    /// The queue stands where it stood before.
    case stop
    /// The source that the room switches to sounds.
    case switchTo(LiveStart)
    /// It sounds no more: the queue goes on if it played before.
    case switchBack
}
