import Music

/// What people do at a party, and what a host does about it.
package enum PartyCommand: Hashable, Sendable, Codable {
    /// Opens a party, or changes the rules of the one that is open.
    /// `seal` is text that nobody can guess.
    case open(PartyRulesChange, seal: String)
    /// What waits stays in the queue.
    case close
    case set(PartyRulesChange)
    /// What plays at this moment is the last song; nil takes that back.
    case lastCall(ServerTime?)
    /// `key` is SHA-256 of the person's key, `origin` the address, nil if many share it.
    case join(name: String, colour: Int, key: String, origin: String?)
    case rename(Int, String)
    case stand(Int, Person.Standing)
    case ask(QueuedPiece, genre: String?, dedication: String?)
    /// Takes back what oneself has asked for.
    case withdraw(Int)
    case vote(Int, PartyVote)
    /// Brings a song of one's own forward.
    case boost(Int)
    case pin(Int, Bool)
    /// To a place among the requests.
    case move(Int, to: Int)
    case refuse(Int, reason: String)
}

package enum PartyVote: String, CaseIterable, Sendable, Codable {
    case up, down
    /// Takes a vote back.
    case none
}

extension RoomCommand {
    /// Whether it changes who is said to have asked for entries of the queue, though not their order.
    package var changesAskers: Bool {
        switch self {
        case .party(.open), .party(.close), .party(.rename), .party(.ask): true
        default: false
        }
    }
}

/// Why a party refused a command.
package enum PartyRefusal: Hashable, Sendable {
    case notOpen
    case isOver
    case nobody
    case muted
    case sentAway
    case tooManyPersons(Int)
    case noPlace
    case noPerson(Int)
    case noRequest(Int)
    case notTheirs
    case waits
    case isOwn
    case cameLately(minutes: Int)
    case tooLong(minutes: Int)
    case genre(String)
    case hasEnough(Int)
    case isFull
    case noBoosts
    case noDownVotes
    case votesLater(minutes: Int)

    var code: String {
        switch self {
        case .notOpen, .isOver, .nobody, .muted, .sentAway, .notTheirs, .votesLater, .waits, .isOwn, .cameLately, .tooLong, .genre,
            .noBoosts, .noDownVotes:
            "conflict"
        case .noPerson, .noRequest: "not-found"
        case .tooManyPersons, .noPlace, .hasEnough, .isFull: "too-many"
        }
    }

    var sentence: String {
        switch self {
        case .notOpen: "There is no party in this room."
        case .isOver: "The last song has been called."
        case .nobody: "Say who you are first."
        case .muted: "The host has muted you."
        case .sentAway: "The host has sent you away."
        case .tooManyPersons(let count): "\(count) people have joined from your address already."
        case .noPlace: "\(Party.mostPersons) people have joined, and no more can."
        case .noPerson(let number): "There is no person \(number) at this party."
        case .noRequest(let entry): "No request \(entry) waits."
        case .notTheirs: "Only whoever asked for a song may do that."
        case .waits: "This song waits already."
        case .isOwn: "Your own song needs no vote of yours."
        case .cameLately(let minutes): "This song came within the last \(minutes) minutes."
        case .tooLong(let minutes): "Songs of more than \(minutes) minutes are not taken tonight."
        case .genre(let genre): "\(MessageProblem.quote(genre)) is not played tonight."
        case .hasEnough(let count): "\(count) songs of yours are waiting, and no more may."
        case .isFull: "\(Party.mostRequests) songs are waiting, and no more can."
        case .noBoosts: "You have brought forward as many songs as one may tonight."
        case .noDownVotes: "Tonight nobody votes against songs."
        case .votesLater(let minutes):
            "You can vote and bring songs forward \(minutes) minutes after joining: your address is not yours alone."
        }
    }
}
