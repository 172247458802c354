/// How much the catalog holds.
package struct Census: Hashable, Sendable {
    package var tracks = 0
    package var missing = 0
    package var albums = 0
    package var artists = 0
    package var rejected = 0
    package var playlists = 0
    /// Seconds of music in all tracks that are there.
    package var duration = 0.0
    /// Pieces of music by the state of their analysis, those without a file left out.
    package var analyses: [AnalysisState: Int] = [:]

    package init() {}
}

extension CatalogReader {
    package func census() throws(CatalogError) -> Census {
        try snapshot { () throws(CatalogError) in
            var census = Census()
            census.tracks = try connection.number("SELECT count(*) FROM track WHERE missing_since IS NULL")
            census.missing = try connection.number("SELECT count(*) FROM track WHERE missing_since IS NOT NULL")
            census.albums = try connection.number(
                "SELECT count(DISTINCT album) FROM track WHERE missing_since IS NULL")
            census.artists = try connection.number(
                "SELECT count(DISTINCT artist) FROM track WHERE missing_since IS NULL")
            census.rejected = try connection.number("SELECT count(*) FROM rejected")
            census.playlists = try connection.number("SELECT count(*) FROM playlist")
            census.duration =
                try connection.row("SELECT sum(duration) FROM track WHERE missing_since IS NULL", read: { $0.real() }) ?? 0
            let states = try connection.rows(
                """
                SELECT state, count(*) FROM content WHERE EXISTS \
                (SELECT 1 FROM track WHERE content = content.id AND missing_since IS NULL) GROUP BY state
                """
            ) { ($0.text(), $0.int()) }
            for (state, count) in states { census.analyses[AnalysisState(rawValue: state) ?? .pending] = count }
            return census
        }
    }

    /// Music that cannot be analyzed, with the path of a file within its folder, and why.
    package func failures(limit: Int) throws(CatalogError) -> [(path: [UInt8], reason: String)] {
        try connection.rows(
            """
            SELECT track.path, content.reason FROM content JOIN track ON track.content = content.id \
            WHERE content.state = 'failed' AND track.missing_since IS NULL GROUP BY content.id ORDER BY content.id LIMIT ?
            """, [Value(limit)]
        ) { ($0.bytes(), $0.text()) }
    }

    /// Files that look like music by their names and are none, with the reason, in the order of their paths.
    package func rejected(limit: Int) throws(CatalogError) -> [(folder: Int, path: [UInt8], reason: String)] {
        try connection.rows(
            "SELECT folder, path, reason FROM rejected ORDER BY folder, path LIMIT ?", [Value(limit)]
        ) { ($0.int(), $0.bytes(), $0.text()) }
    }
}
