import Live
import Music
import Session

/// How rooms hear live sources.
extension Rooms {
    /// What a room is told whose source is not there: the server was started without it, or has started again.
    private static let gone = "The live source is not there."

    /// A room that hears a source.
    struct Hearing: Hashable {
        let room: String
        let source: LiveSource
    }

    /// Hands a room what is known of a source, now and whenever more is known, as long as the room plays it.
    func hear(_ source: LiveSource, for room: String, ticket: Int) {
        let hearing = Hearing(room: room, source: source)
        guard let input = inputs.input(source) else {
            return change(room) { $0.take(.failed(Self.gone), of: .live(source), asked: ticket, at: $1) }
        }
        if hearings[hearing] == nil {
            hearings[hearing] = input.listen { [self] in post { $0.hand(input, hearing) } }
        }
        // Once the room is back among the others.
        post { $0.hand(input, hearing) }
    }

    private func hand(_ input: LiveInput, _ hearing: Hearing) {
        let isHeard = with(hearing.room) { room, now in
            room.take(input.score, .live(input), of: .live(hearing.source), at: now)
        }
        guard isHeard != true, let listener = hearings.removeValue(forKey: hearing) else { return }
        input.forget(listener)
        rooms[hearing.room]?.music.drop(.live(hearing.source))
    }
}
