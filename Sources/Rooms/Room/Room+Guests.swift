import Session

/// How guests skip together what plays.
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
        return Votes(count: state.guests.votes(toSkip: state.course?.entry, of: guests), needed: needed)
    }

    /// Skips what plays if enough guests want that.
    mutating func skipIfVoted(at now: ServerTime) {
        // Rooms act for every frame, and mostly nobody has voted.
        guard let entry = state.guests.entry, entry == state.course?.entry, let votes, votes.count >= votes.needed else { return }
        carryOut(.next, at: now)
    }
}
