import Music

/// What persons do at a party.
extension RoomState {
    mutating func apply(_ command: PartyCommand, of number: Int, at now: ServerTime) throws(Refusal) {
        guard let open = openParty else { throw .party(.notOpen) }
        guard let person = open.person(number) else { throw .party(.nobody) }
        switch person.standing {
        case .present: break
        case .muted: throw .party(.muted)
        case .sentAway: throw .party(.sentAway)
        }
        switch command {
        case .ask(let queued, let genre, let dedication): try ask(for: queued, genre, dedication, of: person, at: now)
        case .withdraw(let entry):
            guard try open.needRequest(entry).person == number else { throw .party(.notTheirs) }
            try changeParty { $0.drop([entry]) }
            queue.remove([entry])
        case .vote(let entry, let vote):
            try open.checkVotes(of: person, at: now)
            guard try open.needRequest(entry).person != number else { throw .party(.isOwn) }
            guard vote != .down || open.rules.downVotes else { throw .party(.noDownVotes) }
            try changeParty { $0.take(vote, of: number, for: entry) }
        case .boost(let entry):
            try open.checkVotes(of: person, at: now)
            guard try open.needRequest(entry).person == number else { throw .party(.notTheirs) }
            guard !(open.pinned + open.boosted).contains(entry) else { return }
            guard person.boostsUsed < open.rules.boosts else { throw .party(.noBoosts) }
            try changeParty { party in
                party.persons[number - 1].boostsUsed += 1
                party.boosted.append(entry)
            }
        default: throw .notTheGuests
        }
    }

    private mutating func ask(
        for queued: QueuedPiece, _ genre: String?, _ dedication: String?, of person: Person, at now: ServerTime
    ) throws(Refusal) {
        guard let open = openParty else { throw .party(.notOpen) }
        if let lastCall = open.lastCall, lastCall <= now { throw .party(.isOver) }
        try check(queued, genre, open, at: now)
        let own = open.requests.count { $0.person == person.number }
        guard own < open.rules.waiting else { throw .party(.hasEnough(own)) }
        guard open.requests.count < Party.mostRequests else { throw .party(.isFull) }
        // After the end of the music it goes on with what was asked for, and it begins with that.
        let goesOn = hasEnded || program == .queue(nil)
        try add([queued], isNext: false)
        let request = SongRequest(
            entry: queue.lastNumber, person: person.number, dedication: dedication, at: now, playsBefore: open.plays)
        try changeParty { $0.requests.append(request) }
        guard goesOn else { return }
        settle()
        try play(at: now)
    }

    /// Whether a song may be asked for now.
    private func check(_ queued: QueuedPiece, _ genre: String?, _ party: Party, at now: ServerTime) throws(Refusal) {
        let (piece, rules) = (queued.piece, party.rules)
        guard !party.requests.contains(where: { queue.entry($0.entry)?.queued.piece == piece }) else { throw .party(.waits) }
        if rules.repeatMinutes > 0 {
            let window = MediaTime(checking: Double(rules.repeatMinutes) * 60) ?? .zero
            let isPlaying = currentEntry.flatMap { queue.entry($0) }?.queued.piece == piece && !hasEnded
            guard !isPlaying, !party.songs.contains(where: { $0.piece == piece && $0.end.later(window) > now }) else {
                throw .party(.cameLately(minutes: rules.repeatMinutes))
            }
        }
        if rules.longestMinutes > 0, let duration = queued.duration, duration.seconds > Double(rules.longestMinutes) * 60 {
            throw .party(.tooLong(minutes: rules.longestMinutes))
        }
        if let excluded = rules.excluded(genre) { throw .party(.genre(excluded)) }
    }
}

extension PartyRules {
    private static let separators: Set<Character> = [";", ",", "/", "|"]

    /// Which of a song's genres is excluded: tags may name several.
    fileprivate func excluded(_ genre: String?) -> String? {
        guard let genre, !excludedGenres.isEmpty else { return nil }
        let names = genre.split(whereSeparator: Self.separators.contains).map(Self.plain) + [Self.plain(genre[...])]
        return excludedGenres.first { names.contains(Self.plain($0[...])) }
    }

    private static func plain(_ text: Substring) -> String { text.split(separator: " ").joined(separator: " ").lowercased() }
}

extension Party {
    fileprivate func checkVotes(of person: Person, at now: ServerTime) throws(Refusal) {
        guard person.votesFrom <= now else { throw .party(.votesLater(minutes: rules.patienceMinutes)) }
    }

    fileprivate mutating func take(_ vote: PartyVote, of person: Int, for entry: Int) {
        guard let index = requests.firstIndex(where: { $0.entry == entry }) else { return }
        requests[index].up.remove(person)
        requests[index].down.remove(person)
        switch vote {
        case .up: requests[index].up.insert(person)
        case .down: requests[index].down.insert(person)
        case .none: break
        }
    }
}
