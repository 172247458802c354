import Catalog
import System
import Workers

/// Fetches the songs of pinned albums one after the other, while nobody waits for another, and has the cache keep them.
actor PinnedSongs {
    private let reader: CatalogReader
    private let sources: MusicSources
    private let remote: RemoteMusic
    private let log: Log
    private var isDue = false
    private var isWorking = false

    init(_ reader: CatalogReader, _ sources: MusicSources, _ remote: RemoteMusic, _ log: Log) {
        (self.reader, self.sources, self.remote, self.log) = (reader, sources, remote, log)
    }

    /// Brings the cache up to date with what is pinned: after a change, and after each scan, since a server may be back.
    nonisolated func renew() {
        Task { await work() }
    }

    private func work() async {
        isDue = true
        guard !isWorking else { return }
        isWorking = true
        defer { isWorking = false }
        while isDue {
            isDue = false
            do {
                let songs = try await pin()
                await fetch(songs)
            } catch {
                log.warning("pinned albums cannot be read", ["reason": "\(error)"])
            }
        }
    }

    /// Has the cache keep what is pinned, as much as fits. Returns the songs that are not there.
    private func pin() async throws -> [Track.Place] {
        guard let cache = remote.cache else { return [] }
        var room = remote.roomForPins
        var kept: [(key: String, song: Track.Place)] = []
        for album in try await reader.pinnedAlbums() where album.byteCount <= room {
            room -= album.byteCount
            for song in album.songs {
                if let key = sources.cacheKey(of: song) { kept.append((key, song)) }
            }
        }
        cache.pin(Set(kept.map(\.key)))
        return kept.filter { !cache.contains($0.key) }.map(\.song)
    }

    private func fetch(_ songs: [Track.Place]) async {
        var silent: Set<Int> = []
        for song in songs where !isDue && !silent.contains(song.folder) {
            do throws(WorkerFailure) {
                try await sources.fetch(song, at: FetchPace(rate: nil))
            } catch {
                // It is tried again after the next scan of the server.
                if case .outOfReach = error { silent.insert(song.folder) }
                log.info(
                    "a pinned song cannot be fetched now",
                    ["song": sources.location(of: song.path, in: song.folder), "reason": "\(error)"])
            }
        }
    }
}
