import Music

/// A recording of the queue, playing or paused.
struct QueueRun: Hashable, Sendable, Codable {
    var run: Run
    let entry: Int
    var fade: Course.Fade?
    /// Whether it stands still only until more of its score is known.
    var isBuffering = false
    /// Whether clicks count in when it goes on.
    var countsIn = false
    /// Whether it is in the history already, since it was played to its end, or stopped there by itself.
    var isNoted = false
    /// The part of it that is repeated; it ends with the track, with a seek out of it, and with a restart of the server.
    var loop: Loop?

    init(_ run: Run, entry: Int) {
        (self.run, self.entry) = (run, entry)
    }

    var timeline: Timeline { run.timeline }

    /// The rate that people have chosen: still playing while it buffers.
    var wishedRate: Timeline.Rate { isBuffering ? .playing : timeline.rate }

    /// Takes another timeline of the same recording.
    mutating func change(_ timeline: Timeline) {
        guard timeline != run.timeline else { return }
        // After a pause or a seek the fading track is gone.
        if !timeline.rate.isRunning || timeline.anchorTime != run.timeline.anchorTime { fade = nil }
        run.change(timeline)
    }
}

/// How commands change what plays of the queue.
extension RoomState {
    /// Further into a track than this, "previous" restarts it.
    private static let restartAfter = MediaTime(seconds: 3)

    /// What plays of the queue; nil if none of it does.
    var queueRun: QueueRun? {
        if case .queue(let run) = program { run } else { nil }
    }

    /// Changes what plays of the queue.
    private mutating func change(_ body: (inout QueueRun) -> Void) throws(Refusal) {
        guard var run = queueRun else { throw .nothingPlays }
        body(&run)
        program = .queue(run)
    }

    /// Pauses; music that is buffering stays paused.
    mutating func pauseQueue(at now: ServerTime) throws(Refusal) {
        try change { run in
            run.change(run.isBuffering ? run.timeline.renewed() : run.timeline.paused(at: now))
            (run.isBuffering, run.countsIn) = (false, false)
        }
    }

    mutating func resumeQueue(at now: ServerTime) throws(Refusal) {
        guard let run = queueRun else {
            guard let first = queue.entries.first(where: { $0.trouble == nil }) else { throw .noTracks }
            return begin(first, at: now)
        }
        guard !run.wishedRate.isRunning else { return }
        queue.retry(run.entry)
        // At the end of its track, music continues with the next one; after the last, with the first.
        if let entry = queue.entry(run.entry), let end = entry.queued.end(skippingSilence: settings.skipsSilence),
            run.timeline.position(at: now) >= end
        {
            let index = queue.index(of: run.entry) ?? 0
            return begin(queue.playable(from: index, step: 1, wraps: true, beyondWithout: comesOnce) ?? entry, at: now)
        }
        try change { run in
            run.change(run.timeline.resumed(at: now))
            run.isNoted = false
        }
    }

    mutating func seek(to position: MediaTime, at now: ServerTime) throws(Refusal) {
        try checkQueue()
        guard let entry = queueRun.flatMap({ queue.entry($0.entry) }) else { throw .nothingPlays }
        let end = entry.queued.end(skippingSilence: settings.skipsSilence) ?? position
        try change { run in
            run.change(run.timeline.sought(to: max(.zero, min(position, end)), at: now))
            run.countsIn = false
        }
    }

    /// Skips to the next track, and stays paused if it was paused.
    mutating func skip(at now: ServerTime) throws(Refusal) {
        try checkQueue()
        guests.forgetVotes()
        guard let run = queueRun, let index = queue.index(of: run.entry) else { throw .nothingPlays }
        if let next = queue.playable(from: index, step: 1, wraps: settings.repeating == .all, beyondWithout: comesOnce) {
            return begin(next, at: now, rate: run.wishedRate)
        }
        let end = queue.entries[index].queued.end(skippingSilence: settings.skipsSilence)
        try change { run in
            let timeline = run.timeline
            run.change(timeline.sought(to: end ?? timeline.position(at: now), at: now).paused(at: now))
            run.isBuffering = false
        }
    }

