import Music

/// What the guests of a party have done in a room.
package struct GuestBook: Hashable, Sendable, Codable {
    /// The most entries of one guest that wait in a room's queue.
    package static let mostWaiting = 20

    /// Which guest added an entry.
    var adders: [Int: String] = [:]
    /// The entry that they vote to skip.
    package private(set) var entry: Int?
    private var votes: Set<String> = []

    /// How many of those present have voted to skip an entry.
    package func votes(toSkip entry: Int?, of present: Set<String>) -> Int {
        entry == self.entry ? votes.intersection(present).count : 0
    }

    mutating func vote(_ guest: String, toSkip entry: Int, of present: Set<String>) {
        if self.entry != entry { (self.entry, votes) = (entry, []) }
        votes.insert(guest)
        // Those who left need not be remembered.
        votes.formIntersection(present)
    }

    mutating func forgetVotes() { (entry, votes) = (nil, []) }
}

/// How guests take part: each adds some entries, and together they skip what they do not like.
extension RoomState {
    /// The numbers of the entries that come after what plays.
    private var waitingEntries: some Sequence<Int> {
        let index = currentEntry.flatMap { queue.index(of: $0) }.map { $0 + 1 } ?? 0
        return queue.entries[index...].lazy.map(\.number)
    }

    /// Adds what a guest chose to the end of the queue.
    mutating func add(_ pieces: [QueuedPiece], of guest: String, at now: ServerTime) throws(Refusal) {
        // At a party songs are asked for, by persons.
        guard openParty == nil else { throw .party(.nobody) }
        let waiting = Set(waitingEntries)
        guests.adders = guests.adders.filter { waiting.contains($0.key) }
        let all = guests.adders.values.count { $0 == guest } + pieces.count
        guard all <= GuestBook.mostWaiting else { throw .guestHasEnough(all) }
        let (last, goesOn) = (queue.lastNumber, hasEnded)
        try add(pieces, isNext: false)
        for entry in queue.added(since: last) { guests.adders[entry.number] = guest }
        // After the end of the queue the music goes on with what was added.
        if goesOn { try play(at: now) }
    }

    /// Removes entries that a guest has added and that wait.
    mutating func remove(_ entries: [Int], of guest: String, at now: ServerTime) throws(Refusal) {
        let waiting = Set(waitingEntries)
        guard entries.allSatisfy({ waiting.contains($0) && guests.adders[$0] == guest }) else { throw .notTheGuests }
        try remove(entries, isUndoable: true, at: now)
    }

    /// Takes a guest's vote to skip what plays.
    mutating func vote(_ guest: String, of present: Set<String>) throws(Refusal) {
        let entry = try entryToSkip()
        guard present.contains(guest) else { throw .guestIsAway }
        guests.vote(guest, toSkip: entry, of: present)
    }
}
