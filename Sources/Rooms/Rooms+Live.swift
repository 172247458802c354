import Catalog
import Library
import Live
import Music
import Session

/// How rooms hear live sources.
extension Rooms {
    /// What a room is told whose source is not there: the server was started without it, or has started again.
    private static let gone = "The live source is not there."
    /// Covers that are looked for at a time: of older titles they are not shown any more.
    private static let mostLooked = 2
    /// People are told after so much silence, and sooner where nobody gives sound: music has rests.
    private static let rest = (silent: MediaTime(seconds: 5), absent: MediaTime(seconds: 2))

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
        let (silence, titles) = (silence(of: input), input.titles)
        var new: ArraySlice<LiveTitles.Part> = []
        let isHeard = with(hearing.room) { room, now in
            guard room.take(input.score, .live(input), of: .live(hearing.source), at: now) else { return false }
            room.tell(silence: silence)
            new = room.take(titles, of: hearing.source)
            return true
        }
        for part in new.suffix(Self.mostLooked) { findCover(of: part, hearing) }
        guard isHeard != true || input.isOver, let listener = hearings.removeValue(forKey: hearing) else { return }
        input.forget(listener)
        if isHeard != true { rooms[hearing.room]?.music.drop(.live(hearing.source)) }
    }

    /// Shows the cover of a title that the library has.
    private func findCover(of part: LiveTitles.Part, _ hearing: Hearing) {
        guard let title = part.title, let artist = title.artist else { return }
        let reader = library.surveyor
        Task { [self] in
            // Without the catalog the title is shown without a cover.
            guard let found = try? await reader.track(titled: title.title, by: artist) else { return }
            change(hearing.room) { room, _ in
                room.renew(TrackCard(hearing.source, title, recording: found), of: .live(hearing.source), from: part.from)
            }
        }
    }

    /// What people are told who hear nothing, and where there is sound instead.
    private func silence(of input: LiveInput) -> String? {
        guard let quiet = input.quietFor else { return nil }
        let isAbsent = input.status.state == .absent
        guard quiet >= (isAbsent ? Self.rest.absent : Self.rest.silent) else { return nil }
        let others = inputs.all.filter { $0.status.state == .sounding }.map(\.name)
        let first = isAbsent ? "Nothing comes in at \(input.name)." : "\(input.name) is silent."
        return others.isEmpty ? first : "\(first) There is sound at \(others.joined(separator: ", "))."
    }
}