    mutating func goBack(at now: ServerTime) throws(Refusal) {
        try checkQueue()
        guard let run = queueRun, let index = queue.index(of: run.entry) else { throw .nothingPlays }
        let entry = queue.entries[index]
        let passed = run.timeline.position(at: now) - entry.queued.start(skippingSilence: settings.skipsSilence)
        let previous = queue.playable(from: index, step: -1, wraps: settings.repeating == .all, beyondWithout: comesOnce)
        begin(passed > Self.restartAfter ? entry : previous ?? entry, at: now, rate: run.wishedRate)
    }

    mutating func play(_ pieces: [QueuedPiece], _ start: Int, _ position: MediaTime, at now: ServerTime) throws(Refusal) {
        guard pieces.count <= RoomQueue.mostEntries else { throw .queueFull }
        guard pieces.indices.contains(start) else { throw .noTracks }
        // While its entry is still known.
        if let queueRun { note(queueRun, at: now) }
        let asked = (openParty?.requests ?? []).compactMap { queue.entry($0.entry) }
        guard let number = queue.replace(with: pieces, start: start), let entry = queue.entry(number) else { throw .noTracks }
        queue.putBack(asked)
        begin(entry, at: now)
        if position > .zero { try seek(to: position, at: now) }
    }

    mutating func play(entry number: Int, at now: ServerTime) throws(Refusal) {
        guard let entry = queue.entry(number) else { throw .noEntry(number) }
        queue.retry(number)
        begin(entry, at: now)
    }

    mutating func add(_ pieces: [QueuedPiece], isNext: Bool) throws(Refusal) {
        guard !pieces.isEmpty else { throw .noTracks }
        guard queue.entries.count + pieces.count <= RoomQueue.mostEntries else { throw .queueFull }
        if isNext, let currentEntry { queue.insert(pieces, after: currentEntry) } else { queue.append(pieces) }
    }

    mutating func remove(_ numbers: [Int], isUndoable: Bool, at now: ServerTime) throws(Refusal) {
        for number in numbers where queue.index(of: number) == nil { throw .noEntry(number) }
        let gone = Set(numbers)
        // A request is gone for good.
        let asked = gone.intersection(openParty?.requests.map(\.entry) ?? [])
        if !asked.isEmpty {
            queue.remove(asked)
            guard asked != gone else { return }
            return try remove(numbers.filter { !asked.contains($0) }, isUndoable: isUndoable, at: now)
        }
        let run = queueRun.flatMap { gone.contains($0.entry) ? $0 : nil }
        let index = run.flatMap { queue.index(of: $0.entry) }
        // Playback continues with the first remaining entry after it.
        let next = index.flatMap { queue.entries[$0...].first { !gone.contains($0.number) && $0.trouble == nil } }
        let stop =
            next != nil
            ? nil
            : run.map { QueueRemoval.Stop(entry: $0.entry, position: $0.timeline.position(at: now), rate: $0.wishedRate) }
        if isUndoable {
            queue.remove(gone, revision: revision + 1, stop: stop, at: now)
        } else {
            queue.remove(gone)
        }
        guard let run else { return }
        if let next { return begin(next, at: now, rate: run.wishedRate) }
        note(run, at: now)
        generation = run.timeline.generation.changed
        program = .queue(nil)
    }

    /// Puts back what was removed. If the removal stopped the music and nothing plays since, it goes on where it was.
    mutating func undo(through revision: Int?, at now: ServerTime) throws(Refusal) {
        guard let removal = queue.removal(through: revision, at: now) else { throw .nothingToUndo }
        guard queue.entries.count + removal.entries.count <= RoomQueue.mostEntries else { throw .queueFull }
        queue.restore(removal)
        guard program == .queue(nil), let stop = removal.stop, let entry = queue.entry(stop.entry) else { return }
        begin(entry, at: now, rate: stop.rate)
        try seek(to: stop.position, at: now)
    }

    mutating func passOver(_ piece: Piece, _ reason: String, at now: ServerTime) {
        queue.passOver(piece, reason)
        guard var run = queueRun, run.timeline.piece == piece, let index = queue.index(of: run.entry) else { return }
        if let next = queue.playable(from: index, step: 1, wraps: settings.repeating != .off, beyondWithout: comesOnce) {
            begin(next, at: now, rate: run.wishedRate)
        } else if run.wishedRate.isRunning {
            note(run, at: now)
            run.run.timeline = run.isBuffering ? run.timeline.renewed() : run.timeline.paused(at: now)
            (run.isBuffering, run.isNoted) = (false, true)
            run.fade = nil
            program = .queue(run)
        }
    }

