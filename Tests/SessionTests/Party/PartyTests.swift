import Music
import Testing
import Yardstick

@testable import Session

@Suite("A party in a room")
struct PartyTests {
    private let after = RoomTrial.after
    private let ada = Author.person(1)
    private let ben = Author.person(2)
    private let eve = Author.person(3)

    private func entry(_ state: RoomState, _ song: Int) throws -> Int {
        try #require(state.queue.entries.first { $0.queued.piece == PartyTrial.song(song).piece }).number
    }

    private func asked(_ state: RoomState, _ songs: (Author, Int)..., at seconds: Double = 1) throws -> RoomState {
        try songs.reduce(state) { try $0.after(PartyTrial.ask($1.1), by: $1.0, at: after(seconds)) }
    }

    @Test("what people ask for plays before the list, in turns, and the list goes on afterwards")
    func before() throws {
        var state = try PartyTrial.open(persons: 2)
        state = try asked(state, (ada, 1), (ada, 2), (ada, 3), (ben, 4))
        #expect(PartyTrial.coming(state) == ["1", "4", "2", "3", "L2", "L3"])
        #expect(PartyTrial.coming(state.advanced(to: after(101))) == ["4", "2", "3", "L2", "L3"])
        let late = state.advanced(to: after(450))
        #expect(PartyTrial.coming(late) == ["L2", "L3"] && late.openParty?.playing?.person == 1)
        let end = state.advanced(to: after(550))
        #expect(PartyTrial.coming(end) == ["L3"] && end.openParty?.playing == nil)
        #expect(end.queue.entries.count == 3, "what was asked for has gone")
    }

    @Test("one request, one of the list")
    func between() throws {
        var state = try PartyTrial.open(persons: 2) { $0.mix = .between }
        state = try asked(state, (ada, 1), (ada, 2), (ben, 3))
        #expect(PartyTrial.coming(state) == ["1", "L2", "3", "L3", "2"])
        #expect(PartyTrial.coming(state.advanced(to: after(101))) == ["L2", "3", "L3", "2"])
        #expect(try PartyTrial.coming(state.after(.add([PartyTrial.song(9)], isNext: false), at: after(2))).last == "9")
    }

    @Test("without a list, the first request begins the music; after its end the next one does")
    func begins() throws {
        var state = try asked(PartyTrial.open(list: 0, persons: 1), (ada, 1))
        #expect(state.isPlaying && state.openParty?.playing?.person == 1)
        state = state.advanced(to: after(300))
        #expect(!state.isPlaying && state.hasEnded)
        state = try asked(state, (ada, 2), at: 310)
        #expect(state.isPlaying && state.queue.entries.count == 1)
    }

