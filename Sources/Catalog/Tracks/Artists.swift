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

/// Which artists to list; `text` holds prefixes of words that must all occur.
package struct ArtistQuery: Hashable, Sendable {
    package var text: String?
    package var isDescending = false
    package var limit = 50
    package var offset = 0

    package init() {}
}

extension CatalogReader {
    /// By name, without those that have no present track. Those whose name begins with the text come first.
    package func artists(_ query: ArtistQuery) throws(CatalogError) -> Page<Artist> {
        var filter = Filter()
        filter.add("EXISTS (SELECT 1 FROM track WHERE artist = artist.id AND missing_since IS NULL)")
        let direction = query.isDescending ? " DESC" : ""
        var source = "artist"
        var keys = ["artist.key\(direction)", "artist.id\(direction)"]
        var beginnings: [Value] = []
        if let text = query.text, !text.isEmpty {
            guard let words = searchExpression(text) else { return Page(items: [], total: 0) }
            filter.add("artist_words MATCH ?", Value(words))
            source = "artist_words CROSS JOIN artist ON artist.id = artist_words.rowid"
            keys.insert("substr(artist.key, 1, length(?)) = ? DESC", at: 0)
            beginnings = [Value(folded(text)), Value(folded(text))]
        }
        return try snapshot { () throws(CatalogError) in
            Page(
                items: try connection.rows(
                    "SELECT \(Artist.columns) FROM \(source) \(filter.clause) ORDER BY \(keys.joined(separator: ", ")) LIMIT ? OFFSET ?",
                    filter.values + beginnings + [Value(query.limit), Value(query.offset)]
                ) { Artist($0) }, total: try count(source, filter))
        }
    }

    package func artist(_ id: Int) throws(CatalogError) -> Artist? {
        try connection.row("SELECT \(Artist.columns) FROM artist WHERE artist.id = ?", Value(id)) { Artist($0) }
    }
}
