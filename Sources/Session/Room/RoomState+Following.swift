package import Music

/// How a room shows what somebody plays elsewhere, in place of its own music.
///
/// The queue and the history are the room's own: what is followed is in neither, and when the following ends the room stands where it
/// stood before.
extension RoomState {
    /// A smaller difference of the position is no reason to send everything again: of reports, of taps, and of what is shown
    /// without beats.
    private static let (reportStep, tapStep, roughStep) = (
        MediaTime(seconds: 0.01), MediaTime(seconds: 0.0005), MediaTime(seconds: 0.25)
    )

    /// What plays without anything of it being shown, since its place in time is not known.
    package var vaguePiece: Piece? { playing?.isVague == true ? playing?.timeline.piece : nil }

    mutating func obey(_ command: FollowCommand, at now: ServerTime) throws(Refusal) {
        switch command {
        case .start(let target): follow(target, at: now)
        case .stop: endFollowing(at: now)
        case .tap(let moment, let grid):
            guard following != nil else { throw .followsNobody }
            try following?.tap(at: moment, grid)
        case .shift(let step):
            guard following != nil else { throw .followsNobody }
            try following?.shift(by: step)
        case .see(let sighting, let grid): following?.see(sighting, grid)
        case .silent(let reason): following?.trouble = reason
        }
        showFollowed(at: now)
    }

    private mutating func follow(_ target: Following.Target, at now: ServerTime) {
        guard following?.target != target else { return }
        if isMetronome { closeMetronome(at: now) }
        if let following {
            self.following = Following(target, aside: following.aside)
        } else {
            if let playing { note(playing, at: now) }
            following = Following(
                target, aside: playing.map { Metronome.Aside(entry: $0.entry, position: $0.timeline.position(at: now)) })
        }
        playNothing()
    }

    /// Lets the room stand where it stood before it followed somebody.
    mutating func endFollowing(at now: ServerTime) {
        guard let following else { return }
        self.following = nil
        comeBack(to: following.aside, at: now)
    }

    /// What is refused while somebody else decides what plays.
    func checkNotFollowing() throws(Refusal) {
        if let following { throw .follows(following.target.user) }
    }

    private mutating func playNothing() {
        generation = (playing?.timeline.generation ?? generation).changed
        playing = nil
        loop = nil
    }

    /// Has the room show what is known of the song that is followed now.
    mutating func showFollowed(at now: ServerTime) {
        guard let following else { return }
        guard let queued = following.song?.piece, let known = following.position(at: now) else {
            if playing != nil { playNothing() }
            return
        }
        let end = queued.duration ?? known
        let position = max(.zero, min(known, end))
        let stands = !following.isPlaying || queued.duration.map { known >= $0 } == true
        let rate: Timeline.Rate = stands ? .still : .playing
        if let playing, playing.timeline.piece == queued.piece, playing.timeline.rate == rate,
            playing.isVague != following.isExact,
            playing.timeline.position(at: now).distance(to: position) <= step(following)
        {
            return
        }
        let timeline = Timeline(
            queued.piece, generation: (playing?.timeline.generation ?? generation).changed, anchor: position, anchorTime: now,
            rate: rate)
        playing = Playing(timeline: timeline, entry: Self.noEntry, from: now, earliestEnd: now, isVague: !following.isExact)
        loop = nil
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
