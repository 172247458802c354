package import Catalog
package import Music
package import Subsonic

/// Music of other servers.
extension Library {
    /// The health of the server that a folder stands for; nil for a folder of this machine.
    package func health(of folder: MusicFolder) -> SubsonicHealth? { remote.health(of: folder) }

    /// Tells the server that a piece comes from that it plays now.
    package func tellPlaying(_ piece: Piece) async {
        guard let track = try? await reader.track(of: piece), sources.isElsewhere(track.place) else { return }
        await remote.tellPlaying(track, in: await folder(of: track))
    }

    /// Tells the server that a track comes from what happened to it.
    func tellServer(_ event: ServerReports.Report.Event, stars: Int? = nil, of track: Track) async {
        guard sources.isElsewhere(track.place) else { return }
        await remote.tell(event, stars: stars, of: track, in: await folder(of: track))
    }

    private func folder(of track: Track) async -> MusicFolder? {
        try? await reader.folders().first { $0.id == track.place.folder }
    }

    /// Has the file of a piece fetched and analyzed, if it lies on another server. What goes wrong is told when it is to be played.
    package func fetchAhead(_ piece: Piece) async {
        guard let track = try? await reader.track(of: piece), track.isAvailable, sources.isElsewhere(track.place) else { return }
        try? await sources.fetch(track.place)
        if track.analysis.state != .failed, !files.contains(track.identity) { try? await queue.ask(for: track.id, .queued) }
    }
}
