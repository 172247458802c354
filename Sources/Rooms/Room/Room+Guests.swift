import Session

/// What the guests of a party have done in a room.
struct GuestBook: Sendable {
    /// The entry that they vote to skip.
    private(set) var entry: Int?
    private var votes: Set<String> = []
    /// Which guest added an entry.
    private var adders: [Int: String] = [:]

    mutating func vote(_ guest: String, toSkip entry: Int, of present: Set<String>) {
        if self.entry != entry { (self.entry, votes) = (entry, []) }
        votes.insert(guest)
        // Those who left need not be remembered.
        votes.formIntersection(present)
    }

    /// How many of those present have voted to skip an entry.
    func votes(toSkip entry: Int?, of present: Set<String>) -> Int {
        entry == self.entry ? votes.intersection(present).count : 0
    }

    mutating func forgetVotes() { (entry, votes) = (nil, []) }

    /// How many of these entries a guest has added. The others are forgotten.
    mutating func count(of guest: String, among entries: some Sequence<Int>) -> Int {
        let waiting = Set(entries)
        adders = adders.filter { waiting.contains($0.key) }
        return adders.values.count { $0 == guest }
    }

    func added(_ entry: Int, _ guest: String) -> Bool { adders[entry] == guest }

    mutating func note(_ entries: some Sequence<Int>, of guest: String) {
        for entry in entries { adders[entry] = guest }
    }
}

/// How guests take part: each adds some entries, and together they skip what they do not like.
extension Room {
    /// Votes to skip what plays, and how many are needed.
    struct Votes: Sendable, Equatable {
        let count: Int
        let needed: Int
    }

    /// Nil while no guest is here.
    var votes: Votes? {
        let guests = members.guests
        guard !guests.isEmpty else { return nil }
        // More than the share: with a half, two of two and two of three.
        let share = state.settings.voteShare * Double(guests.count)
        let needed = (1...guests.count).first { Double($0) > share } ?? guests.count
        return Votes(count: guestBook.votes(toSkip: state.course?.entry, of: guests), needed: needed)
    }

    mutating func vote(_ visitor: Visitor, at now: ServerTime) throws(MessageProblem) {
        advance(to: now)
        if let following = state.following { throw MessageProblem(Refusal.follows(following.target.user)) }
        guard let course = state.course, !state.isMetronome else { throw MessageProblem(Refusal.nothingPlays) }
        let guests = members.guests
        guard guests.contains(visitor.guest) else {
            throw MessageProblem(.conflict, "Only guests whose page shows the room can vote in it.")
        }
        guestBook.vote(visitor.guest, toSkip: course.entry, of: guests)
        stateShown.isDue = true
    }

    /// Skips what plays if enough guests want that.
    mutating func skipIfVoted(at now: ServerTime) {
        // Rooms act for every frame, and mostly nobody has voted.
        guard let entry = guestBook.entry, entry == state.course?.entry, let votes, votes.count >= votes.needed else { return }
        guestBook.forgetVotes()
        carryOut(.next, at: now)
    }

    /// The numbers of the entries that come after what plays.
    private var waitingEntries: [Int] {
        let index = state.currentEntry.flatMap { state.queue.index(of: $0) }.map { $0 + 1 } ?? 0
        return state.queue.entries[index...].map(\.number)
    }

    /// Adds what a guest chose to the end of the queue, and says which entries that made.
    mutating func add(_ queued: [QueuedPiece], _ cards: [TrackCard], of guest: String, at now: ServerTime) throws -> [Int] {
        advance(to: now)
        let waiting = guestBook.count(of: guest, among: waitingEntries)
        guard waiting + queued.count <= Rooms.mostEntriesOfGuest else {
            let limit = "A guest may have \(Rooms.mostEntriesOfGuest) tracks waiting"
            throw MessageProblem(.tooMany, "\(limit): these would be \(waiting + queued.count).")
        }
        let before = Set(state.queue.entries.map(\.number))
        try obey(.add(queued, isNext: false), tracks: cards, at: now)
        // After the end of the queue the music goes on with what was added.
        if state.hasEnded { carryOut(.play, at: now) }
        let added = state.queue.entries.map(\.number).filter { !before.contains($0) }
        guestBook.note(added, of: guest)
        return added
    }

    /// Removes entries that a guest has added and that wait.
    mutating func remove(_ entries: [Int], of guest: String, at now: ServerTime) throws {
        advance(to: now)
        let waiting = Set(waitingEntries)
        guard entries.allSatisfy({ waiting.contains($0) && guestBook.added($0, guest) }) else {
            throw MessageProblem(.roleNeeded, "A guest may remove only the tracks that he or she has added and that wait.")
        }
        try obey(.remove(entries, isUndoable: true), at: now)
    }
}
