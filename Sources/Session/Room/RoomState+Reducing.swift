import Music

/// How commands change a room.
extension RoomState {
    /// Further into a track than this, "previous" restarts it.
    private static let restartAfter = MediaTime(seconds: 3)

    /// The room after a command at a moment; throws if the command is refused.
    package func after(_ command: RoomCommand, at now: ServerTime) throws(Refusal) -> RoomState {
        let before = advanced(to: now)
        var after = before
        try after.obey(command, at: now)
        after.dropLoop(at: now)
        guard after != before else { return before }
        after.revision = before.revision + 1
        if let playing = after.playing, let end = after.end(of: playing), end < now { after.playing?.earliestEnd = now }
        after.renewIfAnnounced(since: before, at: now)
        if let playing = after.playing { after.generation = playing.timeline.generation }
        return after
    }

    private mutating func obey(_ command: RoomCommand, at now: ServerTime) throws(Refusal) {
        switch command {
        case .follow(let command): try obey(command, at: now)
        case .play, .pause, .toggle, .next, .previous, .seek, .loop: try checkNotFollowing()
        case .playPieces, .playEntry: endFollowing(at: now)
        default: break
        }
        switch command {
        case .follow: break
        case .play where isMetronome: if !isPlaying { startClick(at: now) }
        case .pause where isMetronome: if isPlaying { stopClick(at: now) }
        case .toggle where isMetronome: try obey(MetronomeCommand.toggle, at: now)
        case .metronome(let command): try obey(command, at: now)
        case .play: try resume(at: now)
        case .pause: try pause(at: now)
        case .toggle: if isPlaying { try pause(at: now) } else { try resume(at: now) }
        case .next: try skip(at: now)
        case .previous: try goBack(at: now)
        case .seek(let position): try seek(to: position, at: now)
        case .loop(let from, let to): try repeatPart(from: from, to: to, at: now)
        case .endLoop: loop = nil
        case .playPieces(let pieces, let start, let position): try play(pieces, start, position, at: now)
        case .playEntry(let number):
            guard let entry = queue.entry(number) else { throw .noEntry(number) }
            queue.retry(number)
            begin(entry, at: now)
        case .add(let pieces, let isNext): try add(pieces, isNext: isNext)
        case .move(let number, let index):
            guard queue.index(of: number) != nil else { throw .noEntry(number) }
            queue.move(number, to: index)
        case .remove(let numbers, let isUndoable): try remove(numbers, isUndoable: isUndoable, at: now)
        case .clear(let keepsPlaying):
            let kept = keepsPlaying ? currentEntry : nil
            try remove(queue.entries.map(\.number).filter { $0 != kept }, isUndoable: true, at: now)
        case .undo(let revision): try undo(through: revision, at: now)
        case .shuffle(let isOn): if isOn != queue.isShuffled { queue.shuffle(isOn, first: currentEntry) }
        case .repeating(let mode): settings.repeating = mode
        case .set(let change): settings.apply(change)
        case .look(let change): try alterLook(change)
        case .remember(let client, let name, let offset):
            remember(client) { memory in
                if let name { memory.name = name }
                if let offset { memory.offset = offset }
            }
        case .place(let client, let place): if place != nil || memories[client] != nil { remember(client) { $0.place = place } }
        case .steer(let clients, let change): for client in clients { try steer(client, change) }
        case .forget(let client): forget(client)
        case .setGroup(let name, let clients): try setGroup(name, clients)
        case .renameGroup(let name, let new): try renameGroup(name, to: new)
        case .removeGroup(let name): try removeGroup(name)
        case .clearWall(let kept): for client in memoryOrder where !kept.contains(client) { memories[client]?.place = nil }
        case .learned(let known):
            queue.learn(known)
            following?.learn(known)
        case .unplayable(let piece, let reason): passOver(piece, reason, at: now)
        case .wait(let position):
            guard playing?.timeline.rate == .playing else { return }
            try change { $0.sought(to: position, at: now).paused(at: now) }
            playing?.isBuffering = true
        case .goOn(let start):
            guard isBuffering else { return }
            try change { timeline in
                let counting = start.map { timeline.sought(to: $0, at: now) }
                return (counting ?? timeline).resumed(at: now)
            }
            playing?.isBuffering = false
            playing?.countsIn = false
        case .regrid(let piece):
            // What follows may have been sent already, with its old beats.
            if courses(through: now.later(Self.horizon)).contains(where: { $0.timeline.piece == piece }) {
                try change { $0.renewed() }
            }
        }
    }

