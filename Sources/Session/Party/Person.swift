package import Music

/// Somebody at a party: a device with a name and a colour, known again by the key that the server gave it.
package struct Person: Hashable, Sendable, Codable {
    /// What a host lets a person do.
    package enum Standing: String, CaseIterable, Sendable, Codable {
        case present
        /// May neither ask nor vote.
        case muted
        /// As muted; what waited of theirs is gone, and nobody new comes from their address.
        case sentAway
    }

    /// Why a host refused a song of this person.
    package struct Note: Hashable, Sendable, Codable {
        package let piece: Piece
        package let reason: String
        package let at: ServerTime
    }

    /// Longest name in letters, and in bytes.
    package static let longestName = 30
    package static let longestNameBytes = 120
    /// A name that is taken gets a number, which makes it a little longer.
    static let longestNumbered = longestNameBytes + 8
    package static let colours = 0...11
    /// Longest reason for a refusal in bytes.
    package static let longestReason = 200
    /// Most notes that are kept for a person; older ones go first.
    static let mostNotes = 5

    package let number: Int
    package internal(set) var name: String
    package let colour: Int
    /// SHA-256 of the key, in hexadecimal digits.
    let key: String
    /// The address that they joined from; nil for one that many share.
    let origin: String?
    /// From when on their votes count.
    let votesFrom: ServerTime
    package internal(set) var standing = Standing.present
    package internal(set) var boostsUsed = 0
    /// How many songs of theirs have begun.
    package internal(set) var played = 0
    package internal(set) var notes: [Note] = []

    var isWithinBounds: Bool {
        name.utf8.count <= Self.longestNumbered && Self.colours.contains(colour) && key.utf8.count <= 64
            && origin?.utf8.count ?? 0 <= 64 && RoomBounds.counts.contains(boostsUsed) && RoomBounds.counts.contains(played)
            && notes.count <= Self.mostNotes && notes.allSatisfy { $0.reason.utf8.count <= Self.longestReason }
    }
}
