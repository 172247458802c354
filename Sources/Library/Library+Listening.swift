package import Catalog
package import Music
import System

/// Favourites, ratings and plays.
extension Library {
    /// Marks a track as a favourite, or no longer, and tells clients.
    package func set(favourite: Bool, _ track: Track) async throws {
        if try await catalog.set(favourite: favourite, track.identity, at: clock.second) {
            events.tell(.library(.favourite(track: track.id)))
            await tellServers(favourite ? .starred : .unstarred, of: track)
        }
    }

    /// Gives a track 1 to 5 stars, or none with nil, and tells clients.
    package func set(rating: Int?, _ track: Track) async throws {
        if try await catalog.set(rating: rating, track.identity) {
            events.tell(.library(.rating(track: track.id)))
            await tellServers(.rated, stars: rating ?? 0, of: track)
        }
    }

    /// Marks an album as a favourite, or no longer, and tells clients.
    package func set(favourite: Bool, _ album: Album) async throws {
        if try await catalog.set(favourite: favourite, album: album.id, at: clock.second) {
            events.tell(.library(.favouriteAlbum(album.id)))
        }
    }

    /// Counts a play; one that cannot be kept is logged, and the music goes on.
    package func countPlay(of piece: Piece) async {
        switch piece {
        case .recording(let identity):
            do {
                try await catalog.countPlay(of: identity, at: clock.second)
                guard let track = try await reader.track(of: piece) else { return }
                events.tell(.library(.plays(track: track.id)))
                await tellServers(.played, of: track)
            } catch {
                log.warning("a play could not be counted", ["reason": "\(error)"])
            }
        case .click, .live: break
        }
    }
}
