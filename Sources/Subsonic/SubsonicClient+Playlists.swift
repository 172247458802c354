import Text

/// How playlists of a server are read whole, and changed.
extension SubsonicClient {
    /// Bytes of ids in one request: all of them stand in its address, which some servers and proxies take to 8,190 bytes.
    private static let mostIDs = 7_000

    /// A playlist with its songs.
    package func playlist(_ id: String) async throws(SubsonicError) -> (playlist: SubsonicPlaylist, songs: [SubsonicSong]) {
        let whole = try await ask("getPlaylist", [("id", id)], WholePlaylist.self)
        guard let playlist = whole.playlist else { throw .garbled(at: server.name, because: "it lacks what was asked for") }
        return (playlist, whole.songs)
    }

    /// Makes a playlist, and returns its id; nil if the server does not tell which it is.
    package func makePlaylist(_ name: String, songs: [String]) async throws(SubsonicError) -> String? {
        let before = Set(try await playlists().map(\.id))
        let made = try await ask("createPlaylist", [("name", name)], WholePlaylist.self)
        // Older servers answer with nothing.
        var id = made.playlist?.id
        if id == nil { id = try await playlists().first { !before.contains($0.id) && $0.name == name }?.id }
        if let id { try await append(songs, toPlaylist: id) }
        return id
    }

    package func rename(playlist id: String, to name: String) async throws(SubsonicError) {
        _ = try await ask("updatePlaylist", [("playlistId", id), ("name", name)], Nothing.self)
    }

    package func append(_ songs: [String], toPlaylist id: String) async throws(SubsonicError) {
        var rest = songs[...]
        while !rest.isEmpty {
            let part = rest.prefix(max(1, Self.fitting(rest)))
            rest = rest.dropFirst(part.count)
            _ = try await ask("updatePlaylist", [("playlistId", id)] + part.map { ("songIdToAdd", $0) }, Nothing.self)
        }
    }

    /// Removes the songs at some places, the last ones first, so that the others keep theirs.
    package func remove(_ places: Range<Int>, fromPlaylist id: String) async throws(SubsonicError) {
        var rest = places
        while !rest.isEmpty {
            let part = max(rest.lowerBound, rest.upperBound - Self.mostPlaces)..<rest.upperBound
            rest = rest.lowerBound..<part.lowerBound
            _ = try await ask("updatePlaylist", [("playlistId", id)] + part.map { ("songIndexToRemove", "\($0)") }, Nothing.self)
        }
    }

    /// Of one request.
    private static let mostPlaces = 100

    /// Replaces all songs, which were `old`. Returns false if somebody else changes the playlist meanwhile, which is then left as
    /// it is.
    package func replace(
        songsOfPlaylist id: String, _ old: [String], with songs: [String]
    ) async throws(SubsonicError) -> Bool {
        guard Self.fitting(songs[...]) == songs.count else { return try await rearrange(id, old, to: songs) }
        _ = try await ask("createPlaylist", [("playlistId", id)] + songs.map { ("songId", $0) }, Nothing.self)
        return true
    }

    /// Replaces songs that do not fit into one request: the new ones are added before the old ones are removed, so that none is
    /// lost when it breaks off.
    private func rearrange(_ id: String, _ old: [String], to songs: [String]) async throws(SubsonicError) -> Bool {
        let kept = zip(old, songs).prefix { $0 == $1 }.count
        try await append(Array(songs[kept...]), toPlaylist: id)
        var expected = old + songs[kept...]
        var rest = kept..<old.count
        while !rest.isEmpty {
            // Places count from the beginning: with another song before them, wrong ones would go.
            guard try await self.songs(ofPlaylist: id).map(\.id) == expected else { return false }
            let part = max(rest.lowerBound, rest.upperBound - Self.mostPlaces)..<rest.upperBound
            try await remove(part, fromPlaylist: id)
            expected.removeSubrange(part)
            rest = rest.lowerBound..<part.lowerBound
        }
        return true
    }

    package func delete(playlist id: String) async throws(SubsonicError) {
        _ = try await ask("deletePlaylist", [("id", id)], Nothing.self)
    }

    /// How many of these ids fit into one request.
    private static func fitting(_ songs: ArraySlice<String>) -> Int {
        var bytes = 0
        return songs.prefix { song in
            bytes += song.utf8.count + "&songIdToAdd=".utf8.count
            return bytes <= mostIDs
        }.count
    }
}

/// A playlist with its songs.
struct WholePlaylist: Decodable {
    let playlist: SubsonicPlaylist?
    let songs: [SubsonicSong]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let known = members.part("playlist", SubsonicPlaylist.self)
        playlist = known?.id.isEmpty == false ? known : nil
        songs = try PlaylistSongs(from: decoder).songs
    }
}