    private mutating func change(_ next: (Timeline) -> Timeline) throws(Refusal) {
        guard var playing else { throw .nothingPlays }
        let timeline = next(playing.timeline)
        guard timeline != playing.timeline else { return }
        // After a pause or a seek the fading track is gone.
        if timeline.rate == .still || timeline.anchorTime != playing.timeline.anchorTime { playing.fade = nil }
        playing.timeline = timeline
        playing.from = max(playing.from, timeline.anchorTime)
        self.playing = playing
    }

    /// Pauses; music that is buffering stays paused.
    private mutating func pause(at now: ServerTime) throws(Refusal) {
        let waits = isBuffering
        try change { waits ? $0.renewed() : $0.paused(at: now) }
        playing?.isBuffering = false
        playing?.countsIn = false
    }

    private mutating func resume(at now: ServerTime) throws(Refusal) {
        guard let playing else {
            guard let first = queue.entries.first(where: { $0.trouble == nil }) else { throw .noTracks }
            return begin(first, at: now)
        }
        guard playing.wishedRate == .still else { return }
        queue.retry(playing.entry)
        // At the end of its track, music continues with the next one; after the last, with the first.
        if let entry = queue.entry(playing.entry), let end = entry.queued.end(skippingSilence: settings.skipsSilence),
            playing.timeline.position(at: now) >= end
        {
            let index = queue.index(of: playing.entry) ?? 0
            return begin(queue.playable(from: index, step: 1, wraps: true) ?? entry, at: now)
        }
        try change { $0.resumed(at: now) }
    }

    mutating func seek(to position: MediaTime, at now: ServerTime) throws(Refusal) {
        guard let playing, let entry = queue.entry(playing.entry) else { throw .nothingPlays }
        let end = entry.queued.end(skippingSilence: settings.skipsSilence) ?? position
        try change { $0.sought(to: max(.zero, min(position, end)), at: now) }
        self.playing?.countsIn = false
    }

    /// Skips to the next track, and stays paused if it was paused.
    private mutating func skip(at now: ServerTime) throws(Refusal) {
        guard let playing, let index = queue.index(of: playing.entry) else { throw .nothingPlays }
        if let next = queue.playable(from: index, step: 1, wraps: settings.repeating == .all) {
            begin(next, at: now, rate: playing.wishedRate)
        } else {
            let end = queue.entries[index].queued.end(skippingSilence: settings.skipsSilence)
            try change { $0.sought(to: end ?? $0.position(at: now), at: now).paused(at: now) }
            self.playing?.isBuffering = false
        }
    }

    private mutating func goBack(at now: ServerTime) throws(Refusal) {
        guard let playing, let index = queue.index(of: playing.entry) else { throw .nothingPlays }
        let entry = queue.entries[index]
        let passed = playing.timeline.position(at: now) - entry.queued.start(skippingSilence: settings.skipsSilence)
        let previous = queue.playable(from: index, step: -1, wraps: settings.repeating == .all)
        begin(passed > Self.restartAfter ? entry : previous ?? entry, at: now, rate: playing.wishedRate)
    }

    private mutating func play(
        _ pieces: [QueuedPiece], _ start: Int, _ position: MediaTime, at now: ServerTime
    ) throws(Refusal) {
        guard pieces.count <= RoomQueue.mostEntries else { throw .queueFull }
        guard pieces.indices.contains(start) else { throw .noTracks }
        // While its entry is still known.
        if let playing { note(playing, at: now) }
        guard let number = queue.replace(with: pieces, start: start), let entry = queue.entry(number) else { throw .noTracks }
        begin(entry, at: now)
        if position > .zero { try seek(to: position, at: now) }
    }

    private mutating func add(_ pieces: [QueuedPiece], isNext: Bool) throws(Refusal) {
        guard !pieces.isEmpty else { throw .noTracks }
        guard queue.entries.count + pieces.count <= RoomQueue.mostEntries else { throw .queueFull }
        if isNext, let currentEntry { queue.insert(pieces, after: currentEntry) } else { queue.append(pieces) }
    }

    private mutating func remove(_ numbers: [Int], isUndoable: Bool, at now: ServerTime) throws(Refusal) {
        for number in numbers where queue.index(of: number) == nil { throw .noEntry(number) }
        let gone = Set(numbers)
        let index = playing.flatMap { gone.contains($0.entry) ? queue.index(of: $0.entry) : nil }
        // Playback continues with the first remaining entry after it.
        let next = index.flatMap { queue.entries[$0...].first { !gone.contains($0.number) && $0.trouble == nil } }
        let stop =
            index == nil || next != nil
            ? nil
            : playing.map {
                QueueRemoval.Stop(entry: $0.entry, position: $0.timeline.position(at: now), rate: $0.wishedRate)
            }
        if isUndoable {
            queue.remove(gone, revision: revision + 1, stop: stop, at: now)
        } else {
            queue.remove(gone)
        }
        guard index != nil, let playing else { return }
        if let next { return begin(next, at: now, rate: playing.wishedRate) }
        note(playing, at: now)
        generation = playing.timeline.generation.changed
        self.playing = nil
    }

