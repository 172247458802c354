package import Music

/// A song that a person has asked for. It is also an entry of the room's queue, among those that come.
package struct SongRequest: Hashable, Sendable, Codable {
    /// Longest dedication in letters, and in bytes.
    package static let longestDedication = 80
    package static let longestDedicationBytes = 320

    /// The number of its entry in the queue.
    package let entry: Int
    package let person: Int
    package let dedication: String?
    package let at: ServerTime
    /// How many requests had begun when it was asked for.
    let playsBefore: Int
    package internal(set) var up: Set<Int> = []
    package internal(set) var down: Set<Int> = []

    package var score: Int { up.count - down.count }

    var isWithinBounds: Bool {
        dedication?.utf8.count ?? 0 <= Self.longestDedicationBytes && RoomBounds.counts.contains(playsBefore)
            && up.count <= Party.mostPersons && down.count <= Party.mostPersons
    }
}

/// A song of the evening, whoever chose it.
package struct PartySong: Hashable, Sendable, Codable {
    package let piece: Piece
    /// Who asked for it; nil for one of the room's list.
    package let person: Int?
    /// When it ended, or was left.
    package let end: ServerTime
}
