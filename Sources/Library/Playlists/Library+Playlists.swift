package import Catalog
import Music
import Subsonic
import System
import Text

/// Playlists: those of people are changed in the catalog, and those of music servers on their server, from where they are read again.
/// Nothing waits for a server that cannot be reached: such a change is refused.
extension Library {
    /// The name of the music server that a playlist comes from; nil for all others.
    package static func server(of playlist: Playlist) -> String? { playlist.folder.flatMap { SubsonicSource.server(of: $0.path) } }

    package func makePlaylist(_ name: String, copying other: Int?, tracks: [Int], on server: String?) async throws -> Int {
        guard let server else {
            return try await catalog.makePlaylist(name, copying: other, tracks: tracks, at: clock.second)
        }
        let folder = try await folders(of: server)
        guard let folder, let client = remote.client(of: server) else { throw PlaylistRefusal.noServer(server) }
        let copied = if let other { try await reader.tracks(ofPlaylist: other) } else { [Int]() }
        let songs = try await songs(copied + tracks, in: folder.id, server)
        return try await told(server) {
            let id = try await client.makePlaylist(name, songs: songs)
            guard let id else { throw SubsonicError.garbled(at: server, because: "it does not say which playlist is the new one") }
            return try await read(id, client, in: folder.id)
        }
    }

    package func rename(_ playlist: Playlist, to name: String, seen revision: Int?) async throws {
        guard let origin = try origin(of: playlist, seen: revision) else {
            return try await catalog.rename(playlist: playlist.id, to: name, seen: revision, at: clock.second)
        }
        try await told(origin.server) {
            try await origin.client.rename(playlist: origin.id, to: name)
            _ = try await read(origin.id, origin.client, in: origin.folder)
        }
    }

    package func remove(_ playlist: Playlist, seen revision: Int?) async throws {
        guard let origin = try origin(of: playlist, seen: revision) else {
            return try await catalog.remove(playlist: playlist.id, seen: revision, at: clock.second)
        }
        try await told(origin.server) {
            try await unchanged(playlist, origin)
            try await origin.client.delete(playlist: origin.id)
        }
        try await catalog.lost(playlists: [playlist.id])
    }

    package func edit(_ playlist: Playlist, _ edit: PlaylistEdit, seen revision: Int?) async throws {
        guard let origin = try origin(of: playlist, seen: revision) else {
            return try await catalog.edit(playlist: playlist.id, edit, seen: revision, at: clock.second)
        }
        var added: [String] = []
        if let tracks = edit.tracks { added = try await songs(tracks, in: origin.folder, origin.server) }
        let client = origin.client
        try await told(origin.server) {
            let songs = try await unchanged(playlist, origin)
            let next = try edit.applied(to: songs, adding: added)
            switch edit {
            case .remove(let places): try await client.remove(places, fromPlaylist: origin.id)
            case .insert where Array(next.prefix(songs.count)) == songs: try await client.append(added, toPlaylist: origin.id)
            case .insert, .move, .replace:
                let isDone: Bool
                do {
                    isDone = try await client.replace(songsOfPlaylist: origin.id, songs, with: next)
                } catch {
                    // A long list may be changed in part.
                    _ = try? await read(origin.id, client, in: origin.folder)
                    throw error
                }
                guard isDone else {
                    _ = try await read(origin.id, client, in: origin.folder)
                    events.tell(.library(.playlist(playlist.id)))
                    throw PlaylistRefusal.changedHalfway(server: origin.server)
                }
            }
            _ = try await read(origin.id, client, in: origin.folder)
        }
    }

    private struct Origin: Sendable {
        let server: String
        let client: SubsonicClient
        let folder: Int
        /// The server's id of the playlist.
        let id: String
    }

    /// Nil for playlists that are no server's.
    private func origin(of playlist: Playlist, seen revision: Int?) throws -> Origin? {
        guard let folder = playlist.folder, let server = Self.server(of: playlist) else { return nil }
        guard let client = remote.client(of: server), let id = RemoteSong.id(in: playlist.path) else {
            throw PlaylistRefusal.noServer(server)
        }
        guard revision == nil || revision == playlist.revision else { throw PlaylistRefusal.changedThere(server: server) }
        return Origin(server: server, client: client, folder: folder.id, id: id)
    }

    /// The ids of a playlist's songs on the server, if they are the ones that are shown here; otherwise it is read anew.
    @discardableResult
    private func unchanged(_ playlist: Playlist, _ origin: Origin) async throws -> [String] {
        let (there, songs) = try await origin.client.playlist(origin.id)
        let known = try await reader.locations(of: playlist.id)
        let paths = songs.filter(\.isMusic).map { String(decoding: RemoteSong.path(of: $0), as: UTF8.self) }
        guard paths == known, there.name == playlist.name || there.name.isEmpty else {
            try await record(there, songs, in: origin.folder)
            events.tell(.library(.playlist(playlist.id)))
            throw PlaylistRefusal.changedThere(server: origin.server)
        }
        guard paths.count == songs.count else { throw PlaylistRefusal.holdsOther(server: origin.server) }
        return songs.map(\.id)
    }

    /// Reads a playlist from its server; returns it as it is known here.
    private func read(_ id: String, _ client: SubsonicClient, in folder: Int) async throws -> Int {
        let (there, songs) = try await client.playlist(id)
        return try await record(there, songs, in: folder)
    }

    @discardableResult
    private func record(_ there: SubsonicPlaylist, _ songs: [SubsonicSong], in folder: Int) async throws -> Int {
        var entries: [FoundPlaylist.Entry] = []
        for song in songs where song.isMusic {
            let path = RemoteSong.path(of: song)
            let track = try await reader.track(listedFor: path, in: folder)
            entries.append(
                FoundPlaylist.Entry(
                    track: track, location: String(decoding: path, as: UTF8.self), title: (song.title ?? song.id).asOneLine))
        }
        let found = FoundPlaylist(
            path: SubsonicSource.path(of: there), stamp: SubsonicSource.stamp(of: there), name: there.name.asOneLine,
            entries: entries)
        return try await catalog.record(found, in: folder, at: clock.second)
    }

    /// The ids of tracks on a server. Each must lie there.
    private func songs(_ tracks: [Int], in folder: Int, _ server: String) async throws -> [String] {
        var songs: [String] = []
        for id in tracks {
            guard let track = try await reader.track(id) else { throw LibraryRefusal.noTrack(id) }
            guard let song = try await reader.path(of: track, in: folder).flatMap({ RemoteSong.id(in: $0) }) else {
                throw PlaylistRefusal.notOnServer(title: track.title, server: server)
            }
            songs.append(song)
        }
        return songs
    }

    private func folders(of server: String) async throws -> MusicFolder? {
        let path = Array(SubsonicSource.folder(of: server).utf8)
        return try await reader.folders().first { $0.path == path }
    }

    private func told<Result>(_ server: String, _ act: () async throws -> Result) async throws -> Result {
        do {
            return try await act()
        } catch let error as SubsonicError {
            throw PlaylistRefusal.failed(server: server, error)
        }
    }
}
