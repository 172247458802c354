/// What somebody may do; each role includes those before it.
package enum Role: String, CaseIterable, Comparable, Codable, Sendable {
    /// Sees and hears.
    case viewer
    /// Adds to the queue of a party and votes to skip.
    case guest
    /// Keeps the order of what guests ask for.
    case cohost
    /// Decides what plays.
    case host
    /// Looks after the library and the server.
    case owner

    package static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
