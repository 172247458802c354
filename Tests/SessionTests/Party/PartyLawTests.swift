import Music
import Testing
import Yardstick

@testable import Session

@Suite("The order of a party")
struct PartyLawTests {
    private static let seeds = Array(1...60 as ClosedRange<UInt64>)

    /// An evening of random wishes by six persons, with what was seen before and after each step.
    private func evening(
        _ seed: UInt64, _ order: PartyRules.Order, steps: Int = 120,
        _ look: (_ before: RoomState, _ after: RoomState, _ begun: SongRequest?) throws -> Void
    ) throws {
        var numbers = SeededGenerator(seed: seed)
        var state = try PartyTrial.open(list: 20, persons: 6) {
            $0.order = order
            $0.mix = Bool.random(using: &numbers) ? .before : .between
        }
        var now = RoomTrial.start
        for _ in 0..<steps {
            let before = state
            if Int.random(in: 0...2, using: &numbers) == 0, let change = state.nextChange {
                now = max(now, change)
                state = state.advanced(to: now)
            } else {
                let person = Int.random(in: 1...6, using: &numbers)
                let entry = state.party?.requests.randomElement(using: &numbers)?.entry ?? 0
                let command: RoomCommand =
                    switch Int.random(in: 0...9, using: &numbers) {
                    case 0: .party(.withdraw(entry))
                    case 1, 2: .party(.vote(entry, .up))
                    default: PartyTrial.ask(.random(in: 0...300, using: &numbers))
                    }
                state = (try? state.after(command, by: .person(person), at: now)) ?? state
            }
            let begun = state.party?.playing.flatMap { $0 == before.party?.playing ? nil : $0 }
            try look(before, state, begun)
        }
    }

    @Test("in turns, of two who both have a song waiting all the while neither is ever more than one ahead", arguments: seeds)
    func turns(seed: UInt64) throws {
        // How far the first is ahead since both have had a song waiting, and its bounds since then.
        var leads: [[Int]: (now: Int, least: Int, most: Int)] = [:]
        try evening(seed, .turns) { before, state, begun in
            let waiting = Set(before.party?.requests.map(\.person) ?? [])
            let still = Set(state.party?.requests.map(\.person) ?? [])
            for one in 1...6 {
                for other in 1...6 where one < other {
                    let pair = [one, other]
                    // The song that begins was waiting until then.
                    guard pair.allSatisfy(waiting.contains) else {
                        leads[pair] = nil
                        continue
                    }
                    var lead = leads[pair] ?? (0, 0, 0)
                    if begun?.person == one { lead.now += 1 }
                    if begun?.person == other { lead.now -= 1 }
                    (lead.least, lead.most) = (min(lead.least, lead.now), max(lead.most, lead.now))
                    #expect(lead.most - lead.least <= 1, "seed \(seed): \(pair)")
                    leads[pair] = pair.allSatisfy(still.contains) ? lead : nil
                }
            }
        }
    }

    @Test("the order never jumps without a command: when a song begins, the others follow as they stood", arguments: seeds)
    func still(seed: UInt64) throws {
        for order in PartyRules.Order.allCases {
            try evening(seed, order) { before, state, begun in
                guard state.party?.requests.count ?? 0 < before.party?.requests.count ?? 0, begun != nil else { return }
                #expect(PartyTrial.coming(state) == Array(PartyTrial.coming(before).dropFirst()), "seed \(seed), \(order)")
            }
        }
    }

    @Test("nobody starves: what comes before a waiting song is bounded in each order", arguments: seeds.prefix(30))
    func starving(seed: UInt64) throws {
        for order in PartyRules.Order.allCases {
            var (waits, most): ([Int: Int], [Int: Int]) = ([:], [:])
            try evening(seed, order, steps: 300) { _, state, begun in
                let waiting = state.party?.requests ?? []
                for request in waiting where most[request.entry] == nil {
                    most[request.entry] = 6 * waiting.count { $0.person == request.person && $0.entry <= request.entry }
                }
                guard let begun else { return }
                for request in waiting {
                    waits[request.entry, default: 0] += 1
                    switch order {
                    case .arrival: #expect(begun.entry < request.entry, "seed \(seed)")
                    // Each of the person's songs up to it lets at most one of each other go first.
                    case .turns: #expect(waits[request.entry, default: 0] <= most[request.entry, default: 0], "seed \(seed)")
                    // Five others may vote.
                    case .votes: #expect(begun.playsBefore - request.playsBefore <= 5 * Party.votesWeight, "seed \(seed)")
                    }
                }
            }
        }
    }

    @Test("a newcomer's first song comes once each of the others has had at most one turn")
    func newcomer() throws {
        var state = try PartyTrial.open(persons: 10)
        for song in 0..<40 { state = try state.after(PartyTrial.ask(song), by: .person(song % 9 + 1), at: RoomTrial.after(1)) }
        state = try state.after(PartyTrial.ask(99), by: .person(10), at: RoomTrial.after(2))
        #expect(PartyTrial.turns(state).firstIndex(of: 10) == 9)
    }

