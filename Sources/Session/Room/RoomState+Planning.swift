import Music

/// What plays next without a command, and when.
extension RoomState {
    /// Least duration of a track, or a queue of empty tracks would be an endless loop.
    static let shortest = MediaTime(seconds: 0.1)
    /// Most tracks to advance through at once, after which the music stops: weeks of music.
    private static let mostSteps = 20_000

    /// The room at a moment: tracks that have ended are followed by the next ones.
    package func advanced(to now: ServerTime) -> RoomState {
        var state = self
        var steps = 0
        while let playing = state.playing, let until = state.end(of: playing), until <= now,
            let next = state.following(playing, at: until)
        {
            steps += 1
            guard steps < Self.mostSteps else {
                state.playing?.timeline = playing.timeline.paused(at: until)
                break
            }
            // The end of a repeated part is none of the track.
            if state.loop(of: playing) == nil { state.note(playing, at: until) }
            state.playing = next
        }
        guard let playing = state.playing, steps > 0 else { return self }
        state.generation = playing.timeline.generation
        state.revision += 1
        return state
    }

    /// Pauses at the end of the last track.
    package var hasEnded: Bool {
        guard let playing, playing.timeline.rate == .still, let entry = queue.entry(playing.entry),
            let end = entry.queued.end(skippingSilence: settings.skipsSilence)
        else { return false }
        return playing.timeline.anchor >= end && entry.number == queue.entries.last?.number
    }

    /// The next moment at which the room changes by itself.
    package var nextChange: ServerTime? { playing.flatMap(end) }

    func course(_ playing: Playing) -> Course {
        Course(
            timeline: playing.timeline, entry: playing.entry, from: playing.from, until: end(of: playing), fade: playing.fade,
            isBuffering: playing.isBuffering)
    }

    /// When a track ends by itself; nil while it stands still, and if its length is unknown.
    func end(of playing: Playing) -> ServerTime? {
        if let train = playing.timeline.piece.train { return clickEnd(of: playing, train) }
        if let loop = loop(of: playing) { return playing.timeline.due(of: loop.to).map { max($0, playing.earliestEnd) } }
        guard let last = lastMoment(of: playing) else { return nil }
        let together = next(after: playing).map { overlap(playing, $0) } ?? .zero
        let earliest = max(playing.earliestEnd, playing.from.later(Self.shortest))
        return max(last.earlier(together), earliest)
    }

    /// What plays afterwards: the next track or, after the last, the paused end of that one.
    func following(_ playing: Playing, at until: ServerTime) -> Playing? {
        guard playing.timeline.rate == .playing else { return nil }
        if let train = playing.timeline.piece.train { return clickFollowing(playing, train, at: until) }
        if let loop = loop(of: playing) {
            let timeline = playing.timeline.followed(by: playing.timeline.piece, from: loop.from, at: until)
            return Playing(timeline: timeline, entry: playing.entry, from: until, earliestEnd: until)
        }
        guard let entry = next(after: playing) else {
            let timeline = playing.timeline
            let end = Timeline(
                timeline.piece, generation: timeline.generation.following, anchor: timeline.position(at: until),
                anchorTime: until, rate: .still)
            return Playing(
                timeline: end, entry: playing.entry, from: until, earliestEnd: until, isNoted: true, isVague: playing.isVague)
        }
        let timeline = playing.timeline.followed(
            by: entry.queued.piece, from: entry.queued.start(skippingSilence: settings.skipsSilence), at: until)
        var next = Playing(timeline: timeline, entry: entry.number, from: until, earliestEnd: until)
        if let last = lastMoment(of: playing), last > until, settings.crossfade > 0 {
            next.fade = Course.Fade(timeline: playing.timeline, until: last)
        }
        return next
    }

    /// What follows an entry by itself: the same entry if one track repeats.
    private func next(after playing: Playing) -> RoomQueue.Entry? {
        guard let index = queue.index(of: playing.entry) else { return nil }
        if settings.repeating == .one, queue.entries[index].trouble == nil { return queue.entries[index] }
        return queue.playable(from: index, step: 1, wraps: settings.repeating == .all)
    }

    /// When the track's last moment is due.
    private func lastMoment(of playing: Playing) -> ServerTime? {
        guard let entry = queue.entry(playing.entry) else {
            return following?.song?.piece?.duration.flatMap { playing.timeline.due(of: $0) }
        }
        return entry.queued.end(skippingSilence: settings.skipsSilence).flatMap { playing.timeline.due(of: $0) }
    }

    /// The crossfade of two tracks: at most half of either, so that no track is in two overlaps at once.
    private func overlap(_ playing: Playing, _ next: RoomQueue.Entry) -> MediaTime {
        guard settings.crossfade > 0, let entry = queue.entry(playing.entry), let first = length(of: entry),
            let second = length(of: next)
        else { return .zero }
        let shorter = min(first, second)
        return min(MediaTime(seconds: settings.crossfade), MediaTime(microseconds: max(0, shorter.microseconds / 2)))
    }

    private func length(of entry: RoomQueue.Entry) -> MediaTime? {
        entry.queued.end(skippingSilence: settings.skipsSilence).map {
            $0 - entry.queued.start(skippingSilence: settings.skipsSilence)
        }
    }
}
