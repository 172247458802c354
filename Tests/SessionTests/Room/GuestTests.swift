import Music
import Session
import Testing
import Yardstick

@Suite("Guests in a room")
struct GuestTests {
    private let after = RoomTrial.after
    private let ada = Author.guest("ada")
    private let ben = Author.guest("ben")

    private func tracks(_ count: Int) -> [QueuedPiece] { (0..<count).map { RoomTrial.track(10 + $0, 60) } }

    @Test("a guest has so many tracks waiting, and no more: those that have played do not count")
    func limit() throws {
        var state = try RoomTrial.playing([60])
        state = try state.after(.add(tracks(GuestBook.mostWaiting), isNext: true), by: ada, at: after(1))
        #expect(state.queue.entries.map(\.queued.piece).first == 1, "they come last, whatever was asked")
        #expect(throws: Refusal.guestHasEnough(GuestBook.mostWaiting + 1)) {
            try state.after(.add(tracks(1), isNext: false), by: ada, at: after(2))
        }
        #expect(try state.after(.add(tracks(1), isNext: false), by: ben, at: after(2)).queue.entries.count == 22)
        #expect(try state.after(.add(tracks(1), isNext: false), by: ada, at: after(61)).queue.entries.count == 22)
    }

    @Test("a guest removes what is his or hers and waits, and nothing else")
    func remove() throws {
        var state = try RoomTrial.playing([60]).after(.add(tracks(2), isNext: false), by: ada, at: after(1))
        let entries = state.queue.entries.map(\.number)
        for (author, number) in [(ada, entries[0]), (ben, entries[1]), (ada, 999)] {
            #expect(throws: Refusal.notTheGuests) { try state.after(.remove([number]), by: author, at: after(2)) }
        }
        #expect(throws: Refusal.notTheGuests) { try state.after(.remove([entries[1]]), by: ada, at: after(62)) }
        state = try state.after(.remove([entries[2]]), by: ada, at: after(3))
        #expect(state.queue.entries.map(\.number) == Array(entries.prefix(2)))
        #expect(try state.after(.undo(through: nil), at: after(4)).queue.entries.map(\.number) == entries)
    }

    @Test("after the end of the queue the music goes on with what a guest adds")
    func end() throws {
        let ended = try RoomTrial.playing([60]).advanced(to: after(70))
        #expect(!ended.isPlaying)
        let state = try ended.after(.add(tracks(1), isNext: false), by: ada, at: after(80))
        #expect(state.isPlaying && state.course?.timeline.piece == 10)
    }

    @Test("votes are for what plays: one a guest, of those who are here, and forgotten with the track")
    func votes() throws {
        let here: Set = ["ada", "ben", "eve"]
        var state = try RoomTrial.playing([60, 60])
        for author in [ada, ben, ada] { state = try state.after(.vote(of: here), by: author, at: after(5)) }
        let entry = state.currentEntry
        #expect(state.guests.votes(toSkip: entry, of: here) == 2 && state.guests.votes(toSkip: entry, of: ["ben"]) == 1)
        #expect(state.course == (try RoomTrial.playing([60, 60]).advanced(to: after(5)).course), "the room skips, not a vote")
        #expect(throws: Refusal.guestIsAway) { try state.after(.vote(of: here), by: .guest("eva"), at: after(6)) }
        let next = state.advanced(to: after(61))
        #expect(next.guests.votes(toSkip: next.currentEntry, of: here) == 0)
        #expect(try state.after(.next, by: .server, at: after(7)).guests.entry == nil)
        #expect(try state.after(.vote(of: []), at: after(7)).course?.timeline.piece == 2, "a host need not ask")
        #expect(throws: Refusal.nothingPlays) { try RoomState(seed: 1).after(.vote(of: here), by: ada, at: after(1)) }
    }
}
