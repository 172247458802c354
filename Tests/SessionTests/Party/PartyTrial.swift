import Music
import Session
import Yardstick

/// Parties for tests.
enum PartyTrial {
    static func rules(_ change: (inout PartyRulesChange) -> Void = { _ in }) -> PartyRulesChange {
        var rules = PartyRulesChange()
        (rules.repeatMinutes, rules.waiting) = (0, 20)
        change(&rules)
        return rules
    }

    /// A room that plays a list of songs of 100 s, the first of which is number 1, with an open party of so many persons.
    static func open(
        list: Int = 3, persons: Int = 0, _ change: (inout PartyRulesChange) -> Void = { _ in }
    ) throws -> RoomState {
        var state = RoomState(seed: 7)
        if list > 0 { state = try RoomTrial.playing(Array(repeating: 100, count: list)) }
        state = try state.after(.party(.open(rules(change), seal: "s")), at: RoomTrial.start)
        for number in 0..<persons { state = try state.after(join(number), by: .guest("\(number)"), at: RoomTrial.start) }
        return state
    }

    static func join(_ number: Int, from origin: String? = nil) -> RoomCommand {
        .party(.join(name: "p\(number)", colour: number % 12, key: "key \(number)", origin: origin ?? "10.0.0.\(number)"))
    }

    static func song(_ number: Int, _ seconds: Double = 100) -> QueuedPiece {
        QueuedPiece(Piece(1000 + number), duration: MediaTime(seconds: seconds))
    }

    static func ask(_ number: Int, _ dedication: String? = nil, genre: String? = nil, seconds: Double = 100) -> RoomCommand {
        .party(.ask(song(number, seconds), genre: genre, dedication: dedication))
    }

    /// Which pieces come after what plays, those of the list by their own numbers, requests by those of their songs.
    static func coming(_ state: RoomState) -> [String] {
        let start = state.currentEntry.flatMap { state.queue.index(of: $0) }.map { $0 + 1 } ?? 0
        return state.queue.entries[start...].map { entry in
            let piece = (0...20).first { Piece($0) == entry.queued.piece }.map { "L\($0)" }
            return piece ?? (0...400).first { Piece(1000 + $0) == entry.queued.piece }.map { "\($0)" } ?? "?"
        }
    }

    /// The persons whose songs come, in order.
    static func turns(_ state: RoomState) -> [Int] { state.requestsInOrder.map(\.person) }

    /// A random command at a party by anybody, valid or not.
    static func command(_ state: RoomState, _ numbers: inout SeededGenerator) -> (command: RoomCommand, author: Author) {
        let person = Int.random(in: 1...6, using: &numbers)
        let entry = state.party?.requests.map(\.entry).randomElement(using: &numbers) ?? 3
        let moment: ServerTime? = Bool.random(using: &numbers) ? nil : RoomTrial.after(.random(in: 0...4000, using: &numbers))
        let (guest, one, host): (Author, Author, Author) = (.guest("g"), .person(person), .host)
        switch Int.random(in: 0...22, using: &numbers) {
        case 0, 1:
            return (
                .party(
                    .open(
                        rules {
                            $0.order = PartyRules.Order.allCases.randomElement(using: &numbers)
                            $0.mix = PartyRules.Mix.allCases.randomElement(using: &numbers)
                            $0.downVotes = true
                            $0.patienceMinutes = 0
                        }, seal: "s")), host
            )
        case 2: return (.party(Int.random(in: 0...5, using: &numbers) == 0 ? .close : .lastCall(moment)), host)
        case 3...5: return (join(.random(in: 1...9, using: &numbers), from: Bool.random(using: &numbers) ? "home" : nil), guest)
        case 6...12:
            let song = Int.random(in: 0...30, using: &numbers)
            return (ask(song, Bool.random(using: &numbers) ? "for \"you\"" : nil, genre: "Pop; Rock", seconds: 40), one)
        case 13: return (.party(.withdraw(entry)), one)
        case 14, 15: return (.party(.vote(entry, PartyVote.allCases.randomElement(using: &numbers) ?? .up)), one)
        case 16: return (.party(.boost(entry)), one)
        case 17: return (.party(.pin(entry, .random(using: &numbers))), .cohost)
        case 18: return (.party(.move(entry, to: .random(in: -2...9, using: &numbers))), .cohost)
        case 19: return (.party(.refuse(entry, reason: "not tonight")), .cohost)
        case 20: return (.party(.stand(person, Person.Standing.allCases.randomElement(using: &numbers) ?? .present)), host)
        case 21: return (.party(.rename(person, "Mira")), host)
        default: return (.add([song(entry % 40)], isNext: false), one)
        }
    }
}