    /// Too little of the score is known: waits at a position.
    mutating func wait(at position: MediaTime, now: ServerTime) throws(Refusal) {
        guard queueRun?.timeline.rate.isRunning == true else { return }
        try change { run in
            run.change(run.timeline.sought(to: position, at: now).paused(at: now))
            run.isBuffering = true
        }
    }

    /// Goes on after it, from a position before its start if clicks count in.
    mutating func goOn(from start: MediaTime?, at now: ServerTime) throws(Refusal) {
        guard isBuffering else { return }
        try change { run in
            let counting = start.map { run.timeline.sought(to: $0, at: now) }
            run.change((counting ?? run.timeline).resumed(at: now))
            (run.isBuffering, run.countsIn) = (false, false)
        }
    }

    /// Plays an entry of the queue, whatever the room played.
    private mutating func begin(_ entry: RoomQueue.Entry, at now: ServerTime, rate: Timeline.Rate = .playing) {
        if let queueRun, queueRun.entry != entry.number { note(queueRun, at: now) }
        let start = entry.queued.start(skippingSilence: settings.skipsSilence)
        // A count-in is in the tempo of the track, whose beats must be known first.
        let countsIn = rate.isRunning && metronome.over.countIn > 0
        let timeline = Timeline(
            entry.queued.piece, generation: nextGeneration, anchor: start, anchorTime: now, rate: countsIn ? .still : rate)
        var run = QueueRun(Run(timeline, from: now), entry: entry.number)
        (run.isBuffering, run.countsIn) = (countsIn, countsIn)
        program = .queue(run)
        aside = nil
    }
}

/// What follows in the queue by itself, and when.
extension RoomState {
    /// Least duration of a track, or a queue of empty tracks would be an endless loop.
    static let shortest = MediaTime(seconds: 0.1)

    /// When a track ends by itself; nil while it stands still, and if its length is unknown.
    func end(of run: QueueRun) -> ServerTime? {
        if let loop = run.loopAhead { return run.timeline.due(of: loop.to).map { max($0, run.run.earliestEnd) } }
        guard let last = lastMoment(of: run) else { return nil }
        let together = next(after: run).map { overlap(run, $0) } ?? .zero
        let earliest = max(run.run.earliestEnd, run.run.from.later(Self.shortest))
        return max(last.earlier(together), earliest)
    }

    /// What plays afterwards: the next track or, after the last, the paused end of that one.
    func following(_ run: QueueRun, at until: ServerTime) -> QueueRun? {
        let timeline = run.timeline
        guard timeline.rate.isRunning else { return nil }
        if let loop = run.loopAhead {
            var again = QueueRun(
                Run(timeline.followed(by: timeline.piece, from: loop.from, at: until), from: until), entry: run.entry)
            again.loop = loop
            return again
        }
        guard let entry = next(after: run) else {
            var end = QueueRun(Run(timeline.ended(at: until), from: until), entry: run.entry)
            end.isNoted = true
            return end
        }
        let start = entry.queued.start(skippingSilence: settings.skipsSilence)
        let follows = timeline.followed(by: entry.queued.piece, from: start, at: until)
        var next = QueueRun(Run(follows, from: until), entry: entry.number)
        if let last = lastMoment(of: run), last > until, settings.crossfade > 0 {
            next.fade = Course.Fade(timeline: timeline, until: last)
        }
        return next
    }

    /// What follows an entry by itself: the same entry if one track repeats.
    private func next(after run: QueueRun) -> RoomQueue.Entry? {
        guard let index = queue.index(of: run.entry) else { return nil }
        if isLastSong(endingAt: lastMoment(of: run)) { return nil }
        if settings.repeating == .one, queue.entries[index].trouble == nil, !hasRequest(from: index) { return queue.entries[index] }
        return queue.playable(from: index, step: 1, wraps: settings.repeating == .all, beyondWithout: comesOnce)
    }

    /// When the track's last moment is due.
    private func lastMoment(of run: QueueRun) -> ServerTime? {
        let end = queue.entry(run.entry)?.queued.end(skippingSilence: settings.skipsSilence)
        return end.flatMap { run.timeline.due(of: $0) }
    }

    /// The crossfade of two tracks: at most half of either, so that no track is in two overlaps at once.
    private func overlap(_ run: QueueRun, _ next: RoomQueue.Entry) -> MediaTime {
        guard settings.crossfade > 0, let entry = queue.entry(run.entry), let first = length(of: entry),
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