    @Test("votes order the songs, a vote outweighs a wait of five songs, and each person has one for a song")
    func votes() throws {
        var state = try PartyTrial.open(persons: 3) {
            $0.order = .votes
            $0.downVotes = true
        }
        state = try asked(state, (ada, 1), (ada, 2), (ben, 3))
        let third = try entry(state, 3)
        for _ in 0..<2 { state = try state.after(.party(.vote(third, .up)), by: eve, at: after(2)) }
        #expect(PartyTrial.coming(state).prefix(3) == ["3", "1", "2"] && state.party?.request(third)?.score == 1)
        state = try state.after(.party(.vote(third, .down)), by: ada, at: after(3))
        #expect(PartyTrial.coming(state).prefix(3) == ["1", "2", "3"])
        state = try state.after(.party(.vote(third, .none)), by: ada, at: after(3))
        #expect(PartyTrial.coming(state).first == "3")
        #expect(throws: Refusal.party(.isOwn)) { try state.after(.party(.vote(third, .up)), by: ben, at: after(3)) }
        let plain = try PartyTrial.open(persons: 2)
        let one = try asked(plain, (ada, 1))
        #expect(throws: Refusal.party(.noDownVotes)) {
            try one.after(.party(.vote(entry(one, 1), .down)), by: ben, at: after(2))
        }
    }

    @Test("a host pins, moves and refuses, and whoever asked is told why")
    func steering() throws {
        var state = try PartyTrial.open(persons: 2)
        state = try asked(state, (ada, 1), (ada, 2), (ben, 3), (ben, 4))
        #expect(PartyTrial.coming(state).prefix(4) == ["1", "3", "2", "4"])
        state = try state.after(.party(.pin(entry(state, 4), true)), by: .cohost, at: after(2))
        #expect(PartyTrial.coming(state).prefix(4) == ["4", "1", "3", "2"])
        state = try state.after(.party(.move(entry(state, 2), to: 1)), by: .cohost, at: after(2))
        #expect(PartyTrial.coming(state).prefix(4) == ["4", "2", "1", "3"])
        state = try state.after(.move(entry: entry(state, 3), to: 1), at: after(2))
        #expect(PartyTrial.coming(state).prefix(4) == ["3", "4", "2", "1"], "the queue's own move stays among requests")
        let refused = PartyTrial.song(4).piece
        state = try state.after(.party(.refuse(entry(state, 4), reason: "too slow")), by: .cohost, at: after(3))
        #expect(PartyTrial.coming(state).prefix(3) == ["3", "2", "1"])
        #expect(state.party?.person(2)?.notes == [Person.Note(piece: refused, reason: "too slow", at: after(3))])
        #expect(throws: Refusal.party(.nobody)) { try state.after(PartyTrial.ask(7), by: .host, at: after(3)) }
    }

    @Test("each may bring so many songs forward, only their own")
    func boosts() throws {
        var state = try asked(PartyTrial.open(persons: 2), (ada, 1), (ada, 2), (ben, 3))
        #expect(throws: Refusal.party(.notTheirs)) { try state.after(.party(.boost(entry(state, 2))), by: ben, at: after(2)) }
        state = try state.after(.party(.boost(entry(state, 2))), by: ada, at: after(2))
        #expect(PartyTrial.coming(state).prefix(3) == ["2", "1", "3"])
        #expect(throws: Refusal.party(.noBoosts)) { try state.after(.party(.boost(entry(state, 1))), by: ada, at: after(2)) }
    }

    @Test("no song twice within the time, none that waits, none too long, none of an excluded genre")
    func limits() throws {
        var state = try PartyTrial.open(persons: 2) {
            $0.repeatMinutes = 10
            $0.longestMinutes = 5
            $0.excludedGenres = ["Schlager"]
            $0.waiting = 2
        }
        state = try asked(state, (ada, 1))
        #expect(throws: Refusal.party(.waits)) { try asked(state, (ben, 1)) }
        #expect(throws: Refusal.party(.cameLately(minutes: 10))) { try asked(state.advanced(to: after(150)), (ben, 1), at: 150) }
        #expect(throws: Refusal.party(.cameLately(minutes: 10))) { try asked(state.advanced(to: after(220)), (ben, 1), at: 790) }
        #expect(try asked(state.advanced(to: after(220)), (ben, 1), at: 810).openParty?.playing?.person == 2)
        #expect(throws: Refusal.party(.tooLong(minutes: 5))) {
            try state.after(PartyTrial.ask(2, seconds: 301), by: ben, at: after(2))
        }
        #expect(throws: Refusal.party(.genre("Schlager"))) {
            try state.after(PartyTrial.ask(2, genre: "Pop;  schlager "), by: ben, at: after(2))
        }
        state = try asked(state, (ada, 2))
        #expect(throws: Refusal.party(.hasEnough(2))) { try asked(state, (ada, 3)) }
    }

    @Test("another browser at an address is another vote only after a wait, and there are only so many")
    func addresses() throws {
        var state = try PartyTrial.open(persons: 1) { $0.addressPersons = 2 }
        state = try asked(state, (ada, 1), (ada, 2))
        for number in [8, 9] { state = try state.after(PartyTrial.join(number, from: "home"), by: .guest("h"), at: after(1)) }
        #expect(throws: Refusal.party(.tooManyPersons(2))) {
            try state.after(PartyTrial.join(7, from: "home"), by: .guest("h"), at: after(1))
        }
        let first = try entry(state, 1)
        #expect(try state.after(.party(.vote(first, .up)), by: .person(2), at: after(2)).party?.request(first)?.score == 1)
        #expect(throws: Refusal.party(.votesLater(minutes: 10))) {
            try state.after(.party(.vote(first, .up)), by: .person(3), at: after(2))
        }
        let second = try entry(state, 2)
        let later = try state.after(.pause, at: after(3))
        #expect(try later.after(.party(.vote(second, .up)), by: .person(3), at: after(602)).party?.request(second)?.score == 1)
    }

    @Test("a person who is muted or sent away may do nothing; what waited of the latter goes, and so does their address")
    func standing() throws {
        var state = try asked(PartyTrial.open(persons: 2), (ada, 1), (ben, 2))
        state = try state.after(.party(.stand(1, .muted)), at: after(2))
        #expect(throws: Refusal.party(.muted)) { try asked(state, (ada, 3)) }
        #expect(PartyTrial.coming(state).prefix(2) == ["1", "2"])
        state = try state.after(.party(.stand(1, .sentAway)), at: after(2))
        #expect(PartyTrial.coming(state).prefix(2) == ["2", "L2"])
        #expect(throws: Refusal.party(.sentAway)) { try state.after(PartyTrial.join(0), by: .guest("0"), at: after(3)) }
        #expect(try state.after(.party(.rename(2, "Mira")), at: after(3)).party?.person(2)?.name == "Mira")
        #expect(try state.after(.party(.stand(1, .present)), at: after(3)).after(PartyTrial.ask(5), by: ada, at: after(4)) != state)
    }

    @Test("where everybody shares an address, who has done nothing yet makes place for newcomers, and nobody else does")
    func crowd() throws {
        var state = try PartyTrial.open()
        func join(_ number: Int) throws {
            let card = PartyCommand.join(name: "p", colour: 0, key: "key \(number)", origin: nil)
            state = try state.after(.party(card), by: .guest("proxy"), at: after(Double(number) / 100))
        }
        for number in 0..<Party.mostPersons { try join(number) }
        state = try asked(state, (ada, 1), at: 10)
        try join(1000)
        #expect(state.party?.persons.count == Party.mostPersons)
        #expect(state.party?.person(withKey: "key 0") == 1, "has asked")
        #expect(state.party?.person(withKey: "key 1") == nil && state.party?.person(withKey: "key 1000") == 2)
        for number in 2..<Party.mostPersons { state = try state.after(.party(.stand(number, .muted)), at: after(10.005)) }
        try join(1001)
        #expect(state.party?.person(withKey: "key 1001") == Party.mostPersons)
        state = try state.after(.party(.stand(Party.mostPersons, .muted)), at: after(10.015))
        #expect(throws: Refusal.party(.noPlace)) { try join(1002) }
    }

    @Test("two of one name are told apart")
    func names() throws {
        var state = try PartyTrial.open()
        for origin in ["a", "b"] {
            state = try state.after(
                .party(.join(name: "Mira", colour: 1, key: origin, origin: origin)), by: .guest("g"), at: after(1))
        }
        #expect(state.party?.persons.map(\.name) == ["Mira", "Mira 2"] && state.party?.person(withKey: "b") == 2)
    }

    @Test("what a host replaces, clears or shuffles is the list; requests stay")
    func list() throws {
        var state = try asked(PartyTrial.open(persons: 1), (ada, 1), (ada, 2))
        state = try state.after(
            .playPieces([RoomTrial.track(4, 100), RoomTrial.track(5, 100)], start: 0, position: .zero), at: after(5))
        #expect(PartyTrial.coming(state) == ["1", "2", "L5"])
        state = try state.after(.shuffle(true), at: after(6)).after(.clear(keepsPlaying: true), at: after(7))
        #expect(PartyTrial.coming(state) == ["1", "2"])
        state = try state.after(.remove([entry(state, 1)], isUndoable: true), at: after(8))
        #expect(PartyTrial.coming(state) == ["2"])
    }

    @Test("requests come once, however the list repeats")
    func repeating() throws {
        var state = try asked(PartyTrial.open(list: 2, persons: 1), (ada, 1)).after(.repeating(.all), at: after(2))
        state = state.advanced(to: after(350))
        #expect(state.course?.timeline.piece == 1 && state.queue.entries.count == 2)
        state = try asked(state, (ada, 2), at: 351).after(.repeating(.one), at: after(352))
        #expect(state.advanced(to: after(405)).openParty?.playing?.person == 1)
        #expect(state.advanced(to: after(505)).course?.timeline.piece == 2)
        #expect(state.advanced(to: after(605)).course?.timeline.piece == 2)
    }

    @Test("at the last call the song that plays is the last, and nothing more is asked for")
    func lastCall() throws {
        var state = try asked(PartyTrial.open(persons: 1), (ada, 1), (ada, 2)).after(.party(.lastCall(after(150))), at: after(2))
        #expect(state.advanced(to: after(180)).isPlaying)
        state = state.advanced(to: after(250))
        #expect(!state.isPlaying && state.openParty?.playing?.person == 1)
        #expect(throws: Refusal.party(.isOver)) { try asked(state, (ada, 5), at: 260) }
        #expect(try state.after(.party(.lastCall(nil)), at: after(260)).after(.play, at: after(261)).isPlaying)
    }

    @Test("at its end what waits becomes part of the list, nobody may ask, and the songs of the evening are known")
    func closing() throws {
        var state = try asked(PartyTrial.open(persons: 1), (ada, 1), (ada, 2)).advanced(to: after(150))
        let coming = PartyTrial.coming(state)
        state = try state.after(.party(.close), at: after(151))
        #expect(PartyTrial.coming(state) == coming && state.openParty == nil)
        #expect(throws: Refusal.party(.notOpen)) { try asked(state, (ada, 3), at: 152) }
        #expect(state.party?.songs.map(\.piece) == [1])
        state = try state.after(.party(.open(PartyRulesChange(), seal: "t")), at: after(160))
        #expect(state.party?.number == 2 && state.party?.persons.isEmpty == true && state.party?.rules.waiting == 20)
        #expect(throws: Refusal.party(.nobody)) {
            try state.after(.add([RoomTrial.track(3, 9)], isNext: false), by: .guest("x"), at: after(161))
        }
    }
}
