import Music

/// A party in a room: who is there, what they ask for, and in which order it comes.
///
/// Requests are entries of the room's queue as well: `RoomState.settle` keeps them in their order among those that come.
package struct Party: Hashable, Sendable, Codable {
    /// Most persons of one party.
    package static let mostPersons = 500
    /// Most requests that wait at a time.
    package static let mostRequests = 200
    /// Most songs of an evening that are remembered; the oldest go first.
    static let mostSongs = 500
    /// A vote outweighs a wait of so many songs: so everybody's turn comes, whatever others vote for.
    package static let votesWeight = 5

    /// Counts the room's parties.
    package let number: Int
    /// What the link of its guests is made of, beside the owner's key.
    package let seal: String
    package let opened: ServerTime
    package internal(set) var isOpen = true
    package internal(set) var rules = PartyRules()
    package internal(set) var lastCall: ServerTime?
    /// In the order of their joining.
    package internal(set) var persons: [Person] = []
    /// Those that wait, in the order in which they were asked for.
    package internal(set) var requests: [SongRequest] = []
    /// What plays, if it was asked for.
    package internal(set) var playing: SongRequest?
    package internal(set) var songs: [PartySong] = []
    /// How many requests have begun.
    var plays = 0
    /// Entries that a host has put first, in their order.
    package internal(set) var pinned: [Int] = []
    /// Entries that people have brought forward, in their order.
    package internal(set) var boosted: [Int] = []
    /// The persons with a waiting song that is neither pinned nor brought forward, as their turns come.
    var ring: [Int] = []

    init(number: Int, seal: String, opened: ServerTime) {
        (self.number, self.seal, self.opened) = (number, seal, opened)
    }

    package func person(_ number: Int) -> Person? {
        // Numbers count up from one without gaps.
        persons.indices.contains(number - 1) ? persons[number - 1] : nil
    }

    /// The person with a key, by its hash.
    package func person(withKey hash: String) -> Int? { persons.first { $0.key == hash }?.number }

    package func request(_ entry: Int) -> SongRequest? { requests.first { $0.entry == entry } }

    var isWithinBounds: Bool {
        let entries = requests.map(\.entry)
        return RoomBounds.counts.contains(number) && seal.utf8.count <= 64 && RoomBounds.counts.contains(plays)
            && rules.isWithinBounds
            && persons.count <= Self.mostPersons && persons.allSatisfy(\.isWithinBounds)
            && persons.map(\.number) == Array(1..<persons.count + 1) && requests.count <= Self.mostRequests
            && Set(entries).count == entries.count && (requests + [playing].compactMap(\.self)).allSatisfy(\.isWithinBounds)
            && (requests + [playing].compactMap(\.self)).allSatisfy { person($0.person) != nil } && songs.count <= Self.mostSongs
            && [pinned, boosted].allSatisfy { $0.count <= Self.mostRequests && Set($0).count == $0.count }
            && ring.count <= Self.mostPersons && Set(ring).count == ring.count
    }
}

/// The order in which requests come. It changes by commands alone: when the first of them begins, the others follow as they stood.
extension Party {
    /// The waiting requests as they come. Those that cannot be played wait at the end.
    func order(_ isPlayable: (Int) -> Bool) -> [SongRequest] {
        let waiting = Dictionary(uniqueKeysWithValues: requests.map { ($0.entry, $0) })
        let lifted = (pinned + boosted).compactMap { waiting[$0] }.filter { isPlayable($0.entry) }
        let first = Set(lifted.map(\.entry))
        let rest = requests.filter { !first.contains($0.entry) && isPlayable($0.entry) }
        return lifted + ruled(rest) + requests.filter { !isPlayable($0.entry) }
    }

    private func ruled(_ requests: [SongRequest]) -> [SongRequest] {
        switch rules.order {
        case .arrival: return requests
        case .turns: return inTurns(requests)
        case .votes:
            // Constant while a request waits, whatever begins meanwhile.
            func rank(_ request: SongRequest) -> Int { request.score * Self.votesWeight - request.playsBefore }
            return requests.enumerated().sorted {
                (-rank($0.element), $0.offset) < (-rank($1.element), $1.offset)
            }.map(\.element)
        }
    }

    private func inTurns(_ requests: [SongRequest]) -> [SongRequest] {
        var own = Dictionary(grouping: requests, by: \.person).mapValues { $0[...] }
        var turns = ring.filter { own[$0] != nil }
        var order: [SongRequest] = []
        while !turns.isEmpty {
            order += turns.compactMap { own[$0]?.popFirst() }
            turns.removeAll { own[$0]?.isEmpty != false }
        }
        return order
    }

    /// Lets whoever has a song waiting again take a turn after all others, and whoever has none leave.
    mutating func renewRing(_ isPlayable: (Int) -> Bool) {
        let lifted = Set(pinned + boosted)
        var waiting: [Int] = []
        var known: Set<Int> = []
        for request in requests where !lifted.contains(request.entry) && isPlayable(request.entry) {
            if known.insert(request.person).inserted { waiting.append(request.person) }
        }
        ring.removeAll { !known.contains($0) }
        let here = Set(ring)
        ring += waiting.filter { !here.contains($0) }
    }

    /// A request begins: whoever asked for it has had a turn, unless it was pinned or brought forward.
    mutating func begin(_ request: SongRequest) {
        requests.removeAll { $0.entry == request.entry }
        let wasLifted = pinned.contains(request.entry) || boosted.contains(request.entry)
        forgetLift(request.entry)
        plays += 1
        persons[request.person - 1].played += 1
        playing = request
        guard !wasLifted, let index = ring.firstIndex(of: request.person) else { return }
        ring.append(ring.remove(at: index))
    }

    mutating func drop(_ entries: Set<Int>) {
        guard !entries.isEmpty else { return }
        requests.removeAll { entries.contains($0.entry) }
        pinned.removeAll { entries.contains($0) }
        boosted.removeAll { entries.contains($0) }
    }

    mutating func forgetLift(_ entry: Int) {
        pinned.removeAll { $0 == entry }
        boosted.removeAll { $0 == entry }
    }
}
