import Library
import Rooms
import Session
import Text
import Web

/// Whom a room can follow.
extension LibraryAPI {
    func addFollowing(to routes: inout Routes) {
        // Each read asks all music servers.
        let allowances = AddressAllowances(perSecond: 2, burst: 10)
        change(.get, "/rooms/{room}/follow", .play, in: &routes) { request in
            try access.check(request.caller, .play, in: try Self.roomName(request))
            try take(from: allowances, for: request.caller.asker, "reads of what is played")
            return Response(json: FollowableJSON(servers: await followable())).uncached
        }
    }

    private func followable() async -> [FollowableJSON.Server] {
        await withTaskGroup { group in
            for server in library.musicServers {
                group.addTask {
                    do {
                        return FollowableJSON.Server(name: server, playing: try await library.nowPlaying(on: server), trouble: nil)
                    } catch {
                        return FollowableJSON.Server(name: server, playing: [], trouble: "\(error)")
                    }
                }
            }
            var servers: [FollowableJSON.Server] = []
            for await server in group { servers.append(server) }
            return servers.sorted { $0.name < $1.name }
        }
    }
}

/// What is played on each music server. Unknown values are null, never left out.
private struct FollowableJSON: Encodable {
    struct Server: Encodable, Sendable {
        let name: String
        let playing: [NowPlaying]
        let trouble: String?

        private enum Key: String, CodingKey { case name, playing, trouble }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(name, forKey: .name)
            // What this program plays itself is followed by joining its room.
            let others = playing.filter { !($0.player?.hasPrefix(Following.Target.ownPlayer) ?? false) }
            try object.encode(others.map(PlayingJSON.init), forKey: .playing)
            try object.encode(trouble, forKey: .trouble)
        }
    }

    let servers: [Server]
}

private struct PlayingJSON: Encodable {
    let playing: NowPlaying

    private enum Key: String, CodingKey { case user, player, title, artist, album, known, reports, playing }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(playing.user, forKey: .user)
        try object.encode(playing.player, forKey: .player)
        try object.encode(playing.title, forKey: .title)
        try object.encode(playing.artist, forKey: .artist)
        try object.encode(playing.album, forKey: .album)
        try object.encode(playing.track != nil, forKey: .known)
        try object.encode(playing.report != nil, forKey: .reports)
        try object.encode(playing.report?.isPlaying ?? true, forKey: .playing)
    }
}
