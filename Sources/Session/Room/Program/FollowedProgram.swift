package import Music

/// What somebody plays in an app of a music server, and what of it is shown.
///
/// The queue and the history are the room's own: what is followed is in neither, and when the following ends the room stands where it
/// stood before.
struct FollowedRun: Hashable, Sendable, Codable {
    var following: Following
    /// Nil while nothing that the catalog knows is played there.
    var run: Run?
    /// Whether nothing of it is shown, since its place in time is not known.
    var isVague = false

    init(_ following: Following) {
        self.following = following
    }

    /// When its last moment is due; nil while it stands still, and if its length is unknown.
    var end: ServerTime? {
        guard let run, let last = following.song?.piece?.duration.flatMap({ run.timeline.due(of: $0) }) else { return nil }
        return max(last, run.earliestEnd, run.from.later(RoomState.shortest))
    }

    /// What it is after that: its paused end.
    func following(at until: ServerTime) -> FollowedRun? {
        guard let timeline = run?.timeline, timeline.rate.isRunning else { return nil }
        var end = self
        end.run = Run(timeline.ended(at: until), from: until)
        return end
    }
}

/// How a room shows what somebody plays elsewhere, in place of its own music.
extension RoomState {
    /// A smaller difference of the position is no reason to send everything again: of reports, of taps, and of what is shown
    /// without beats.
    private static let (reportStep, tapStep, roughStep) = (
        MediaTime(seconds: 0.01), MediaTime(seconds: 0.0005), MediaTime(seconds: 0.25)
    )

    /// What the room follows; nil while it plays something of its own.
    package var following: Following? {
        if case .followed(let run) = program { run.following } else { nil }
    }

    /// What plays without anything of it being shown, since its place in time is not known.
    package var vaguePiece: Piece? {
        if case .followed(let run) = program, run.isVague { run.run?.timeline.piece } else { nil }
    }

    mutating func apply(_ command: FollowCommand, at now: ServerTime) throws(Refusal) {
        switch command {
        case .start(let target): follow(target, at: now)
        case .stop: if following != nil { comeBack(at: now) }
        case .tap(let moment, let grid): try changeFollowing { following throws(Refusal) in try following.tap(at: moment, grid) }
        case .shift(let step): try changeFollowing { following throws(Refusal) in try following.shift(by: step) }
        case .see(let sighting, let grid): try? changeFollowing { $0.see(sighting, grid) }
        case .silent(let reason): try? changeFollowing { $0.trouble = reason }
        }
        showFollowed(at: now)
    }

    private mutating func changeFollowing(_ change: (inout Following) throws(Refusal) -> Void) throws(Refusal) {
        guard case .followed(var run) = program else { throw .followsNobody }
        try change(&run.following)
        program = .followed(run)
    }

    /// Updates what is known of the piece that is followed.
    mutating func learnFollowed(_ known: QueuedPiece) { try? changeFollowing { $0.learn(known) } }

    private mutating func follow(_ target: Following.Target, at now: ServerTime) {
        guard following?.target != target else { return }
        putAside(at: now)
        generation = nextGeneration
        program = .followed(FollowedRun(Following(target)))
    }

    /// Has the room show what is known of the song that is followed now.
    mutating func showFollowed(at now: ServerTime) {
        guard case .followed(var shown) = program else { return }
        defer { program = .followed(shown) }
        let following = shown.following
        guard let queued = following.song?.piece, let known = following.position(at: now) else {
            if shown.run != nil { generation = nextGeneration }
            shown.run = nil
            return
        }
        let end = queued.duration ?? known
        let position = max(.zero, min(known, end))
        let stands = !following.isPlaying || queued.duration.map { known >= $0 } == true
        let rate: Timeline.Rate = stands ? .still : .playing
        if let timeline = shown.run?.timeline, timeline.piece == queued.piece, timeline.rate == rate,
            shown.isVague != following.isExact, timeline.position(at: now).distance(to: position) <= step(following)
        {
            return
        }
        let timeline = Timeline(queued.piece, generation: nextGeneration, anchor: position, anchorTime: now, rate: rate)
        (shown.run, shown.isVague) = (Run(timeline, from: now), !following.isExact)
    }

    private func step(_ following: Following) -> MediaTime {
        switch following.accuracy {
        case .none, .rough: Self.roughStep
        case .reported: Self.reportStep
        case .tapped: Self.tapStep
        }
    }
}

extension MediaTime {
    fileprivate func distance(to other: MediaTime) -> MediaTime { max(self, other) - min(self, other) }
}
