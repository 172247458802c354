import Music

/// How a host's commands change a party.
extension RoomState {
    /// The party while it is open.
    package var openParty: Party? { party.flatMap { $0.isOpen ? $0 : nil } }

    /// Changes the party that is open.
    mutating func changeParty(_ body: (inout Party) throws(Refusal) -> Void) throws(Refusal) {
        guard var open = openParty else { throw .party(.notOpen) }
        try body(&open)
        party = open
    }

    mutating func apply(_ command: PartyCommand, at now: ServerTime) throws(Refusal) {
        switch command {
        case .open(let rules, let seal):
            if openParty == nil {
                var next = Party(number: (party?.number ?? 0) + 1, seal: seal, opened: now)
                next.rules = party?.rules ?? PartyRules()
                party = next
            }
            try changeParty { $0.rules.apply(rules) }
        case .close:
            try changeParty { party in
                party.isOpen = false
                // What waits goes on as part of the list.
                (party.requests, party.playing, party.pinned, party.boosted, party.ring) = ([], nil, [], [], [])
            }
        case .set(let rules): try changeParty { $0.rules.apply(rules) }
        case .lastCall(let moment): try changeParty { $0.lastCall = moment }
        case .join(let name, let colour, let key, let origin):
            try changeParty { party throws(Refusal) in try party.join(name, colour, key: key, from: origin, at: now) }
        case .rename(let number, let name):
            try changeParty { party throws(Refusal) in
                try party.check(number)
                party.persons[number - 1].name = name
            }
        case .stand(let number, let standing):
            var gone: Set<Int> = []
            try changeParty { party throws(Refusal) in
                try party.check(number)
                party.persons[number - 1].standing = standing
                guard standing == .sentAway else { return }
                gone = Set(party.requests.filter { $0.person == number }.map(\.entry))
                party.drop(gone)
            }
            queue.remove(gone)
        case .pin(let entry, let isPinned):
            try changeParty { party throws(Refusal) in
                try party.needRequest(entry)
                party.forgetLift(entry)
                if isPinned { party.pinned.append(entry) }
            }
        case .move(let entry, let index):
            let order = try orderedRequests(with: entry)
            try changeParty { $0.move(entry, to: index, in: order) }
        case .refuse(let entry, let reason):
            guard let queued = queue.entry(entry)?.queued else { throw .party(.noRequest(entry)) }
            try changeParty { party throws(Refusal) in
                let request = try party.needRequest(entry)
                party.note(Person.Note(piece: queued.piece, reason: reason, at: now), for: request.person)
                party.drop([entry])
            }
            queue.remove([entry])
        case .ask, .withdraw, .vote, .boost: throw .party(.nobody)
        }
    }

    /// The waiting requests as they come.
    package var requestsInOrder: [SongRequest] { openParty?.order(isPlayable) ?? [] }

    func isPlayable(_ entry: Int) -> Bool { queue.entry(entry).map { $0.trouble == nil } ?? false }

    /// A request stays among the requests: it moves before or behind as many of them as stand before a place in the queue.
    mutating func moveRequest(_ entry: Int, to index: Int, at now: ServerTime) throws(Refusal) {
        let asked = Set(openParty?.requests.map(\.entry) ?? [])
        let before = queue.entries.lazy.filter { $0.number != entry }.prefix(max(0, index)).count { asked.contains($0.number) }
        try apply(.move(entry, to: before), at: now)
    }

    private func orderedRequests(with entry: Int) throws(Refusal) -> [Int] {
        let order = requestsInOrder.map(\.entry)
        guard order.contains(entry) else { throw .party(openParty == nil ? .notOpen : .noRequest(entry)) }
        return order
    }
}

extension Party {
    @discardableResult
    func check(_ number: Int) throws(Refusal) -> Person {
        guard let person = person(number) else { throw .party(.noPerson(number)) }
        return person
    }

    @discardableResult
    func needRequest(_ entry: Int) throws(Refusal) -> SongRequest {
        guard let request = request(entry) else { throw .party(.noRequest(entry)) }
        return request
    }

    /// A request that a host has moved, and those before it, stay where they are now.
    fileprivate mutating func move(_ entry: Int, to index: Int, in order: [Int]) {
        var order = order.filter { $0 != entry }
        let index = min(max(index, 0), order.count)
        order.insert(entry, at: index)
        let last = order.lastIndex(where: pinned.contains) ?? index
        pinned = Array(order[...max(index, last)])
        let first = Set(pinned)
        boosted.removeAll(where: first.contains)
    }

    fileprivate mutating func note(_ note: Person.Note, for number: Int) {
        guard person(number) != nil else { return }
        persons[number - 1].notes.append(note)
        if persons[number - 1].notes.count > Person.mostNotes { persons[number - 1].notes.removeFirst() }
    }

    fileprivate mutating func join(
        _ name: String, _ colour: Int, key: String, from origin: String?, at now: ServerTime
    ) throws(Refusal) {
        let neighbours = origin == nil ? [] : persons.filter { $0.origin == origin }
        guard !neighbours.contains(where: { $0.standing == .sentAway }) else { throw .party(.sentAway) }
        guard neighbours.count < rules.addressPersons else { throw .party(.tooManyPersons(neighbours.count)) }
        let isFirst = origin != nil && neighbours.isEmpty
        let patience = MediaTime(checking: Double(isFirst ? 0 : rules.patienceMinutes) * 60) ?? .zero
        let place = persons.count < Self.mostPersons ? persons.count : idlePlace
        guard let place else { throw .party(.noPlace) }
        let person = Person(
            number: place + 1, name: free(name), colour: colour, key: key, origin: origin, votesFrom: now.later(patience))
        if place < persons.count { persons[place] = person } else { persons.append(person) }
    }

    /// Where somebody can take the place of another who has done nothing yet, the first of those who came first: so nobody keeps others out
    /// by joining again and again.
    private var idlePlace: Int? {
        let active = Set(requests.flatMap { [$0.person] + $0.up + $0.down } + songs.compactMap(\.person))
        return persons.indices.filter { index in
            let person = persons[index]
            return person.standing == .present && person.played == 0 && person.boostsUsed == 0 && !active.contains(person.number)
        }.min { (persons[$0].votesFrom, $0) < (persons[$1].votesFrom, $1) }
    }

    /// A name that nobody here has.
    private func free(_ name: String) -> String {
        let taken = Set(persons.map { $0.name.lowercased() })
        let names = (1...persons.count + 1).lazy.map { $0 == 1 ? name : "\(name) \($0)" }
        return names.first { !taken.contains($0.lowercased()) } ?? name
    }
}
