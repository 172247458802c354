import Session

/// What the holder of a token may do.
package struct Grant: Sendable, Hashable {
    /// Everything: the owner's token, or everybody with `--open-control`.
    static let owner = Grant(role: .owner)
    /// What everybody has who may read.
    static let none = Grant(role: .viewer)

    let role: Role
    /// The room that it is for; nil for all.
    var room: String?
    /// The number of its link; nil for tokens of the server's own.
    var link: Int?

    /// The role in a room; nil asks for what concerns no single room.
    func role(in room: String?) -> Role {
        self.room == nil || self.room == room ? role : .viewer
    }

    func has(_ right: Right, in room: String?) -> Bool {
        role(in: right.isOfRoom ? room : nil) >= right.least
    }

    /// This grant of a token, or what its holder may do without one if that is as much: it is for all rooms and does not end.
    func orBetter(_ other: Grant) -> Grant { other == .none || role > other.role ? self : other }

    /// Whether there is a room in which it has a right.
    func has(_ right: Right) -> Bool { has(right, in: room) }
}
