import Music

/// What a text finds in the whole library: a few of each kind, and how many there are.
package struct SearchResults: Sendable {
    package let tracks: Page<Track>
    package let albums: Page<Album>
    package let artists: Page<Artist>
    package let genres: Page<Genre>
    package let playlists: Page<Playlist>
    /// What was searched for in place of a text that finds nothing as it is typed; nil otherwise.
    package internal(set) var spelled: String?

    var isEmpty: Bool { tracks.total + albums.total + artists.total + genres.total + playlists.total == 0 }
}

extension CatalogReader {
    /// Searches tracks, albums, artists, genres and playlists for words that begin as those of `text`. Where nothing does, it searches for the
    /// nearest words that are there.
    package func search(_ text: String, limit: Int) throws(CatalogError) -> SearchResults {
        let found = try searched(text, limit: limit)
        guard found.isEmpty, let spelled = try respelled(text) else { return found }
        var near = try searched(spelled, limit: limit)
        if !near.isEmpty { near.spelled = spelled }
        return near
    }

    private func searched(_ text: String, limit: Int) throws(CatalogError) -> SearchResults {
        var tracks = TrackQuery()
        var albums = AlbumQuery()
        var artists = ArtistQuery()
        (tracks.text, albums.text, artists.text) = (text, text, text)
        (tracks.limit, albums.limit, artists.limit) = (limit, limit, limit)
        return SearchResults(
            tracks: try self.tracks(tracks), albums: try self.albums(albums), artists: try self.artists(artists),
            genres: try genres(text, limit: limit, offset: 0), playlists: try playlists(matching: text, limit: limit))
    }

    /// The track with a title and an artist as another program writes them; nil if there is none.
    package func track(titled title: String, by artist: String) throws(CatalogError) -> Track? {
        var query = TrackQuery()
        (query.text, query.limit) = ("\(artist) \(title)", 20)
        let (title, artist) = (folded(title), folded(artist))
        return try tracks(query).items.first { folded($0.title) == title && $0.artist.map { folded($0.name) == artist } == true }
    }

    private func playlists(matching text: String, limit: Int) throws(CatalogError) -> Page<Playlist> {
        let beginnings = folded(text).split(separator: " ")
        guard !beginnings.isEmpty else { return Page(items: [], total: 0) }
        let found = try connection.rows("SELECT id, name FROM playlist ORDER BY name COLLATE NOCASE, id") {
            (id: $0.int("id"), name: $0.text("name"))
        }.filter { playlist in
            let words = folded(playlist.name).split(separator: " ")
            return beginnings.allSatisfy { beginning in words.contains { $0.hasPrefix(beginning) } }
        }
        var playlists: [Playlist] = []
        for entry in found.prefix(limit) {
            if let playlist = try playlist(entry.id) { playlists.append(playlist) }
        }
        return Page(items: playlists, total: found.count)
    }
}
