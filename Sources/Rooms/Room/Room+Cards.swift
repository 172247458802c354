import Live
import Music
import Session

/// Which card a room shows of what plays.
extension Room {
    /// The card that is valid now; nil if nothing plays, and of what has none.
    func card(at now: ServerTime) -> TrackCard? { part(at: now)?.card }

    /// Shows a card of a piece from a position on, until the next one: a title may change while its source goes on. Clients are told
    /// at once, and show it when the position comes.
    mutating func renew(_ card: TrackCard, of piece: Piece, from position: MediaTime) {
        guard cards[piece] != nil || state.timeline?.piece == piece else { return }
        if cards.put(card, of: piece, from: position) { stateShown.isDue = true }
    }

    /// Shows the name of the live source that plays, until more is known of it.
    mutating func nameLive() {
        guard let live = state.live, cards[.live(live)] == nil else { return }
        renew(TrackCard(live), of: .live(live), from: .zero)
    }

    /// Takes the titles of the live source that plays. Returns those that are new.
    mutating func take(_ titles: LiveTitles, of source: LiveSource) -> ArraySlice<LiveTitles.Part> {
        let known = titlesTaken?.source == source ? titlesTaken?.count ?? 0 : 0
        guard titles.count > known else { return [] }
        titlesTaken = (source, titles.count)
        let new = titles.parts.suffix(titles.count - known)
        for part in new { renew(TrackCard(source, part.title), of: .live(source), from: part.from) }
        return new
    }

    /// Makes the state due when another card has become valid.
    mutating func turnCard(at now: ServerTime) {
        let from = part(at: now)?.from
        guard from != cardShown else { return }
        (cardShown, stateShown.isDue) = (from, true)
    }

    /// When the next card becomes valid; nil if none does by itself.
    func nextCard(after now: ServerTime) -> ServerTime? {
        guard let timeline = state.timeline else { return nil }
        return cards.change(of: timeline.piece, after: timeline.position(at: now)).flatMap { timeline.due(of: $0) }
    }

    /// The cards that clients are told of.
    func toldCards(at now: ServerTime) -> [PieceCards.Part] {
        guard let timeline = state.timeline else { return [] }
        return cards.parts(of: timeline.piece, around: timeline.position(at: now))
    }

    private func part(at now: ServerTime) -> PieceCards.Part? {
        guard let timeline = state.timeline else { return nil }
        return cards.part(of: timeline.piece, at: timeline.position(at: now))
    }
}
