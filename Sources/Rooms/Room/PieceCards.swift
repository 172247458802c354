import Music

/// What a room shows of pieces: of each a list of cards, every one valid from a position until that of the next.
///
/// A recording has one. A live source goes on while its title changes.
struct PieceCards: Sendable {
    /// A card, and the position of its piece from which it is valid.
    struct Part: Equatable, Sendable {
        let from: MediaTime
        let card: TrackCard
    }

    /// Most cards of a piece: those of a source that goes on for days are forgotten.
    private static let most = 32
    /// Screens show what was there this long ago at most: their delay, and the lateness of a message.
    private static let past = MediaTime(seconds: 10)
    /// Cards that are told before their position comes: even where they change faster than messages follow.
    private static let mostAhead = 4

    private var parts: [Piece: [Part]]

    init(_ cards: [Piece: TrackCard] = [:]) {
        parts = cards.mapValues { [Part(from: .zero, card: $0)] }
    }

    /// How many pieces have cards.
    var count: Int { parts.count }

    /// The first card of a piece, which lists show. A new one leaves those after it.
    subscript(piece: Piece) -> TrackCard? {
        get { parts[piece]?.first?.card }
        set {
            let later = (parts[piece] ?? []).dropFirst()
            parts[piece] = newValue.map { [Part(from: .zero, card: $0)] + later }
        }
    }

    /// The card that is valid at a position: the first also before its own.
    func part(of piece: Piece, at position: MediaTime) -> Part? {
        guard let all = parts[piece] else { return nil }
        return all.last { $0.from <= position } ?? all.first
    }

    /// The cards that screens may show while the music goes on from a position: the one that is valid, those shortly before, and the
    /// next.
    func parts(of piece: Piece, around position: MediaTime) -> [Part] {
        guard let all = parts[piece] else { return [] }
        let first = all.lastIndex { $0.from <= position - Self.past } ?? 0
        let next = all.firstIndex { $0.from > position } ?? all.count
        return Array(all[first..<min(max(next, first + 1) + Self.mostAhead, all.count)])
    }

    /// The first position after another from which a different card is valid; nil if none follows.
    func change(of piece: Piece, after position: MediaTime) -> MediaTime? {
        parts[piece]?.dropFirst().first { $0.from > position }?.from
    }

    /// Takes a card that is valid from a position on, until the next. Returns whether that changes anything.
    mutating func put(_ card: TrackCard, of piece: Piece, from position: MediaTime) -> Bool {
        let part = Part(from: max(position, .zero), card: card)
        var all = parts[piece] ?? []
        guard !all.contains(part) else { return false }
        all.removeAll { $0.from == part.from }
        all.insert(part, at: all.firstIndex { $0.from > part.from } ?? all.count)
        // The first stays: it is of the source itself.
        if all.count > Self.most { all.remove(at: 1) }
        parts[piece] = all
        return true
    }

    mutating func keep(_ pieces: Set<Piece>) {
        parts = parts.filter { pieces.contains($0.key) }
    }
}
