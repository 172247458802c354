package import Music

/// How the metronome takes the place of the music, and how its changes are heard at the next pulse.
extension RoomState {
    /// A change of the clicks, at a moment known in advance.
    struct ClickChange: Hashable, Sendable {
        let train: ClickTrain
        let at: ServerTime
    }

    /// The entry of what plays while that is not in the queue.
    package static let noEntry = 0
    /// How long a start or a change is announced before it is heard: screens must hear of it, and hand sound to their device.
    private static let notice = MediaTime(seconds: 0.15)

    /// Whether the metronome is what the room plays.
    package var isMetronome: Bool { playing?.timeline.piece.train != nil }

    /// The entry that plays, or that the metronome or what is followed has put aside.
    package var currentEntry: Int? {
        if let following { return following.aside?.entry }
        return isMetronome ? metronome.aside?.entry : playing?.entry
    }

    /// What the metronome plays at the time the state was advanced to.
    package var runningTrain: ClickTrain? { playing?.timeline.piece.train }

    mutating func obey(_ command: MetronomeCommand, at now: ServerTime) throws(Refusal) {
        switch command {
        case .start(let change):
            try alter(change, at: now)
            startClick(at: now)
        case .stop: if isMetronome { stopClick(at: now) }
        case .toggle: if isMetronome && isPlaying { stopClick(at: now) } else { startClick(at: now) }
        case .close: closeMetronome(at: now)
        case .set(let change): try alter(change, at: now)
        case .nudge(let tenths):
            var change = MetronomeChange()
            let tempo =
                playing.flatMap { $0.changes.last?.train ?? $0.timeline.piece.train }?.rhythm.tempo ?? metronome.rhythm.tempo
            change.rhythm.bpm = ClickTempo(tenths: tempo.tenths + tenths).beatsPerMinute
            try alter(change, at: now)
        case .over(let change): metronome.over.apply(change)
        case .song(let song, let rhythm, let kit, let list, let starts):
            take(song, rhythm, kit, list)
            if starts || isMetronome && isPlaying { startClick(at: now) }
        }
        // A click that stands still shows what would be started.
        if isMetronome && !isPlaying { restClick(at: now) }
    }

    private mutating func alter(_ change: MetronomeChange, at now: ServerTime) throws(Refusal) {
        let before = metronome
        do {
            try metronome.rhythm.apply(change.rhythm)
        } catch {
            throw .badRhythm(error)
        }
        metronome.kit = change.kit ?? metronome.kit
        metronome.volume = change.volume ?? metronome.volume
        guard isMetronome, isPlaying, (before.rhythm, before.kit) != (metronome.rhythm, metronome.kit) || change.rhythm.bpm != nil
        else { return }
        changeClick(setsTempo: change.rhythm.bpm != nil, at: now)
    }

    private mutating func take(_ song: Metronome.Song, _ rhythm: Rhythm, _ kit: String, _ list: Metronome.SetList?) {
        (metronome.rhythm, metronome.kit, metronome.song) = (rhythm, kit, song)
        if let list {
            metronome.list = list
        } else if let walked = metronome.list, let index = walked.place(of: song.id) {
            metronome.list?.index = index
        } else {
            metronome.list = nil
        }
    }

    /// Starts with bar 1, also if it runs.
    mutating func startClick(at now: ServerTime) {
        endFollowing(at: now)
        putMusicAside(at: now)
        placeClick(at: now.later(Self.notice), rate: .playing)
    }

    mutating func stopClick(at now: ServerTime) { placeClick(at: now, rate: .still) }

    /// Shows the rhythm as it is set.
    private mutating func restClick(at now: ServerTime) {
        guard runningTrain != ClickTrain(metronome.rhythm, kit: metronome.kit) else { return }
        placeClick(at: now, rate: .still)
    }

