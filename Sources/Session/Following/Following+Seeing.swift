import Music

/// How a room learns from a server what is played, and since when.
extension Following {
    /// A report this much later than those before may have been held up on its way.
    private static let hurry = MediaTime(seconds: 0.25)
    /// So many of them in a row are believed.
    private static let believed = 3
    /// A span is replaced by one that is narrower by a tenth or a second: each change is told to all screens, and kept.
    private static let (gain, secondsOfGain) = (0.9, 1.0)
    /// Tapped beats this far from where the song can be are of another part of it. Nearer ones a person may have shifted on purpose.
    private static let astray = MediaTime(seconds: 5)
    /// A song that a server lists anew this long before its end may have begun again.
    private static let ending = MediaTime(seconds: 10)

    /// Takes what the server said. `grid` are the beats of the song, if they are known.
    mutating func see(_ sighting: Sighting, _ grid: BeatGrid?) {
        trouble = nil
        guard let playing = sighting.playing else { return lose(sighting) }
        if playing.song.id == song?.id, let known = song {
            // What its analysis told stays.
            if let piece = playing.song.piece, piece.piece != known.piece?.piece { song = playing.song }
            if let report = playing.report { take(report, sighting) } else { narrow(sighting, grid) }
        } else {
            begin(playing, sighting)
        }
    }

    private mutating func begin(_ playing: PlayingElsewhere, _ sighting: Sighting) {
        song = playing.song
        forgetTaps()
        pin = nil
        late = 0
        settle(sighting.span(isNew: true), playing.report)
    }

    private mutating func settle(_ span: ClosedRange<ServerTime>, _ report: PlayingElsewhere.Report?) {
        self.span = span
        isReported = report != nil
        standsAt = report.flatMap { $0.isPlaying ? nil : $0.position }
        rate = report?.rate ?? 1
    }

    /// Nothing is played any more, as far as the server knows. Without reports it forgets a song after some minutes.
    private mutating func lose(_ sighting: Sighting) {
        guard song != nil else { return }
        if !isReported, let span, let duration = song?.piece?.duration, sighting.answered < span.upperBound.later(duration) {
            return
        }
        song = nil
        span = nil
        pin = nil
        standsAt = nil
        forgetTaps()
    }

    /// Takes a report of the song that is known.
    private mutating func take(_ report: PlayingElsewhere.Report, _ sighting: Sighting) {
        let told = sighting.span(isNew: false)
        let stands = report.isPlaying ? nil : report.position
        // Standing still, it says the same again and again.
        if stands != nil, stands == standsAt, isReported { return }
        guard isReported, stands == nil, standsAt == nil, rate == report.rate, let span else {
            late = 0
            return settle(told, report)
        }
        if span.overlaps(told) {
            late = 0
            self.span = Self.narrower(span, told)
        } else if told.lowerBound > span.upperBound, told.lowerBound.since(span.upperBound) < Self.hurry, late + 1 < Self.believed {
            late += 1
        } else {
            late = 0
            self.span = told
        }
    }

    /// Takes how long ago the song that is known began.
    private mutating func narrow(_ sighting: Sighting, _ grid: BeatGrid?) {
        let told = sighting.span(isNew: false)
        guard let span, !isReported else { return settle(told, nil) }
        if span.overlaps(told) {
            self.span = Self.narrower(span, told)
            if let grid { movePin(grid, at: sighting.answered) }
        } else if told.lowerBound > span.upperBound, pin == nil || isEnding(at: sighting.answered), let playing = sighting.playing {
            // It is played once more. In the middle of a song that was tapped an app may only have said again that it plays.
            begin(playing, sighting)
        }
    }

    private func isEnding(at now: ServerTime) -> Bool {
        guard let position = position(at: now), let duration = song?.piece?.duration else { return true }
        return position >= duration - Self.ending
    }

    private static func narrower(_ span: ClosedRange<ServerTime>, _ told: ClosedRange<ServerTime>) -> ClosedRange<ServerTime> {
        let both = span.clamped(to: told)
        let (length, before) = (both.length.seconds, span.length.seconds)
        return length < gain * before || length <= before - secondsOfGain ? both : span
    }

    /// Moves tapped beats by whole beats to where the song is, if that turns out to be elsewhere.
    private mutating func movePin(_ grid: BeatGrid, at now: ServerTime) {
        guard let pin, let span, pin < span.lowerBound.earlier(Self.astray) || pin > span.upperBound.later(Self.astray) else {
            return
        }
        let nearest = now.since(span.middle)
        guard let tapped = grid.phase(at: now.since(pin)), let phase = grid.phase(at: nearest) else { return }
        let ahead = tapped.fraction - phase.fraction
        let wrapped = ahead - ahead.rounded()
        self.pin = now.earlier(nearest + MediaTime(seconds: wrapped * 60 / phase.tempo))
    }

    mutating func forgetTaps() {
        taps = []
        tapError = nil
    }
}