    @Test("who leaves the round and comes back takes a turn after all others")
    func comingBack() throws {
        var state = try PartyTrial.open(persons: 3)
        for (song, person) in [(1, 1), (2, 2), (3, 2), (4, 3)] {
            state = try state.after(PartyTrial.ask(song), by: .person(person), at: RoomTrial.after(1))
        }
        #expect(PartyTrial.turns(state) == [1, 2, 3, 2])
        let first = try #require(state.requestsInOrder.first).entry
        state = try state.after(.party(.withdraw(first)), by: .person(1), at: RoomTrial.after(2))
        state = try state.after(PartyTrial.ask(1), by: .person(1), at: RoomTrial.after(2))
        #expect(PartyTrial.turns(state) == [2, 3, 1, 2])
    }

    @Test(
        "by any commands of anybody, requests are entries that come, each once, and the same log gives the same room",
        arguments: seeds)
    func valid(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var state = RoomState(seed: seed)
        var disk = RoomDisk(state, at: RoomTrial.start)
        var later = disk
        var now = RoomTrial.start
        for step in 0..<100 {
            now = now.later(MediaTime(seconds: .random(in: 0...60, using: &numbers)))
            let (command, author) =
                Int.random(in: 0...3, using: &numbers) == 0
                ? (RoomTrial.command(state, &numbers), Author.host) : PartyTrial.command(state, &numbers)
            state = state.advanced(to: now)
            if let next = try? state.after(command, by: author, at: now), next != state {
                state = next
                disk.append(LogEntry(command, by: author, at: now))
                later.append(LogEntry(command, by: author, at: now))
            }
            if step == 60 { later.snapshot(state, at: now) }
            guard let party = state.openParty else { continue }
            let start = state.currentEntry.flatMap { state.queue.index(of: $0) } ?? -1
            let asked = Set(party.requests.map(\.entry))
            #expect(asked.count == party.requests.count && party.isWithinBounds, "seed \(seed), step \(step)")
            #expect(
                asked.allSatisfy { state.queue.index(of: $0).map { $0 > start } ?? false }, "seed \(seed), step \(step): \(command)"
            )
            #expect(party.playing == nil || party.playing?.entry == state.currentEntry, "seed \(seed), step \(step)")
            #expect(
                state.queue.entries.map(\.number) == state.arrangement.map(\.number) && state.isArranged,
                "seed \(seed), step \(step)")
            let inQueue = state.queue.entries.map(\.number).filter(asked.contains)
            #expect(inQueue == state.requestsInOrder.map(\.entry), "seed \(seed), step \(step)")
            let waiting = Set(
                party.requests.filter { !(party.pinned + party.boosted).contains($0.entry) && state.isPlayable($0.entry) }.map(
                    \.person))
            #expect(Set(party.ring) == waiting, "seed \(seed), step \(step)")
        }
        #expect(try disk.folded(at: now)?.advanced(to: now) == state.advanced(to: now), "seed \(seed)")
        #expect(try later.folded(at: now)?.advanced(to: now) == state.advanced(to: now), "seed \(seed)")
    }

    @Test("an evening of 200 guests, two flooders and 300 requests: each who asked is heard, and nobody more than twice before")
    func evening200() throws {
        var numbers = SeededGenerator(seed: 200)
        var state = try PartyTrial.open(list: 10, persons: 202) { $0.waiting = 20 }
        var (now, asked, refused) = (RoomTrial.start, 0, 0)
        var played: [Int: Int] = [:]
        var asks: [Int: Int] = [:]
        var song = 0
        func ask(_ person: Int) {
            song += 1
            let piece = QueuedPiece(Piece(10_000 + song), duration: MediaTime(seconds: 180))
            do throws(Refusal) {
                state = try state.after(.party(.ask(piece, genre: nil, dedication: nil)), by: .person(person), at: now)
                (asked, asks[person]) = (asked + 1, asks[person, default: 0] + 1)
            } catch { refused += 1 }
        }
        while asked < 300 {
            // The flooders ask all the time, the others once in a while.
            for flooder in [201, 202] { for _ in 0..<30 where asked < 300 { ask(flooder) } }
            for _ in 0..<8 where asked < 300 { ask(.random(in: 1...200, using: &numbers)) }
            let before = state.openParty?.playing
            now = max(now, try #require(state.nextChange))
            state = state.advanced(to: now)
            if let begun = state.openParty?.playing, begun != before { played[begun.person, default: 0] += 1 }
        }
        #expect(refused > 1000, "floods are turned away")
        let order = PartyTrial.turns(state)
        let guests = asks.keys.filter { $0 <= 200 && played[$0] == nil }
        // Whoever waits for a first song comes before either flooder's second from now.
        for guest in guests {
            let place = try #require(order.firstIndex(of: guest))
            for flooder in [201, 202] { #expect(order[..<place].count { $0 == flooder } <= 1, "guest \(guest)") }
        }
        // By the end everybody has been heard as often as they have asked.
        while let change = state.nextChange, state.openParty?.requests.isEmpty == false {
            let before = state.openParty?.playing
            now = max(now, change)
            state = state.advanced(to: now)
            if let begun = state.openParty?.playing, begun != before { played[begun.person, default: 0] += 1 }
        }
        #expect(played == asks && played.values.reduce(0, +) == 300)
    }
}
