import Catalog
import Library
package import Music
import Session

/// What rooms do when something of the library has changed.
extension Rooms {
    /// Looks for songs of the demo, since an analysis is done: the demo begins with the first of them as soon as somebody is
    /// there.
    package func lookForDemo() {
        for name in names(where: \.waitsForDemo) { with(name) { room, now in room.nextLook = now } }
    }

    /// Fetches a recording's beats again in all rooms after people corrected them.
    package func correct(_ recording: ContentIdentity) {
        for name in names(where: { _ in true }) { with(name) { room, _ in room.correct(.recording(recording)) } }
    }

    /// Tells all rooms that people corrected a recording's lyrics.
    package func correctLyrics(_ recording: ContentIdentity) {
        for name in names(where: { _ in true }) { with(name) { room, now in room.correctLyrics(.recording(recording), at: now) } }
    }

    /// Checks pieces after tracks were added, changed or removed: missing ones are skipped, and those that are back can play
    /// again.
    package func review() {
        for (name, room) in rooms {
            let doubtful = room.doubtful(at: now)
            guard !doubtful.isEmpty else { continue }
            let reader = library.reader
            Task {
                for piece in doubtful {
                    do {
                        let track = try await reader.track(of: piece)
                        let found = track?.isAvailable == true ? track.map { (QueuedPiece($0), TrackCard($0)) } : nil
                        post { rooms in
                            var isBack = false
                            rooms.with(name) { room, now in isBack = room.review(piece, found, at: now) }
                            // There may be more of them than are looked up at a time.
                            if isBack, piece == doubtful.last { rooms.review() }
                        }
                    } catch {
                        // Retried when the library changes again, or when the piece's turn comes.
                    }
                }
            }
        }
    }
}
