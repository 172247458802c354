package import Music

/// A stored room, as this version or one before the log stored it.
package enum RestoredRoom: Sendable {
    case record(RoomRecord)
    case older(OlderRoom)

    package init(_ stored: StoredRoom, now: ServerTime, wall: Int64, epoch: String?) throws {
        if let record = try RoomRecord(stored, now: now, wall: wall, epoch: epoch) {
            self = .record(record)
        } else {
            self = .older(try OlderRoom(stored.rows))
        }
    }

    /// The pieces that must be looked up again.
    package var pieces: [Piece] {
        switch self {
        case .record(let record): record.pieces
        case .older(let room): room.pieces
        }
    }

    /// The catalog's rows of tracks, by which the first versions named pieces.
    package var tracks: [Int] {
        if case .older(let room) = self { room.tracks } else { [] }
    }

    /// The room, advanced to now. `tracks` maps the catalog's rows to pieces.
    package func state(
        _ known: [Piece: QueuedPiece], tracks: [Int: Piece] = [:], now: ServerTime, wall: Int64, epoch: String? = nil,
        liveStart: (String) -> LiveStart? = { _ in nil }
    ) -> RoomState {
        let state =
            switch self {
            case .record(let record): record.state
            case .older(let room): room.state(tracks: tracks, now: now, wall: wall, epoch: epoch)
            }
        return state.restarted(known, at: now, liveStart: liveStart)
    }
}
