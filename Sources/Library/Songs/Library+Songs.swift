package import Catalog
package import Music
import System
package import Web

extension Library {
    /// The rhythm of a track's beats, as people corrected them; nil if it has none. Waits for the analysis as long as `patience`.
    package func rhythm(of track: Track, patience: Duration = .zero, for seat: Seat? = nil) async throws -> Rhythm? {
        let analysis = try await queue.analysis(of: track, patience: patience, for: seat).analysis
        return Rhythm(following: analysis.grid(try await correction(of: track)))
    }

    /// Gives the songs that follow a track's beats the rhythm that these have now. A failure is only logged: the change of the beats,
    /// which comes first, is kept already.
    package func updateSongs(following track: Track) async {
        do {
            try await giveRhythm(toFollowersOf: track)
        } catch {
            log.warning("songs cannot be given the beats of their track", ["track": "\(track.id)", "reason": "\(error)"])
        }
    }

    private func giveRhythm(toFollowersOf track: Track) async throws {
        guard try await reader.hasFollowers(track.identity) else { return }
        let rhythm: Rhythm?
        do {
            rhythm = try await self.rhythm(of: track)
        } catch is LibraryRefusal {
            // It is not analyzed, or cannot be: then its songs keep what they have.
            return
        }
        guard let rhythm else { return }
        for song in try await catalog.setRhythm(ofFollowing: track.identity, to: rhythm, at: clock.second) {
            events.tell(.library(.song(song)))
        }
    }
}
