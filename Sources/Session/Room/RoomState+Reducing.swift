import Music

/// How commands change a room.
extension RoomState {
    /// The room after a command at a moment; throws if the command is refused.
    package func after(_ command: RoomCommand, by author: Author = .host, at now: ServerTime) throws(Refusal) -> RoomState {
        let before = advanced(to: now)
        var after = before
        switch author {
        case .guest(let guest): try after.apply(command, of: guest, at: now)
        case .person(let number): try after.apply(command, ofPerson: number, at: now)
        case .host, .cohost, .server: try after.apply(command, at: now)
        }
        after.settle()
        after.dropLoop(at: now)
        guard after != before else { return before }
        after.revision = before.revision + 1
        if let end = after.nextChange, end < now { after.program.run?.earliestEnd = now }
        after.renewIfAnnounced(since: before, at: now)
        if let timeline = after.timeline { after.generation = timeline.generation }
        return after
    }

    /// What guests may do, with what is theirs. Whatever else they are allowed they do as a host does.
    private mutating func apply(_ command: RoomCommand, of guest: String, at now: ServerTime) throws(Refusal) {
        switch command {
        case .add(let pieces, _): try add(pieces, of: guest, at: now)
        case .remove(let numbers, _): try remove(numbers, of: guest, at: now)
        case .vote(let present): try vote(guest, of: present)
        default: try apply(command, at: now)
        }
    }

    /// At a party, what persons add is asked for.
    private mutating func apply(_ command: RoomCommand, ofPerson number: Int, at now: ServerTime) throws(Refusal) {
        switch command {
        case .party(let command): try apply(command, of: number, at: now)
        case .add(let pieces, _):
            for piece in pieces { try apply(.ask(piece, genre: nil, dedication: nil), of: number, at: now) }
        case .remove(let entries, _): for entry in entries { try apply(.withdraw(entry), of: number, at: now) }
        default: throw .notTheGuests
        }
    }

    private mutating func apply(_ command: RoomCommand, at now: ServerTime) throws(Refusal) {
        switch command {
        case .play: try play(at: now)
        case .pause: try pause(at: now)
        case .toggle: if isPlaying { try pause(at: now) } else { try play(at: now) }
        // A host need not ask the guests.
        case .next, .vote: try skip(at: now)
        case .previous: try goBack(at: now)
        case .seek(let position): try seek(to: position, at: now)
        case .loop(let from, let to): try repeatPart(from: from, to: to, at: now)
        case .endLoop: setLoop(nil)
        case .metronome(let command): try apply(command, at: now)
        case .follow(let command): try apply(command, at: now)
        case .live(let command): apply(command, at: now)
        case .playPieces(let pieces, let start, let position): try play(pieces, start, position, at: now)
        case .playEntry(let number): try play(entry: number, at: now)
        case .add(let pieces, let isNext): try add(pieces, isNext: isNext)
        case .move(let number, let index):
            guard queue.index(of: number) != nil else { throw .noEntry(number) }
            if openParty?.request(number) != nil { return try moveRequest(number, to: index, at: now) }
            queue.move(number, to: index)
        case .remove(let numbers, let isUndoable): try remove(numbers, isUndoable: isUndoable, at: now)
        case .clear(let keepsPlaying):
            let kept = keepsPlaying ? currentEntry : nil
            // What people asked for is no part of the list.
            let asked = Set(openParty?.requests.map(\.entry) ?? [])
            try remove(queue.entries.map(\.number).filter { $0 != kept && !asked.contains($0) }, isUndoable: true, at: now)
        case .undo(let revision): try undo(through: revision, at: now)
        case .shuffle(let isOn): if isOn != queue.isShuffled { queue.shuffle(isOn, first: currentEntry) }
        case .repeating(let mode): settings.repeating = mode
        case .set(let change):
            settings.apply(change)
            if let sleep = change.sleep {
                let wait = MediaTime(checking: min(sleep, RoomSettings.sleeps.upperBound))
                sleepAt = wait.flatMap { $0 > .zero ? now.later($0) : nil }
            }
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
            learnFollowed(known)
        case .unplayable(let piece, let reason):
            passOver(piece, reason, at: now)
            // A live source that is gone does not come back.
            if let live, piece == .live(live) { comeBack(at: now) }
        case .wait(let position): try wait(at: position, now: now)
        case .goOn(let start): try goOn(from: start, at: now)
        case .regrid(let piece):
            // What follows may have been sent already, with its old beats.
            if courses(through: now.later(Self.horizon)).contains(where: { $0.timeline.piece == piece }), let timeline {
                program.run?.change(timeline.renewed())
            }
        case .party(let command): try apply(command, at: now)
        case .passed: break
        }
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
        guard let old = before.timeline, let new = timeline, old == new else { return }
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
        program.run?.timeline = new.renewed()
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
        if let value = change.switchTo { switchTo = value.isEmpty ? nil : value }
    }
}
