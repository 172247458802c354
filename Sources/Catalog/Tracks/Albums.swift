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
    /// The track whose cover is the album's, if one has a cover: the first whose file embeds a picture, else the first with a
    /// cover picture in its folder.
    package let coverTrack: Int?

    static let columns = """
        album.id, album.title, album.artist, artist.name AS artist_name, \
        (SELECT count(*) FROM track WHERE album = album.id AND missing_since IS NULL) AS track_count, \
        (SELECT coalesce(sum(duration), 0) FROM track WHERE album = album.id AND missing_since IS NULL) AS duration, \
        (SELECT max(year) FROM track WHERE album = album.id AND missing_since IS NULL) AS year, \
        (SELECT id FROM track WHERE album = album.id AND missing_since IS NULL AND (has_cover OR cover_beside) \
        ORDER BY has_cover DESC, disc, number LIMIT 1) AS cover_track
        """

    init(_ row: Row) {
        id = row.int("id")
        title = row.text("title")
        artist = Track.Mention(row, "artist", named: "artist_name")
        trackCount = row.int("track_count")
        duration = row.real("duration")
        year = row.intOrNil("year")
        coverTrack = row.intOrNil("cover_track")
    }
}

/// An artist in a list.
package struct Artist: Hashable, Sendable {
    package let id: Int
    package let name: String
    package let trackCount: Int
    package let albumCount: Int

    static let columns = """
        artist.id, artist.name, \
        (SELECT count(*) FROM track WHERE artist = artist.id AND missing_since IS NULL) AS track_count, \
        (SELECT count(DISTINCT album) FROM track WHERE artist = artist.id AND missing_since IS NULL) AS album_count
        """

    init(_ row: Row) {
        id = row.int("id")
        name = row.text("name")
        trackCount = row.int("track_count")
        albumCount = row.int("album_count")
    }
}

/// Which albums or artists to list; `text` holds prefixes of words that must all occur.
package struct ListQuery: Hashable, Sendable {
    package var text: String?
    /// Of albums: those of this artist, or with a track by them.
    package var artist: Int?
    package var isDescending = false
    package var limit = 50
    package var offset = 0

    package init() {}
}

extension CatalogReader {
    /// By title, without those that have no present track.
    package func albums(_ query: ListQuery) throws(CatalogError) -> Page<Album> {
        var filter = Filter()
        filter.add("EXISTS (SELECT 1 FROM track WHERE album = album.id AND missing_since IS NULL)")
        if let artist = query.artist {
            filter.add(
                """
                (album.artist = ? OR EXISTS \
                (SELECT 1 FROM track WHERE album = album.id AND artist = ? AND missing_since IS NULL))
                """, Value(artist), Value(artist))
        }
        return try list(
            query, filter, "album", "LEFT JOIN artist ON artist.id = album.artist", Album.columns, "album.title_key"
        ) { Album($0) }
    }

    package func album(_ id: Int) throws(CatalogError) -> Album? {
        try connection.row(
            "SELECT \(Album.columns) FROM album LEFT JOIN artist ON artist.id = album.artist WHERE album.id = ?", Value(id)
        ) { Album($0) }
    }

    /// By name, without those that have no present track.
    package func artists(_ query: ListQuery) throws(CatalogError) -> Page<Artist> {
        var filter = Filter()
        filter.add("EXISTS (SELECT 1 FROM track WHERE artist = artist.id AND missing_since IS NULL)")
        return try list(query, filter, "artist", "", Artist.columns, "artist.key") { Artist($0) }
    }

    package func artist(_ id: Int) throws(CatalogError) -> Artist? {
        try connection.row("SELECT \(Artist.columns) FROM artist WHERE artist.id = ?", Value(id)) { Artist($0) }
    }

    private func list<Item: Sendable>(
        _ query: ListQuery, _ filter: Filter, _ table: String, _ joins: String, _ columns: String, _ key: String,
        _ read: (Row) -> Item
    ) throws(CatalogError) -> Page<Item> {
        var filter = filter
        var source = table
        if let text = query.text, !text.isEmpty {
            guard let words = searchExpression(text) else { return Page(items: [], total: 0) }
            filter.add("\(table)_words MATCH ?", Value(words))
            source = "\(table)_words CROSS JOIN \(table) ON \(table).id = \(table)_words.rowid"
        }
        let direction = query.isDescending ? " DESC" : ""
        return try snapshot { () throws(CatalogError) in
            let total = try count(source, filter)
            return Page(
                items: try connection.rows(
                    """
                    SELECT \(columns) FROM \(source) \(joins) \(filter.clause) \
                    ORDER BY \(key)\(direction), \(table).id\(direction) LIMIT ? OFFSET ?
                    """, filter.values + [Value(query.limit), Value(query.offset)], read), total: total)
        }
    }
}
