import Music

/// An entry of a room's log: what changed the room, by whom, and when. Nothing else changes a room but time.
package struct LogEntry: Hashable, Sendable, Codable {
    package let command: RoomCommand
    package let author: Author
    package let at: ServerTime

    package init(_ command: RoomCommand, by author: Author, at moment: ServerTime) {
        (self.command, self.author, at) = (command, author, moment)
    }

    /// About how many usual entries take the same room on the disk.
    var weight: Int {
        switch command {
        case .playPieces(let pieces, _, _), .add(let pieces, _): 1 + pieces.count / Self.piecesOfOne
        case .follow(.tap(_, let grid)), .follow(.see(_, let grid?)): 1 + grid.beats.count / Self.piecesOfOne
        default: 1
        }
    }

    private static let piecesOfOne = 4
}

/// Who gives a room a command.
package enum Author: Hashable, Sendable, Codable {
    case host
    /// Somebody who keeps the order of a party's requests.
    case cohost
    /// By what tells guests apart.
    case guest(String)
    /// A person of the room's party, by number.
    case person(Int)
    /// The server itself: what it found out, or what plays by itself.
    case server
}

extension RoomState {
    /// The room after an entry of its log.
    package func after(_ entry: LogEntry) throws(Refusal) -> RoomState {
        try after(entry.command, by: entry.author, at: entry.at)
    }
}
