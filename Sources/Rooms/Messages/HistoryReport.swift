import Music
package import Session
import Text

/// What was played in a room lately, newest first.
package struct HistoryReport: Encodable, Sendable {
    private let items: [Item]

    /// `wall` is the time of day at `now`, in microseconds since 1970.
    init(_ history: [Played], cards: PieceCards, now: ServerTime, wall: Int64) {
        items = history.reversed().map { played in
            let end = wall - (now.microseconds - played.end.microseconds)
            return Item(piece: played.piece, card: cards[played.piece], endedAt: Double(end / 1000) / 1000)
        }
    }

    private struct Item: Encodable, Sendable {
        let piece: Piece
        let card: TrackCard?
        /// Seconds since 1970.
        let endedAt: Double

        private enum Key: String, CodingKey { case source, piece, track, title, artist, duration, endedAt }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(piece.sourceID, forKey: .source)
            try object.encode(piece.description, forKey: .piece)
            try object.encode(card?.id, forKey: .track)
            try object.encode(card?.title, forKey: .title)
            try object.encode(card?.artist, forKey: .artist)
            try object.encode(card?.duration, forKey: .duration)
            try object.encode(endedAt, forKey: .endedAt)
        }
    }
}

extension Room {
    /// `wall` is the time of day at `now`, in microseconds since 1970.
    package func historyReport(at now: ServerTime, wall: Int64) -> HistoryReport {
        HistoryReport(state.advanced(to: now).history, cards: cards, now: now, wall: wall)
    }
}