    private mutating func placeClick(at start: ServerTime, rate: Timeline.Rate) {
        let timeline = Timeline(
            .click(ClickTrain(metronome.rhythm, kit: metronome.kit)),
            generation: (playing?.timeline.generation ?? generation).changed, anchor: .zero, anchorTime: start, rate: rate)
        playing = Playing(timeline: timeline, entry: Self.noEntry, from: start, earliestEnd: start)
        loop = nil
    }

    private mutating func putMusicAside(at now: ServerTime) {
        guard let playing, !isMetronome else { return }
        note(playing, at: now)
        metronome.aside = Metronome.Aside(entry: playing.entry, position: playing.timeline.position(at: now))
    }

    mutating func closeMetronome(at now: ServerTime) {
        guard isMetronome else { return }
        comeBack(to: metronome.aside, at: now)
        metronome.aside = nil
    }

    /// Lets the room's own music stand where it was when something else took its place.
    mutating func comeBack(to aside: Metronome.Aside?, at now: ServerTime) {
        let next = (playing?.timeline.generation ?? generation).changed
        guard let aside, let entry = queue.entry(aside.entry) else {
            generation = next
            self.playing = nil
            return
        }
        let timeline = Timeline(
            entry.queued.piece, generation: next, anchor: max(.zero, aside.position), anchorTime: now, rate: .still)
        self.playing = Playing(timeline: timeline, entry: entry.number, from: now, earliestEnd: now)
    }

    /// Changes what runs, with the first pulse after the notice.
    private mutating func changeClick(setsTempo: Bool, at now: ServerTime) {
        guard let playing else { return }
        let heard = max(now.later(Self.notice), playing.from)
        var changed = playing
        // What screens were told of the time until then stays.
        changed.changes.removeAll { $0.at > heard }
        let last = advanced(changed, to: heard)
        guard var train = last.timeline.piece.train else { return }
        var pulse = train.pulse(atOrAfter: last.timeline.position(at: heard))
        guard let at = last.timeline.due(of: train.time(ofPulse: pulse)) else { return }
        if let next = train.next, next.pulse == pulse { (train, pulse) = (next.train, 0) }
        var rhythm = metronome.rhythm
        // A tempo that has risen by itself, or is about to be heard, is kept unless a person sets another.
        if !setsTempo, let coming = advanced(playing, to: at).timeline.piece.train { rhythm.tempo = coming.rhythm.tempo }
        changed.changes.append(ClickChange(train: train.changed(to: rhythm, kit: metronome.kit, at: pulse), at: at))
        self.playing = changed
    }

    /// What clicks at a later moment.
    private func advanced(_ playing: Playing, to moment: ServerTime) -> Playing {
        var last = playing
        while let until = end(of: last), until <= moment, let next = following(last, at: until) { last = next }
        return last
    }

    /// When the clicks change, by themselves or by a person; nil if they go on.
    func clickEnd(of playing: Playing, _ train: ClickTrain) -> ServerTime? {
        guard playing.timeline.rate == .playing else { return nil }
        let step = train.next.flatMap { playing.timeline.due(of: train.time(ofPulse: $0.pulse)) }
        return [step, playing.changes.first?.at].compactMap(\.self).min()
    }

    /// What the clicks become then.
    func clickFollowing(_ playing: Playing, _ train: ClickTrain, at until: ServerTime) -> Playing? {
        let change = playing.changes.first.flatMap { $0.at <= until ? $0 : nil }
        guard let next = change?.train ?? train.next?.train else { return nil }
        let timeline = playing.timeline.followed(by: .click(next), at: until)
        var following = Playing(timeline: timeline, entry: Self.noEntry, from: until, earliestEnd: until)
        following.changes = Array(playing.changes.dropFirst(change == nil ? 0 : 1))
        return following
    }
}

extension Metronome.OverMusic {
    fileprivate mutating func apply(_ change: OverMusicChange) {
        isOn = change.isOn ?? isOn
        rate = change.rate ?? rate
        volume = change.volume ?? volume
        countIn = change.countIn ?? countIn
    }
}
