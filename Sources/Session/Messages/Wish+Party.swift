import Music
import Text

/// What somebody wants of a party, as a client sends it.
package enum PartyWish: Hashable, Sendable {
    case open(PartyRulesChange)
    case close
    case set(PartyRulesChange)
    /// Minutes from now; nil takes the last call back.
    case lastCall(Double?)
    case join(name: String, colour: Int)
    case rename(Int, String)
    case stand(Int, Person.Standing)
    case ask(Wish.Selection, dedication: String?)
    case withdraw(Int)
    case vote(Int, PartyVote)
    case boost(Int)
    case pin(Int, Bool)
    case move(Int, to: Int)
    case refuse(Int, reason: String)

    /// Who may send it.
    package enum Sender: Sendable {
        case guest, cohost, host
    }

    package var sender: Sender {
        switch self {
        case .join, .ask, .withdraw, .vote, .boost: .guest
        case .pin, .move, .refuse: .cohost
        case .open, .close, .set, .lastCall, .rename, .stand: .host
        }
    }
}

extension Wish {
    /// Longest time until the last song.
    private static let lastCall = 0.0...720

    static func party(_ name: String, _ members: Members) throws(MessageProblem) -> Wish {
        switch name {
        case "party.open": return .party(.open(try PartyRulesChange(members)))
        case "party.close": return .party(.close)
        case "party.set":
            let change = try PartyRulesChange(members)
            guard change != PartyRulesChange() else { throw MessageProblem(.badMessage, "party.set takes one or more rules.") }
            return .party(.set(change))
        case "party.lastCall":
            guard members.names.contains("minutes") else { throw members.missing("minutes") }
            return .party(.lastCall(try members.number("minutes", in: lastCall)))
        case "party.join":
            return .party(.join(name: try personName(members), colour: try members.whole("colour", in: Person.colours) ?? 0))
        case "party.rename": return .party(.rename(try number("person", members), try personName(members)))
        case "party.person":
            guard let standing = try members.word("standing", of: Person.Standing.self) else { throw members.missing("standing") }
            return .party(.stand(try number("person", members), standing))
        case "party.ask": return .party(.ask(try song(members), dedication: try dedication(members)))
        case "party.withdraw": return .party(.withdraw(try number("entry", members)))
        case "party.vote":
            guard let vote = try members.word("vote", of: PartyVote.self) else { throw members.missing("vote") }
            return .party(.vote(try number("entry", members), vote))
        case "party.boost": return .party(.boost(try number("entry", members)))
        case "party.pin": return .party(.pin(try number("entry", members), try members.truth("on") ?? true))
        case "party.move":
            guard let index = try members.whole("to", in: 0...Party.mostRequests) else { throw members.missing("to") }
            return .party(.move(try number("entry", members), to: index))
        case "party.refuse":
            let reason = try members.label("reason", atMost: Person.longestReason) ?? ""
            return .party(.refuse(try number("entry", members), reason: reason))
        default: throw MessageProblem(.unknownCommand, "No command is called \(MessageProblem.quote(name)).")
        }
    }

    private static func number(_ field: String, _ members: Members) throws(MessageProblem) -> Int {
        guard let number = try members.whole(field, in: .numbers) else { throw members.missing(field) }
        return number
    }

    private static func personName(_ members: Members) throws(MessageProblem) -> String {
        guard let text = try members.label("name", atMost: Person.longestNameBytes) else { throw members.missing("name") }
        let name = text.split(separator: " ").joined(separator: " ")
        guard (1...Person.longestName).contains(name.count) else {
            throw members.wrong("name", "a name of 1 to \(Person.longestName) letters")
        }
        return name
    }

    private static func song(_ members: Members) throws(MessageProblem) -> Selection {
        if let track = try members.whole("track", in: .numbers) { return .tracks([track]) }
        guard let text = try members.text("piece", atMost: .max) else {
            throw MessageProblem(.badMessage, "party.ask takes a track or a piece.")
        }
        guard let piece = Piece(text) else { throw members.wrong("piece", "a piece as the server named it") }
        return .pieces([piece])
    }

    private static func dedication(_ members: Members) throws(MessageProblem) -> String? {
        guard let text = try members.label("dedication", atMost: SongRequest.longestDedicationBytes) else { return nil }
        guard text.count <= SongRequest.longestDedication else {
            throw members.wrong("dedication", "at most \(SongRequest.longestDedication) letters")
        }
        let words = text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}

extension PartyRulesChange {
    fileprivate init(_ members: Members) throws(MessageProblem) {
        self.init()
        order = try members.word("order", of: PartyRules.Order.self)
        mix = try members.word("mix", of: PartyRules.Mix.self)
        downVotes = try members.truth("downVotes")
        repeatMinutes = try members.whole("repeatMinutes", in: PartyRules.repeatMinutes)
        longestMinutes = try members.whole("longestMinutes", in: PartyRules.longestMinutes)
        waiting = try members.whole("waiting", in: PartyRules.waiting)
        boosts = try members.whole("boosts", in: PartyRules.boosts)
        addressPersons = try members.whole("addressPersons", in: PartyRules.addressPersons)
        patienceMinutes = try members.whole("patienceMinutes", in: PartyRules.patienceMinutes)
        guard let genres = try members.label("excludedGenres", atMost: PartyRules.mostGenres * (PartyRules.longestGenre + 1)) else {
            return
        }
        let names = genres.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
        guard names.count <= PartyRules.mostGenres, names.allSatisfy({ $0.utf8.count <= PartyRules.longestGenre }) else {
            throw members.wrong(
                "excludedGenres",
                "at most \(PartyRules.mostGenres) genres between commas, each of at most \(PartyRules.longestGenre) bytes")
        }
        excludedGenres = names
    }
}

/// The key by which a person of a party is known, in any command.
package struct PersonKey: Said {
    /// Longest key in bytes; the server's own are shorter.
    static let longest = 64

    package let text: String?

    /// Of a command that was sent over HTTP.
    package static func read(_ bytes: [UInt8]) throws(MessageProblem) -> PersonKey { try read(json: bytes) }

    init(_ members: Members) throws(MessageProblem) {
        text = try members.text("person", atMost: Self.longest).flatMap { $0.isEmpty ? nil : $0 }
    }
}