    /// Puts back what was removed. If the removal stopped the music and nothing plays since, it goes on where it was.
    private mutating func undo(through revision: Int?, at now: ServerTime) throws(Refusal) {
        guard let removal = queue.removal(through: revision, at: now) else { throw .nothingToUndo }
        guard queue.entries.count + removal.entries.count <= RoomQueue.mostEntries else { throw .queueFull }
        queue.restore(removal)
        guard playing == nil, following == nil, let stop = removal.stop, let entry = queue.entry(stop.entry) else { return }
        begin(entry, at: now, rate: stop.rate)
        try seek(to: stop.position, at: now)
    }

    mutating func passOver(_ piece: Piece, _ reason: String, at now: ServerTime) {
        queue.passOver(piece, reason)
        guard let playing, playing.timeline.piece == piece, let index = queue.index(of: playing.entry) else { return }
        if let next = queue.playable(from: index, step: 1, wraps: settings.repeating != .off) {
            begin(next, at: now, rate: playing.wishedRate)
        } else if playing.wishedRate == .playing {
            self.playing?.timeline = playing.isBuffering ? playing.timeline.renewed() : playing.timeline.paused(at: now)
            self.playing?.isBuffering = false
            self.playing?.fade = nil
        }
    }

    private mutating func begin(_ entry: RoomQueue.Entry, at now: ServerTime, rate: Timeline.Rate = .playing) {
        if let playing, playing.entry != entry.number { note(playing, at: now) }
        let start = entry.queued.start(skippingSilence: settings.skipsSilence)
        // A count-in is in the tempo of the track, whose beats must be known first.
        let countsIn = rate == .playing && metronome.over.countIn > 0
        let timeline = Timeline(
            entry.queued.piece, generation: (playing?.timeline.generation ?? generation).changed, anchor: start,
            anchorTime: now, rate: countsIn ? .still : rate)
        playing = Playing(
            timeline: timeline, entry: entry.number, from: now, earliestEnd: now, isBuffering: countsIn, countsIn: countsIn)
        loop = nil
        metronome.aside = nil
    }

    private mutating func alterLook(_ change: [String: LookValue?]) throws(Refusal) {
        for (name, value) in change { settings.look[name] = value }
        guard settings.look.count <= LookValue.mostSettings else { throw .tooManyLookSettings }
    }

    mutating func remember(_ client: String, _ change: (inout Memory) -> Void) {
        var memory = memories[client] ?? Memory()
        change(&memory)
        if memories[client] == nil { memoryOrder.append(client) }
        memories[client] = memory
        if memoryOrder.count > Self.mostMemories, let oldest = memoryOrder.first { forget(oldest) }
    }

    private mutating func steer(_ client: String, _ change: ScreenChange) throws(Refusal) {
        // Its own suggestion alone is no reason to remember a screen.
        if case .device = change, memories[client] == nil { return }
        var settings = memories[client]?.settings ?? ScreenSettings()
        try settings.apply(change)
        remember(client) { $0.settings = settings }
    }

    private mutating func forget(_ client: String) {
        memories[client] = nil
        memoryOrder.removeAll { $0 == client }
        leaveGroups(client)
    }

    /// Renews the generation if an announced course has changed: clients discard only courses of smaller generations.
    private mutating func renewIfAnnounced(since before: RoomState, at now: ServerTime) {
        guard let old = before.playing, let new = playing, old.timeline == new.timeline else { return }
        let end = now.later(Self.horizon)
        func announced(_ state: RoomState) -> [Course] {
            state.courses(through: end).map { course in
                let until = course.until.flatMap { $0 <= end ? $0 : nil }
                return Course(
                    timeline: course.timeline, entry: course.entry, from: course.from, until: until, fade: course.fade,
                    isBuffering: course.isBuffering)
            }
        }
        guard announced(before) != announced(self) else { return }
        playing?.timeline = new.timeline.renewed()
    }
}

extension RoomSettings {
    fileprivate mutating func apply(_ change: SettingsChange) {
        if let value = change.label { label = value.isEmpty ? nil : value }
        if let value = change.autoplay { autoplay = value }
        if let value = change.skipsSilence { skipsSilence = value }
        if let value = change.normalizes { normalizes = value }
        if let value = change.crossfade { crossfade = min(max(value, Self.crossfades.lowerBound), Self.crossfades.upperBound) }
        if let value = change.volume { volume = min(max(value, 0), 1) }
        if let value = change.voteShare { voteShare = min(max(value, 0), 1) }
    }
}
