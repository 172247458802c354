import Library
import Music
import Session
import System
import Web
import Workers

/// What a room needs from the rest of the server.
struct RoomSite: Sendable {
    let library: Library
    let server: Server
    let figures: RoomFigures
    let seats: SoundSeats
    let log: Log
    /// Runs an action on the rooms' actor, soon.
    let post: @Sendable (@escaping @Sendable (isolated Rooms) -> Void) -> Void

    /// The sound of a room, which wakes the room when more of it is decoded.
    func sound(of room: String) -> RoomSound {
        let post = post
        return RoomSound(seats: seats, tellMissing: library.tellMissing, news: { post { $0.with(room) { _, _ in } } })
    }

    /// Encodes a queue on another thread, and hands it to the room.
    func encode(_ queue: QueueMessage, edition: Int, for room: String) {
        let post = post
        Task {
            let sheet = QueueSheet(queue, edition: edition)
            post { $0.with(room) { room, now in room.take(sheet, at: now) } }
        }
    }

    /// Fetches a piece's score, and hands it to the room.
    func fetch(
        _ piece: Piece, _ urgency: AnalysisQueue.Urgency, for room: String, ticket: Int, isCorrection: Bool = false
    ) {
        let (library, post) = (library, post)
        let grow: @Sendable (GrowingScore, SoundFile) -> Void = { score, sound in
            post { rooms in rooms.with(room) { room, _ in room.take(score, sound, of: piece) } }
        }
        Task {
            // A corrected score replaces the known one, so a growing score is not needed.
            let outcome = await library.score(of: piece, urgency, growing: isCorrection ? nil : grow)
            post { rooms in
                rooms.with(room) { room, now in
                    if isCorrection {
                        room.takeCorrected(outcome, of: piece, asked: ticket, at: now)
                    } else {
                        room.take(outcome, of: piece, asked: ticket, at: now)
                    }
                    rooms.keep(room)
                }
            }
            // The card may come later than the score.
            guard !isCorrection, case .score = outcome, let card = await library.card(of: piece) else { return }
            post { rooms in rooms.with(room) { room, _ in room.renew(card) } }
        }
    }

    /// What a room plays by itself.
    enum More {
        /// So many random tracks of the library.
        case some(Int)
        /// The songs of the demo that follow a piece.
        case demo(after: Piece?)
    }

    /// Finds more music to play, and hands it to the room.
    func findMore(_ more: More, for room: String) {
        let (library, post) = (library, post)
        Task {
            var found: [(QueuedPiece, TrackCard)] = []
            do {
                let selecting = Selecting(reader: library.surveyor)
                let tracks =
                    switch more {
                    case .some(let count): try await selecting.some(count)
                    case .demo(let last): try await selecting.demo(library.demo, after: last)
                    }
                found = tracks.map { (QueuedPiece($0), TrackCard($0)) }
            } catch {
                // The room asks again after a pause.
            }
            // Without music in the library this is repeated again and again, and nothing changes.
            guard !found.isEmpty else { return }
            let tracks = found
            post { rooms in
                rooms.with(room) { room, now in
                    room.takeMore(tracks, at: now)
                    rooms.keep(room)
                }
            }
        }
    }
}
