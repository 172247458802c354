import Music
package import Session
import Text

/// What was played at a room's party, the last one or the one that is open: oldest first, with who asked for it.
package struct PartySongs: Encodable, Sendable {
    private let items: [Item]

    init(_ party: Party?, cards: PieceCards, now: ServerTime, wall: Int64) {
        items = (party?.songs ?? []).map { song in
            let end = wall - (now.microseconds - song.end.microseconds)
            return Item(
                piece: song.piece, card: cards[song.piece], name: song.person.flatMap { party?.person($0)?.name },
                endedAt: Double(end / 1000) / 1000)
        }
    }

    private struct Item: Encodable, Sendable {
        let piece: Piece
        let card: TrackCard?
        let name: String?
        /// Seconds since 1970.
        let endedAt: Double

        private enum Key: String, CodingKey { case piece, track, title, artist, name, endedAt }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(piece.description, forKey: .piece)
            try object.encode(card?.id, forKey: .track)
            try object.encode(card?.title, forKey: .title)
            try object.encode(card?.artist, forKey: .artist)
            try object.encode(name, forKey: .name)
            try object.encode(endedAt, forKey: .endedAt)
        }
    }
}

extension Room {
    /// `wall` is the time of day at `now`, in microseconds since 1970.
    package func partySongs(at now: ServerTime, wall: Int64) -> PartySongs {
        PartySongs(state.advanced(to: now).party, cards: cards, now: now, wall: wall)
    }
}
