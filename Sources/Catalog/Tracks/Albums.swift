/// An album in a list.
package struct Album: Hashable, Sendable {
    package let id: Int
    package let title: String
    /// Nil if the tracks are by several artists.
    package let artist: Track.Mention?
    package let trackCount: Int
    /// Seconds.
    package let duration: Double
    package let year: Int?
    /// That of most of its tracks.
    package let genre: String?
    /// When the last of its tracks was added, in seconds since 1970.
    package let addedAt: Int
    package let isFavourite: Bool
    /// How often its tracks were played.
    package let plays: Int
    /// The track whose cover is the album's, if one has a cover: the first whose file embeds a picture, else the first with a
    /// cover picture in its folder.
    package let coverTrack: Int?
    /// Whether its songs are kept on this machine; nil for an album without songs of music servers.
    package let isPinned: Bool?

    private static let present = "FROM track WHERE album = album.id AND missing_since IS NULL"

    static let columns = """
        album.id, album.title, album.artist, artist.name AS artist_name, (SELECT count(*) \(present)) AS track_count, \
        \(AlbumQuery.Order.duration.key) AS duration, \(AlbumQuery.Order.year.key) AS year, \
        (SELECT genre \(present) GROUP BY genre COLLATE NOCASE ORDER BY genre IS NULL, count(*) DESC LIMIT 1) AS genre, \
        \(AlbumQuery.Order.added.key) AS added_at, \
        EXISTS (SELECT 1 FROM favourite_album WHERE grouping = album.grouping) AS is_favourite, \
        \(AlbumQuery.Order.plays.key) AS plays, \
        (SELECT id \(present) AND \(TrackRow.hasCover) ORDER BY has_cover DESC, disc, number LIMIT 1) AS cover_track, \
        \(PinnedAlbum.column)
        """

    init(_ row: Row) {
        id = row.int("id")
        title = row.text("title")
        artist = Track.Mention(row, "artist", named: "artist_name")
        trackCount = row.int("track_count")
        duration = row.real("duration")
        year = row.intOrNil("year")
        genre = row.textOrNil("genre")
        addedAt = row.int("added_at")
        isFavourite = row.bool("is_favourite")
        plays = row.int("plays")
        coverTrack = row.intOrNil("cover_track")
        isPinned = row.intOrNil("is_pinned").map { $0 != 0 }
    }
}

/// Which albums to list, in which order, and which page of them.
package struct AlbumQuery: Hashable, Sendable {
    package enum Order: String, Sendable, CaseIterable {
        case title, artist, added, year, duration, plays, lastPlayed

        /// What to sort by; the title decides between equal ones.
        var key: String {
            switch self {
            case .title: "album.title_key"
            case .artist: "album.artist_key"
            case .added: "(SELECT max(added_at) FROM track WHERE album = album.id AND missing_since IS NULL)"
            case .year: "(SELECT max(year) FROM track WHERE album = album.id AND missing_since IS NULL)"
            case .duration:
                "(SELECT coalesce(sum(duration), 0) FROM track WHERE album = album.id AND missing_since IS NULL)"
            case .plays:
                """
                (SELECT coalesce(sum(listening.plays), 0) FROM track JOIN content ON content.id = track.content \
                JOIN listening ON listening.identity = content.identity \
                WHERE track.album = album.id AND track.missing_since IS NULL)
                """
            case .lastPlayed:
                """
                (SELECT coalesce(max(listening.last_played), 0) FROM track JOIN content ON content.id = track.content \
                JOIN listening ON listening.identity = content.identity \
                WHERE track.album = album.id AND track.missing_since IS NULL)
                """
            }
        }
    }

    /// Prefixes of words that must all occur in title or artist, or all in the genre of a track.
    package var text: String?
    package var order = Order.title
    /// Only those of this artist, or with a track by them.
    package var artist: Int?
    /// Only those with a track of this genre.
    package var genre: String?
    package var isFavourite: Bool?
    package var isDescending = false
    package var limit = 50
    package var offset = 0

    package init() {}
}

extension CatalogReader {
    private static let present = "missing_since IS NULL"

    /// Without those that have no present track. With a text and by title, those whose title begins with it come first.
    package func albums(_ query: AlbumQuery) throws(CatalogError) -> Page<Album> {
        guard let filter = try filter(query) else { return Page(items: [], total: 0) }
        let direction = query.isDescending ? " DESC" : ""
        let byTitle = [AlbumQuery.Order.title.key, "album.id"]
        var keys = ((query.order == .title ? [] : [query.order.key]) + byTitle).map { $0 + direction }
        var values = filter.values
        if query.order == .title, !query.isDescending, let text = query.text, !text.isEmpty {
            let beginning = folded(text)
            keys.insert("substr(album.title_key, 1, length(?)) = ? DESC", at: 0)
            values += [Value(beginning), Value(beginning)]
        }
        return try snapshot { () throws(CatalogError) in
            let total = try count("album", filter)
            // The ids first: otherwise the counts of every album would be made before they are sorted.
            let ids = try connection.rows(
                "SELECT album.id FROM album \(filter.clause) ORDER BY \(keys.joined(separator: ", ")) LIMIT ? OFFSET ?",
                values + [Value(query.limit), Value(query.offset)]
            ) { $0.int() }
            var albums: [Album] = []
            for id in ids {
                if let album = try album(id) { albums.append(album) }
            }
            return Page(items: albums, total: total)
        }
    }

    package func album(_ id: Int) throws(CatalogError) -> Album? {
        try connection.row(
            "SELECT \(Album.columns) FROM album LEFT JOIN artist ON artist.id = album.artist WHERE album.id = ?", Value(id)
        ) { Album($0) }
    }

    /// Nil if nothing can match.
    private func filter(_ query: AlbumQuery) throws(CatalogError) -> Filter? {
        var filter = Filter()
        filter.add("EXISTS (SELECT 1 FROM track WHERE album = album.id AND \(Self.present))")
        if let artist = query.artist {
            filter.add(
                "(album.artist = ? OR EXISTS (SELECT 1 FROM track WHERE album = album.id AND artist = ? AND \(Self.present)))",
                Value(artist), Value(artist))
        }
        if let genre = query.genre {
            filter.add("album.id IN (SELECT album FROM track WHERE genre = ? COLLATE NOCASE AND \(Self.present))", Value(genre))
        }
        if let isFavourite = query.isFavourite {
            filter.add("album.grouping \(isFavourite ? "" : "NOT ")IN (SELECT grouping FROM favourite_album)")
        }
        guard let text = query.text, !text.isEmpty else { return filter }
        guard let words = searchExpression(text) else { return nil }
        let named = "SELECT rowid FROM album_words WHERE album_words MATCH ?"
        if let genres = try genreCondition(text) {
            filter.add(
                "album.id IN (\(named) UNION SELECT album FROM track WHERE \(genres.sql))", all: [Value(words)] + genres.values)
        } else {
            filter.add("album.id IN (\(named))", Value(words))
        }
        return filter
    }
}
