/// What is stored of a room: texts that only the room interprets.
package struct StoredRoom: Sendable {
    /// The text is a snapshot of its state; versions before the log wrote another, and kept the rest beside it.
    package let rows: OlderRoomRows
    /// The entries of its log by their numbers, in order; some may be older than the snapshot.
    package let log: [(number: Int, text: String)]

    package init(_ rows: OlderRoomRows, log: [(number: Int, text: String)] = []) {
        (self.rows, self.log) = (rows, log)
    }
}

/// What is written of a room.
package enum RoomWriting: Sendable {
    /// In place of the entries up to this number, or of all that is stored of the room.
    case snapshot(String, through: Int, isWhole: Bool)
    /// More entries of its log, the first of which has this number.
    case entries([String], first: Int)
}
