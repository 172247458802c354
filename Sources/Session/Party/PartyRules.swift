/// How a host wants a party to be fair.
package struct PartyRules: Hashable, Sendable, Codable {
    /// What decides which waiting song comes first.
    package enum Order: String, CaseIterable, Sendable, Codable {
        case arrival
        /// Everybody in turn, round and round.
        case turns
        case votes
    }

    /// Where songs that were asked for stand among those of the room's own list.
    package enum Mix: String, CaseIterable, Sendable, Codable {
        case before
        /// One request, one of the list.
        case between
    }

    package static let repeatMinutes = 0...1440
    package static let longestMinutes = 0...600
    package static let waiting = 1...20
    package static let boosts = 0...10
    package static let addressPersons = 1...100
    package static let patienceMinutes = 0...120
    package static let mostGenres = 20
    /// In bytes.
    package static let longestGenre = 80

    package internal(set) var order = Order.turns
    package internal(set) var mix = Mix.before
    /// Whether people may vote against a song.
    package internal(set) var downVotes = false
    /// No song comes twice within so many minutes; 0 allows it.
    package internal(set) var repeatMinutes = 120
    /// No song is longer; 0 allows every length.
    package internal(set) var longestMinutes = 10
    package internal(set) var excludedGenres: [String] = []
    /// Most songs of one person that wait.
    package internal(set) var waiting = 5
    /// How many songs each person may bring forward in one evening.
    package internal(set) var boosts = 1
    /// Most persons who join from one address.
    package internal(set) var addressPersons = 4
    /// So many minutes after joining, all but the first person of an address may vote and bring songs forward: another browser is another
    /// vote only for those who wait.
    package internal(set) var patienceMinutes = 10

    package init() {}

    var isWithinBounds: Bool {
        Self.repeatMinutes.contains(repeatMinutes) && Self.longestMinutes.contains(longestMinutes) && Self.waiting.contains(waiting)
            && Self.boosts.contains(boosts) && Self.addressPersons.contains(addressPersons)
            && Self.patienceMinutes.contains(patienceMinutes)
            && excludedGenres.count <= Self.mostGenres && excludedGenres.allSatisfy { $0.utf8.count <= Self.longestGenre }
    }

    mutating func apply(_ change: PartyRulesChange) {
        if let value = change.order { order = value }
        if let value = change.mix { mix = value }
        if let value = change.downVotes { downVotes = value }
        if let value = change.repeatMinutes { repeatMinutes = value }
        if let value = change.longestMinutes { longestMinutes = value }
        if let value = change.excludedGenres { excludedGenres = value }
        if let value = change.waiting { waiting = value }
        if let value = change.boosts { boosts = value }
        if let value = change.addressPersons { addressPersons = value }
        if let value = change.patienceMinutes { patienceMinutes = value }
    }
}

/// A change of a party's rules; nil leaves one as it is.
package struct PartyRulesChange: Hashable, Sendable, Codable {
    package var order: PartyRules.Order?
    package var mix: PartyRules.Mix?
    package var downVotes: Bool?
    package var repeatMinutes: Int?
    package var longestMinutes: Int?
    package var excludedGenres: [String]?
    package var waiting: Int?
    package var boosts: Int?
    package var addressPersons: Int?
    package var patienceMinutes: Int?

    package init() {}
}
