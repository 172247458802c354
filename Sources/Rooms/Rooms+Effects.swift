import Library
import Music
import Session
import System
import Workers

/// How the rooms' actor does what a room wants, and hands it the results. What takes long is nonisolated: its tasks must not run on
/// the rooms' thread.
extension Rooms {
    func carryOut(_ effects: [RoomEffect], of room: inout Room) {
        for effect in effects {
            switch effect {
            case .publish(let message):
                figures.count(message)
                bus?.publish(message, in: room.name)
                for observer in observers where observer.streams.contains(message.stream) { observer.hear(message.news, room.name) }
            case .seat(let subscriber, let leaving, let joining, let first):
                bus?.seat(subscriber, in: room.name, leaving: leaving, joining: joining, first: first)
            case .tell(let client, let bytes): bus?.tell(client, bytes)
            case .dismiss(let subscriber): bus?.dismiss(subscriber)
            case .fetch(.live(let source), _, let ticket, _): hear(source, for: room.name, ticket: ticket)
            case .fetch(let piece, let urgency, let ticket, let isPressed):
                fetch(
                    piece, urgency, isHeard: room.state.soundsHere, isPressed: isPressed, for: room.name, ticket: ticket,
                    row: room.row(piece))
            case .fetchCorrected(let piece, let ticket): fetchCorrected(piece, for: room.name, ticket: ticket)
            case .fetchLyrics(let piece, let ticket): fetchLyrics(piece, for: room.name, ticket: ticket)
            case .fetchAhead(let pieces):
                aheads[room.name]?.cancel()
                aheads[room.name] = fetchAhead(pieces)
            case .findMore(let more): findMore(more, for: room.name)
            case .sound(let courses, let through, let sources, let clicks):
                let yield = sound(of: room.name).chunks(of: courses, clicks, now: now, through: through) { sources[$0] }
                room.take(yield, at: now)
            // Once the room is back among the others.
            case .watch: post { $0.watchServers() }
            case .watchInput: post { $0.watchInputs() }
            case .tellParties: post { $0.tellParties() }
            case .begins(let piece): for observer in observers { observer.hear(.begins(piece), room.name) }
            case .countPlay(let piece): countPlay(piece)
            case .keepPlace(let place): keepPlace(place)
            case .silence:
                sounds[room.name] = nil
                aheads.removeValue(forKey: room.name)?.cancel()
            case .encode(let queue, let edition): encode(queue, edition: edition, for: room.name)
            case .hand(let sheet): hand(sheet, of: room.name)
            case .warn(let refusal):
                log.warning("a room refused a command of the server", ["room": room.name, "reason": refusal.sentence])
            }
        }
    }

    /// The sound of a room, which wakes the room when more of it is decoded.
    private func sound(of room: String) -> RoomSound {
        if let sound = sounds[room] { return sound }
        let sound = RoomSound(
            program: library.program, seats: seats, kit: library.clicks.kit, tellMissing: library.tellMissing,
            news: { [self] in change(room) { _, _ in } })
        sounds[room] = sound
        return sound
    }

    /// Has the library count a play.
    private nonisolated func countPlay(_ piece: Piece) {
        Task { await library.countPlay(of: piece) }
    }

    private nonisolated func keepPlace(_ place: PlaceMeter.Place) {
        Task { await library.keep(place: place.position?.seconds, in: place.piece) }
    }

    /// Encodes a queue on another thread, and hands it to the room.
    private nonisolated func encode(_ queue: QueueMessage, edition: Int, for room: String) {
        Task {
            let sheet = QueueSheet(queue, edition: edition)
            change(room) { $0.take(sheet, at: $1) }
        }
    }

    /// Fetches a piece's score, and hands it to the room. `row` is the track that was chosen.
    private nonisolated func fetch(
        _ piece: Piece, _ urgency: AnalysisQueue.Urgency, isHeard: Bool, isPressed: Bool, for room: String, ticket: Int, row: Int?
    ) {
        Task {
            let outcome = await library.score(of: piece, urgency, isHeard: isHeard, isPressed: isPressed) { [self] score, sound in
                change(room) { room, _ in room.take(score, sound, of: piece) }
            }
            change(room) { $0.take(outcome, of: piece, asked: ticket, at: $1) }
            // The card may come later than the score.
            guard case .score = outcome, let card = await library.card(of: piece, in: row) else { return }
            change(room) { room, _ in room.renew(card) }
        }
    }

    /// Fetches a piece's score whose beats were corrected, and hands it to the room. It replaces a known score, so a growing one is
    /// not needed.
    private nonisolated func fetchCorrected(_ piece: Piece, for room: String, ticket: Int) {
        Task {
            let outcome = await library.score(of: piece, .playing)
            change(room) { $0.takeCorrected(outcome, of: piece, asked: ticket, at: $1) }
        }
    }

    /// Fetches a piece's lyrics, and hands them to the room.
    private nonisolated func fetchLyrics(_ piece: Piece, for room: String, ticket: Int) {
        Task {
            let lyrics = await library.lyrics(of: piece)
            change(room) { $0.take(lyrics, of: piece, asked: ticket, at: $1) }
        }
    }

    private nonisolated func fetchAhead(_ pieces: [Piece]) -> Task<Void, Never> {
        Task { for piece in pieces where !Task.isCancelled { await library.fetchAhead(piece) } }
    }

    /// Finds more music to play, and hands it to the room.
    private nonisolated func findMore(_ more: RoomEffect.More, for room: String) {
        Task {
            let selecting = Selecting(reader: library.surveyor)
            // After an error the room asks again.
            let tracks =
                switch more {
                case .some(let count): try? await selecting.some(count)
                case .demo(let last): try? await selecting.demo(library.demo, after: last)
                }
            // Without music in the library this is repeated again and again, and nothing changes.
            guard let tracks, !tracks.isEmpty else { return }
            let found = tracks.map { (QueuedPiece($0), TrackCard($0)) }
            change(room) { $0.takeMore(found, at: $1) }
        }
    }

    /// Changes a room soon.
    nonisolated func change(_ name: String, _ body: @escaping @Sendable (inout Room, ServerTime) -> Void) {
        post { $0.with(name, body) }
    }
}
