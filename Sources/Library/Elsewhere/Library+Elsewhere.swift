package import Catalog
package import Music
package import Subsonic
import System
package import Workers

/// Music of other servers.
extension Library {
    /// The health of the server that a folder stands for; nil for a folder of this machine.
    package func health(of folder: MusicFolder) -> SubsonicHealth? { remote.health(of: folder) }

    /// The internet radio stations that music servers list, and the servers' names.
    package func stations() async throws -> [(server: String, station: Station)] {
        try await reader.stations().compactMap { folder, station in
            SubsonicSource.server(of: folder).map { ($0, station) }
        }
    }

    /// Tells the servers that have a piece that it plays now.
    package func tellPlaying(_ piece: Piece) async {
        guard let track = try? await reader.track(of: piece) else { return }
        let (places, remote) = (await places(of: track), remote)
        // Beside each other: one that hangs keeps the news from no other.
        await withTaskGroup { group in
            for place in places { group.addTask { await remote.tellPlaying(place.path, in: place.folder) } }
        }
    }

    /// Tells the servers that have a track what happened to it.
    func tellServers(_ event: ServerReports.Report.Event, stars: Int? = nil, of track: Track) async {
        for place in await places(of: track) { await remote.tell(event, stars: stars, of: place.path, in: place.folder) }
    }

    /// Keeps the place in a long piece, in seconds, on the servers that have it; nil forgets it.
    package func keep(place seconds: Double?, in piece: Piece) async {
        guard let track = try? await reader.track(of: piece) else { return }
        let milliseconds = seconds.flatMap { Int(exactly: ($0 * 1000).rounded()) }
        guard seconds == nil || milliseconds != nil else { return }
        for place in await places(of: track) { await remote.tell(place: milliseconds, in: place.path, in: place.folder) }
    }

    /// Where somebody stopped in a long track, here or in an app of its music server, in seconds; nil if nowhere.
    package func place(in track: Track) async -> Double? {
        guard (track.duration ?? 0) >= Self.longTrack else { return nil }
        for place in await places(of: track) {
            if let milliseconds = await remote.place(in: place.path, in: place.folder) { return Double(milliseconds) / 1000 }
        }
        return nil
    }

    /// Seconds: places are kept in mixes and audiobooks.
    private static let longTrack = 1_200.0

    /// What a server is not told, since the catalog cannot be read, harms nobody.
    private func places(of track: Track) async -> [(folder: MusicFolder, path: [UInt8])] {
        remote.names.isEmpty ? [] : (try? await reader.placesElsewhere(of: track)) ?? []
    }

    /// Whether a track's file lies on another server, and was not fetched.
    package func isFar(_ track: Track) -> Bool {
        sources.cacheKey(of: track.place).map { remote.cache?.contains($0) != true } ?? false
    }

    /// Has the servers of a track asked at once, if all of them rest because they did not answer a moment ago.
    package func askAgain(_ track: Track) async {
        let clients = await places(of: track).compactMap { place in
            SubsonicSource.server(of: place.folder.path).flatMap { remote.client(of: $0) }
        }
        guard clients.allSatisfy(\.isResting) else { return }
        for client in clients { client.wake() }
    }

    /// Returns once the file of such a track begins to come. What does not come is logged, with the name of its server.
    package func comes(_ track: Track) async throws(WorkerFailure) {
        do {
            _ = try await sources.openArriving(track.place)
        } catch {
            let failure = WorkerFailure(fetching: error)
            log.warning(
                "a file could not be fetched",
                [
                    "file": sources.location(of: track.place.path, in: track.place.folder), "title": track.title,
                    "reason": "\(failure)",
                ])
            throw failure
        }
    }

    /// Has the file of a piece fetched and analyzed, if it lies on another server. What goes wrong is told when it is to be played.
    package func fetchAhead(_ piece: Piece) async {
        guard let track = try? await reader.track(of: piece), track.isAvailable, sources.isElsewhere(track.place) else { return }
        try? await sources.fetch(track.place)
        if track.analysis.state != .failed, !files.contains(track.identity) { try? await queue.ask(for: track.id, .queued) }
    }
}
