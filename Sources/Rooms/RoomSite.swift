import Library
import Music
import Session
import System
import Web
import Workers

/// What a room needs of the rest of the server.
struct RoomSite: Sendable {
    let library: Library
    let server: Server
    let figures: RoomFigures
    let seats: SoundSeats
    let log: Log
    /// Does something among the rooms, soon.
    let post: @Sendable (@escaping @Sendable (isolated Rooms) -> Void) -> Void

    /// The sound of a room, which asks the room again when there is more of it.
    func sound(of room: String) -> RoomSound {
        let post = post
        return RoomSound(seats: seats, tellMissing: library.tellMissing, news: { post { $0.with(room) { _, _ in } } })
    }

    /// Encodes a queue beside the rooms, and brings it to the room.
    func encode(_ queue: QueueMessage, edition: Int, for room: String) {
        let post = post
        Task {
            let sheet = QueueSheet(queue, edition: edition)
            post { $0.with(room) { room, now in room.take(sheet, at: now) } }
        }
    }

    /// Fetches what a piece looks like, and brings it to the room.
    func fetch(
        _ piece: Piece, _ urgency: AnalysisQueue.Urgency, for room: String, ticket: Int, isCorrection: Bool = false
    ) {
        let (library, post) = (library, post)
        let grow: @Sendable (GrowingScore, SoundFile) -> Void = { score, sound in
            post { rooms in rooms.with(room) { room, _ in room.take(score, sound, of: piece) } }
        }
        Task {
            // A correction takes the place of what is known already.
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
            // What stands beside the picture may come after it.
            guard !isCorrection, case .score = outcome, let card = await library.card(of: piece) else { return }
            post { rooms in rooms.with(room) { room, _ in room.renew(card) } }
        }
    }

    /// What a room plays by itself.
    enum More {
        /// So many tracks of the library, by chance.
        case some(Int)
        /// The songs of the demo that follow a piece.
        case demo(after: Piece?)
    }

    /// Finds more to play, and brings it to the room.
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
            // Without music in the house this comes again and again, and nothing changes.
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
