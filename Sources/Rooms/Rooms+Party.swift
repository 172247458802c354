import Library
import Music
package import Session
import Synchronization
import System
import Text
import Web

/// A party that is open in a room: its seal makes its link unlike that of any other.
package struct OpenParty: Hashable, Sendable {
    package let room: String
    package let seal: String

    package init(room: String, seal: String) {
        (self.room, self.seal) = (room, seal)
    }
}

/// Who is told which parties are open: each time it changes, when the server starts, and with every beat.
package struct PartyWatch: Sendable {
    package typealias Hear = @Sendable (_ parties: [OpenParty], _ edition: Int) -> Void

    private let hear = Handler()

    private final class Handler: Sendable {
        let state = Mutex<(hear: Hear?, edition: Int)>((nil, 0))
    }

    init() {}

    /// What is told with a smaller edition is older.
    package func observe(_ hear: @escaping Hear) { self.hear.state.withLock { $0.hear = hear } }

    /// Tells nobody any more.
    func end() { hear.state.withLock { $0.hear = nil } }

    func tell(_ parties: [OpenParty]) {
        hear.state.withLock { state in
            state.edition += 1
            state.hear?(parties, state.edition)
        }
    }
}

extension Rooms {
    private static let sealBytes = 16

    /// The parties that are open now.
    var openParties: [OpenParty] {
        rooms.compactMap { name, room in room.state.openParty.map { OpenParty(room: name, seal: $0.seal) } }
    }

    func tellParties() { parties.tell(openParties) }

    /// The seal of the party that is open in a room; nil if none is.
    package func partySeal(_ name: String) async throws -> String? {
        await restored()
        return try existing(name).state.openParty?.seal
    }

    /// Text that nobody can guess.
    static func seal() -> String {
        // The system's generator is cryptographically secure.
        var numbers = SystemRandomNumberGenerator()
        return (0..<sealBytes).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }.hex
    }

    /// Lets somebody join the party; returns their number and key, which is told this once.
    func join(_ name: String, _ colour: Int, _ visitor: Visitor, in room: inout Room, at now: ServerTime) throws -> NewPerson {
        let key = ControlToken.random()
        let hash = Visitor.hash(ofKey: key.text)
        let origin = visitor.asker.isShared ? nil : visitor.asker.description
        try room.apply(
            .party(.join(name: name, colour: colour, key: hash, origin: origin)), by: .guest(visitor.guest), at: now)
        guard let number = room.state.openParty?.person(withKey: hash) else { throw Refusal.party(.notOpen) }
        return NewPerson(number: number, key: key.text)
    }
}

extension Visitor {
    /// How a room remembers a person's key.
    static func hash(ofKey key: String) -> String { SHA256.digest(Array("downbeat person".utf8) + Array(key.utf8)).hex }
}

extension Room {
    /// Who gives a command: at a party, guests are persons.
    func author(of wish: Wish, _ visitor: Visitor) -> Author {
        let person = person(of: visitor)
        switch wish {
        case .party(let party) where party.sender == .guest: return person.map { .person($0) } ?? .guest(visitor.guest)
        case .party: return visitor.isHost ? .host : .cohost
        case .add where !visitor.isHost, .remove where !visitor.isHost: return person.map { .person($0) } ?? visitor.author
        default: return visitor.author
        }
    }

    func person(of visitor: Visitor) -> Int? { visitor.person.flatMap { state.openParty?.person(withKey: $0) } }

    /// The command for a party's wish. A host's own choice of songs is the list.
    func command(
        _ wish: PartyWish, _ chosen: Selecting.Chosen, at now: ServerTime
    ) throws -> PartyCommand {
        switch wish {
        case .open(let rules): return .open(rules, seal: Rooms.seal())
        case .close: return .close
        case .set(let rules): return .set(rules)
        case .lastCall(let minutes): return .lastCall(minutes.flatMap { MediaTime(checking: $0 * 60) }.map { now.later($0) })
        case .join: throw Refusal.party(.nobody)
        case .rename(let person, let name): return .rename(person, name)
        case .stand(let person, let standing): return .stand(person, standing)
        case .ask(_, let dedication):
            guard let queued = chosen.queued.first else { throw Refusal.noTracks }
            return .ask(queued, genre: chosen.genres.first ?? nil, dedication: dedication)
        case .withdraw(let entry): return .withdraw(entry)
        case .vote(let entry, let vote): return .vote(entry, vote)
        case .boost(let entry): return .boost(entry)
        case .pin(let entry, let isPinned): return .pin(entry, isPinned)
        case .move(let entry, let index): return .move(entry, to: index)
        case .refuse(let entry, let reason): return .refuse(entry, reason: reason)
        }
    }

    /// The party as all see it.
    package func partyMessage(at now: ServerTime) -> PartyMessage {
        PartyMessage(state, cards: cards, current: card(at: now), sent: now)
    }

    /// What a person is told about themselves; nil for somebody who says to be none.
    func personMessage(_ member: Member, at now: ServerTime) -> [UInt8]? {
        guard member.visitor.person != nil else { return nil }
        let number = person(of: member.visitor)
        let notes = number.flatMap { state.openParty?.person($0)?.notes } ?? []
        return JSON.bytes(PersonMessage(sent: now, person: number, notes: notes, cards: cards))
    }

    /// Tells a person why a song was refused, wherever they are.
    mutating func tellPerson(_ number: Int, at now: ServerTime) {
        for member in members.values where person(of: member.visitor) == number {
            if let message = personMessage(member, at: now) { want(.tell(member.id, message)) }
        }
    }
}

/// What one client is told about the person that it is at a party.
struct PersonMessage: Encodable {
    let sent: ServerTime
    let person: Int?
    let notes: [Person.Note]
    let cards: PieceCards

    private enum Key: String, CodingKey { case type, sent, person, told }
    private enum NoteKey: String, CodingKey { case at, title, reason }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode("person", forKey: .type)
        try object.encode(sent.microseconds, forKey: .sent)
        try object.encode(person, forKey: .person)
        var told = object.nestedUnkeyedContainer(forKey: .told)
        for note in notes {
            var shown = told.nestedContainer(keyedBy: NoteKey.self)
            try shown.encode(note.at.microseconds, forKey: .at)
            try shown.encode(cards[note.piece]?.title, forKey: .title)
            try shown.encode(note.reason, forKey: .reason)
        }
    }
}
