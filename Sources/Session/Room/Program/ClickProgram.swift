package import Music

/// Clicks of a metronome, running or standing still, and how they will change.
struct ClickRun: Hashable, Sendable, Codable {
    /// A change of the clicks, at a moment known in advance.
    struct Change: Hashable, Sendable, Codable {
        let train: ClickTrain
        let at: ServerTime
    }

    var run: Run
    let train: ClickTrain
    /// In order.
    var changes: [Change] = []

    init(_ train: ClickTrain, _ timeline: Timeline, from: ServerTime) {
        (self.train, run) = (train, Run(timeline, from: from))
    }

    /// When the clicks change, by themselves or by a person; nil if they go on.
    var end: ServerTime? {
        guard run.timeline.rate.isRunning else { return nil }
        let step = train.next.flatMap { run.timeline.due(of: train.time(ofPulse: $0.pulse)) }
        return [step, changes.first?.at].compactMap(\.self).min()
    }

    /// What the clicks become then.
    func following(at until: ServerTime) -> ClickRun? {
        guard run.timeline.rate.isRunning else { return nil }
        let change = changes.first.flatMap { $0.at <= until ? $0 : nil }
        guard let next = change?.train ?? train.next?.train else { return nil }
        var following = ClickRun(next, run.timeline.followed(by: .click(next), at: until), from: until)
        following.changes = Array(changes.dropFirst(change == nil ? 0 : 1))
        return following
    }

    /// What clicks at a later moment.
    func advanced(to moment: ServerTime) -> ClickRun {
        var last = self
        while let until = last.end, until <= moment, let next = last.following(at: until) { last = next }
        return last
    }
}

/// How the metronome takes the place of the music, and how its changes are heard at the next pulse.
extension RoomState {
    /// How long a start or a change is announced before it is heard: screens must hear of it, and hand sound to their device.
    private static let notice = MediaTime(seconds: 0.15)

    private var clickRun: ClickRun? {
        if case .click(let run) = program { run } else { nil }
    }

    /// What the metronome plays at the time the state was advanced to; nil while the room plays something else.
    package var runningTrain: ClickTrain? { clickRun?.train }

    mutating func apply(_ command: MetronomeCommand, at now: ServerTime) throws(Refusal) {
        switch command {
        case .start(let change):
            try alter(change, at: now)
            startClick(at: now)
        case .stop: if clickRun != nil { stopClick(at: now) }
        case .toggle: if clickRun != nil && isPlaying { stopClick(at: now) } else { startClick(at: now) }
        case .close: if clickRun != nil { comeBack(at: now) }
        case .set(let change): try alter(change, at: now)
        case .nudge(let tenths):
            var change = MetronomeChange()
            let tempo = clickRun.map { ($0.changes.last?.train ?? $0.train).rhythm.tempo } ?? metronome.rhythm.tempo
            change.rhythm.bpm = ClickTempo(tenths: tempo.tenths + tenths).beatsPerMinute
            try alter(change, at: now)
        case .over(let change): metronome.over.apply(change)
        case .song(let song, let rhythm, let kit, let list, let starts):
            take(song, rhythm, kit, list)
            if starts || clickRun != nil && isPlaying { startClick(at: now) }
        }
        // A click that stands still shows what would be started.
        if clickRun != nil && !isPlaying { restClick(at: now) }
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
        guard isPlaying, (before.rhythm, before.kit) != (metronome.rhythm, metronome.kit) || change.rhythm.bpm != nil
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
        putAside(at: now)
        placeClick(at: now.later(Self.notice), rate: .playing)
    }

    mutating func stopClick(at now: ServerTime) { placeClick(at: now, rate: .still) }

    /// Shows the rhythm as it is set.
    private mutating func restClick(at now: ServerTime) {
        guard runningTrain != ClickTrain(metronome.rhythm, kit: metronome.kit) else { return }
        placeClick(at: now, rate: .still)
    }

    private mutating func placeClick(at start: ServerTime, rate: Timeline.Rate) {
        let train = ClickTrain(metronome.rhythm, kit: metronome.kit)
        let timeline = Timeline(.click(train), generation: nextGeneration, anchor: .zero, anchorTime: start, rate: rate)
        program = .click(ClickRun(train, timeline, from: start))
    }

    /// Changes what runs, with the first pulse after the notice.
    private mutating func changeClick(setsTempo: Bool, at now: ServerTime) {
        guard let running = clickRun else { return }
        let heard = max(now.later(Self.notice), running.run.from)
        var changed = running
        // What screens were told of the time until then stays.
        changed.changes.removeAll { $0.at > heard }
        let last = changed.advanced(to: heard)
        let timeline = last.run.timeline
        var (train, pulse) = (last.train, last.train.pulse(atOrAfter: timeline.position(at: heard)))
        guard let at = timeline.due(of: train.time(ofPulse: pulse)) else { return }
        if let next = train.next, next.pulse == pulse { (train, pulse) = (next.train, 0) }
        var rhythm = metronome.rhythm
        // A tempo that has risen by itself, or is about to be heard, is kept unless a person sets another.
        if !setsTempo { rhythm.tempo = running.advanced(to: at).train.rhythm.tempo }
        changed.changes.append(ClickRun.Change(train: train.changed(to: rhythm, kit: metronome.kit, at: pulse), at: at))
        program = .click(changed)
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
