import Music
import Text

/// The history of a room as versions before the log kept it. Its times are of the wall clock.
struct OlderHistory {
    /// Longest text in bytes: each piece takes 70.
    private static let longest = 1 << 16

    private struct Item: Decodable {
        /// As `Piece` writes it.
        let piece: String
        /// Microseconds since 1970.
        let end: Int64
    }

    private let items: [(piece: Piece, end: Int64)]

    var pieces: [Piece] { items.map(\.piece) }

    init() {
        items = []
    }

    /// Leaves out what cannot be read as a piece, as with the queue.
    init(_ bytes: [UInt8]) throws {
        let read = try JSON.read([Item].self, from: bytes, atMost: Self.longest)
        guard read.count <= RoomState.mostPlayed, read.allSatisfy({ MediaTime(checking: $0.end) != nil }) else {
            throw StoredRoomProblem(description: "its history is damaged")
        }
        items = read.compactMap { item in Piece(item.piece).map { ($0, item.end) } }
    }

    /// What was played, by the server's clock. The wall clock may have been set back since.
    func played(now: ServerTime, wall: Int64) -> [Played] {
        items.map { Played(piece: $0.piece, end: ServerTime(microseconds: now.microseconds - max(0, wall - $0.end))) }
    }
}
