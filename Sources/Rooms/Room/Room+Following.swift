import Library
import Music
import Session

/// How a room follows what somebody plays elsewhere.
extension Room {
    /// A beat that was heard longer ago, or in the future, comes from a wrong clock.
    private static let tapReach = MediaTime(seconds: 5)

    /// What one answer of a server says.
    struct ServerNews: Sendable {
        let playing: [PlayingElsewhere]
        let cards: [Piece: TrackCard]
        let asked: ServerTime
        let answered: ServerTime
        /// When the server was asked the time before; nil if it was not.
        let before: ServerTime?
    }

    /// Whether somebody is here to see what the room follows on a server.
    func watches(_ server: String) -> Bool { !isEmpty && state.following?.target.server == server }

    mutating func hear(_ news: ServerNews, at now: ServerTime) {
        guard let target = state.following?.target else { return }
        let found = target.choice(of: news.playing)
        let piece = found?.song.piece?.piece
        let sighting = Sighting(found, asked: news.asked, answered: news.answered, before: news.before)
        carryOut(
            .follow(.see(sighting, piece.flatMap { beats(of: $0) })), tracks: piece.flatMap { news.cards[$0] }.map { [$0] } ?? [],
            at: now)
    }

    mutating func hear(silence reason: String, at now: ServerTime) { carryOut(.follow(.silent(reason: reason)), at: now) }

    /// The command for a person's wish.
    func command(_ wish: FollowWish, at now: ServerTime) throws -> RoomCommand {
        switch wish {
        case .start(let target): return .follow(.start(target))
        case .stop: return .follow(.stop)
        case .tap(let moment):
            let heard = moment ?? now
            guard max(heard, now).since(min(heard, now)) <= Self.tapReach else {
                throw MessageProblem(.badValue, "at must be a time of the server's clock in the last few seconds.")
            }
            return .follow(.tap(at: heard, followedBeats ?? .none))
        case .shift(.time(let step)): return .follow(.shift(step))
        case .shift(.beats(let count)): return .follow(.shift(try length(ofBeats: count, at: now)))
        }
    }

    private var followedBeats: BeatGrid? { (state.following?.song?.piece?.piece).flatMap { beats(of: $0) } }

    /// The beats of a piece that has an end; nil while they are not known.
    private func beats(of piece: Piece) -> BeatGrid? {
        guard let score = music.score(piece), score.isComplete else { return nil }
        return score.beats(around: .zero..<(.zero)).grid
    }

    /// How long so many beats last at the present position.
    private func length(ofBeats count: Int, at now: ServerTime) throws(Refusal) -> MediaTime {
        guard let phase = followedBeats?.phase(at: state.course?.timeline.position(at: now) ?? .zero) else { throw .noBeats }
        return MediaTime(seconds: Double(count) * 60 / phase.tempo)
    }
}
