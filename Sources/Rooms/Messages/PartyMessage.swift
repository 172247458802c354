import Music
import Session
import Text

/// A party as all see it: who is there, what is asked for in the order in which it comes, and the rules.
package struct PartyMessage: Encodable, Sendable {
    /// Most entries of the room's own list that are shown beside the requests.
    static let mostNext = 3

    let sent: ServerTime
    let party: Party?
    let requests: [SongRequest]
    /// What comes next, whoever chose it.
    let next: [RoomQueue.Entry]
    /// The entries of the requests.
    let entries: [Int: RoomQueue.Entry]
    /// How many songs come before each of them.
    let turns: [Int: Int]
    let cards: PieceCards
    let current: TrackCard?

    init(_ state: RoomState, cards: PieceCards, current: TrackCard?, sent: ServerTime) {
        (self.sent, party, self.cards, self.current) = (sent, state.party, cards, current)
        requests = state.requestsInOrder
        let start = state.currentEntry.flatMap { state.queue.index(of: $0) }.map { $0 + 1 } ?? 0
        var (next, turns): ([RoomQueue.Entry], [Int: Int]) = ([], [:])
        let asked = Set(requests.map(\.entry))
        var turn = 0
        for entry in state.queue.entries[start...] {
            guard turns.count < asked.count || next.count < Self.mostNext else { break }
            guard entry.trouble == nil else { continue }
            if next.count < Self.mostNext { next.append(entry) }
            if asked.contains(entry.number) || next.last?.number == entry.number { turns[entry.number] = turn }
            turn += 1
        }
        (self.next, self.turns) = (next, turns)
        entries = Dictionary(
            (requests.compactMap { state.queue.entry($0.entry) } + next).map { ($0.number, $0) },
            uniquingKeysWith: { one, _ in one })
    }

    private enum Key: String, CodingKey {
        case type, sent, open, number, rules, lastCall, persons, now, next, requests
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        let open = party.flatMap { $0.isOpen ? $0 : nil }
        try object.encode("party", forKey: .type)
        try object.encode(sent.microseconds, forKey: .sent)
        try object.encode(open != nil, forKey: .open)
        try object.encode(party?.number, forKey: .number)
        try object.encode(party.map { RulesJSON(rules: $0.rules) }, forKey: .rules)
        try object.encode(open?.lastCall?.microseconds, forKey: .lastCall)
        let waiting = Dictionary(grouping: open?.requests ?? [], by: \.person).mapValues(\.count)
        try object.encode((open?.persons ?? []).map { PersonJSON(person: $0, waiting: waiting[$0.number] ?? 0) }, forKey: .persons)
        let asked = open?.playing.flatMap { open?.asked($0) }
        try object.encode(current.map { NowJSON(card: $0, asked: asked) }, forKey: .now)
        try object.encode(next.map { shown($0.number) }, forKey: .next)
        try object.encode(requests.map { shown($0.entry) }, forKey: .requests)
    }

    private func shown(_ number: Int) -> ComingJSON {
        let entry = entries[number]
        return ComingJSON(
            entry: number, queued: entry?.queued, trouble: entry?.trouble, card: entry.flatMap { cards[$0.queued.piece] },
            turn: turns[number], request: party?.request(number),
            isPinned: party?.pinned.contains(number) == true, isBoosted: party?.boosted.contains(number) == true)
    }
}

extension Party {
    /// Who asked for a song, as queues and title cards show it.
    func asked(_ request: SongRequest) -> AskedJSON? {
        person(request.person).map { AskedJSON(person: $0, dedication: request.dedication) }
    }
}

private struct NowJSON: Encodable {
    let card: TrackCard
    let asked: AskedJSON?

    private enum Key: String, CodingKey { case piece, track, title, artist, person, dedication }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(card.piece.description, forKey: .piece)
        try object.encode(card.id, forKey: .track)
        try object.encode(card.title, forKey: .title)
        try object.encode(card.artist, forKey: .artist)
        try object.encode(asked?.person.number, forKey: .person)
        try object.encode(asked?.dedication, forKey: .dedication)
    }
}

struct AskedJSON: Encodable {
    let person: Person
    let dedication: String?

    private enum Key: String, CodingKey { case person, name, colour, dedication }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(person.number, forKey: .person)
        try object.encode(person.name, forKey: .name)
        try object.encode(person.colour, forKey: .colour)
        try object.encode(dedication, forKey: .dedication)
    }
}

/// What all screens are told of the room's party: who asked for what plays.
struct PartyOfRoom: Encodable {
    let party: Party

    private enum Key: String, CodingKey { case number, lastCall, asked }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(party.number, forKey: .number)
        try object.encode(party.lastCall?.microseconds, forKey: .lastCall)
        try object.encode(party.playing.flatMap { party.asked($0) }, forKey: .asked)
    }
}

private struct ComingJSON: Encodable {
    let entry: Int
    let queued: QueuedPiece?
    let trouble: String?
    let card: TrackCard?
    let turn: Int?
    let request: SongRequest?
    let isPinned: Bool
    let isBoosted: Bool

    private enum Key: String, CodingKey {
        case entry, piece, track, title, artist, duration, trouble, turn, person, dedication, up, down, pinned, boosted
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(entry, forKey: .entry)
        try object.encode(queued?.piece.description, forKey: .piece)
        try object.encode(card?.id, forKey: .track)
        try object.encode(card?.title, forKey: .title)
        try object.encode(card?.artist, forKey: .artist)
        try object.encode(queued?.duration.map { rounded($0.seconds, to: 3) }, forKey: .duration)
        try object.encode(trouble, forKey: .trouble)
        try object.encode(turn, forKey: .turn)
        try object.encode(request?.person, forKey: .person)
        try object.encode(request?.dedication, forKey: .dedication)
        try object.encode(request?.up.sorted() ?? [], forKey: .up)
        try object.encode(request?.down.sorted() ?? [], forKey: .down)
        try object.encode(isPinned, forKey: .pinned)
        try object.encode(isBoosted, forKey: .boosted)
    }
}

private struct PersonJSON: Encodable {
    let person: Person
    let waiting: Int

    private enum Key: String, CodingKey { case id, name, colour, standing, waiting, played, boostsUsed }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(person.number, forKey: .id)
        try object.encode(person.name, forKey: .name)
        try object.encode(person.colour, forKey: .colour)
        try object.encode(person.standing.rawValue, forKey: .standing)
        try object.encode(waiting, forKey: .waiting)
        try object.encode(person.played, forKey: .played)
        try object.encode(person.boostsUsed, forKey: .boostsUsed)
    }
}

private struct RulesJSON: Encodable {
    let rules: PartyRules

    private enum Key: String, CodingKey {
        case order, mix, downVotes, repeatMinutes, longestMinutes, excludedGenres, waiting, boosts, addressPersons, patienceMinutes
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(rules.order.rawValue, forKey: .order)
        try object.encode(rules.mix.rawValue, forKey: .mix)
        try object.encode(rules.downVotes, forKey: .downVotes)
        try object.encode(rules.repeatMinutes, forKey: .repeatMinutes)
        try object.encode(rules.longestMinutes, forKey: .longestMinutes)
        try object.encode(rules.excludedGenres.joined(separator: ", "), forKey: .excludedGenres)
        try object.encode(rules.waiting, forKey: .waiting)
        try object.encode(rules.boosts, forKey: .boosts)
        try object.encode(rules.addressPersons, forKey: .addressPersons)
        try object.encode(rules.patienceMinutes, forKey: .patienceMinutes)
    }
}
