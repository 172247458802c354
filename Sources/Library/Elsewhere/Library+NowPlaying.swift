package import Catalog
import Subsonic

/// What somebody plays in an app of a music server.
package struct NowPlaying: Sendable {
    /// What the app reports of its position.
    package struct Report: Sendable {
        package let seconds: Double
        package let isPlaying: Bool
        /// 1 is usual.
        package let rate: Double
    }

    package let user: String
    /// The name of the app or the device.
    package let player: String?
    /// The server's id of the song.
    package let song: String
    package let title: String
    package let artist: String?
    package let album: String?
    package let minutesAgo: Double?
    /// Nil from an app or a server that reports none.
    package let report: Report?
    /// Nil for a song that is not in the catalog.
    package let track: Track?
}

/// Why a server does not say what is played on it, in one sentence.
package struct NowPlayingTrouble: Error, CustomStringConvertible {
    package let description: String
}

extension Library {
    /// Most players of a server that are looked at: more than a house has.
    private static let mostPlayers = 100

    /// The names of the music servers.
    package var musicServers: [String] { remote.names }

    /// What is played in apps of a server now. What has stopped is not.
    package func nowPlaying(on server: String) async throws(NowPlayingTrouble) -> [NowPlaying] {
        guard let client = remote.client(of: server) else {
            throw NowPlayingTrouble(description: "there is no music server \(server)")
        }
        let playing: [SubsonicNowPlaying]
        do {
            playing = try await client.nowPlaying()
        } catch {
            throw NowPlayingTrouble(description: "\(error)")
        }
        var found: [NowPlaying] = []
        for one in playing.prefix(Self.mostPlayers) where one.state != .stopped && one.song.isMusic {
            found.append(NowPlaying(one, track: await track(of: one.song, on: server)))
        }
        return found
    }

    /// The track of a song: it may lie in a folder of this machine as well, and is listed there then.
    private func track(of song: SubsonicSong, on server: String) async -> Track? {
        let name = Array(SubsonicSource.folder(of: server).utf8)
        guard let known = RemoteSong(song, albumArtist: nil, server: server),
            let folder = try? await reader.folders().first(where: { $0.path == name })
        else { return nil }
        if let track = try? await reader.track(at: known.path, in: folder.id) { return track }
        guard known.stamp.size > 0 else { return nil }
        return try? await reader.track(like: known.twin, ofSize: known.stamp.size)
    }
}

extension NowPlaying {
    fileprivate init(_ playing: SubsonicNowPlaying, track: Track?) {
        (user, player, song) = (playing.user, playing.player, playing.song.id)
        title = playing.song.title ?? track?.title ?? "Unknown"
        (artist, album) = (playing.song.artist, playing.song.album)
        (minutesAgo, self.track) = (playing.minutesAgo, track)
        report = playing.position.map { position in
            Report(
                seconds: position / 1000, isPlaying: playing.state == .playing || playing.state == nil,
                rate: playing.rate ?? 1)
        }
    }
}
