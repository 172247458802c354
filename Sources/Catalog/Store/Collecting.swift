package import Music

/// What clearing up took away.
package struct Collected: Hashable, Sendable {
    package var tracks = 0
    package var albums = 0
    package var artists = 0
    package var contents = 0
}

extension Catalog {
    /// Forgets tracks that have been missing since before `moment`, and everything that only they needed.
    ///
    /// What people entered stays: corrections and markers wait for their music, playlists keep their entries. Returns what went
    /// and the music that no track is left of, whose analysis files nobody needs.
    package func collect(missingBefore moment: Int) throws(CatalogError) -> (Collected, [ContentIdentity]) {
        try change { () throws(CatalogError) in
            var collected = Collected()
            try connection.run("DELETE FROM track WHERE missing_since < ?", Value(moment))
            collected.tracks = connection.changedRows
            let orphans = try connection.rows(
                "SELECT identity FROM content WHERE NOT EXISTS (SELECT 1 FROM track WHERE content = content.id)"
            ) { $0.text() }
            try connection.run(
                """
                DELETE FROM content WHERE NOT EXISTS (SELECT 1 FROM track WHERE content = content.id) \
                AND NOT EXISTS (SELECT 1 FROM correction WHERE identity = content.identity) \
                AND NOT EXISTS (SELECT 1 FROM marker WHERE identity = content.identity)
                """)
            collected.contents = connection.changedRows
            try connection.run(
                """
                DELETE FROM album_words WHERE rowid IN \
                (SELECT id FROM album WHERE NOT EXISTS (SELECT 1 FROM track WHERE album = album.id))
                """)
            try connection.run("DELETE FROM album WHERE NOT EXISTS (SELECT 1 FROM track WHERE album = album.id)")
            collected.albums = connection.changedRows
            let unused = """
                NOT EXISTS (SELECT 1 FROM track WHERE artist = artist.id) \
                AND NOT EXISTS (SELECT 1 FROM album WHERE artist = artist.id)
                """
            try connection.run("DELETE FROM artist_words WHERE rowid IN (SELECT id FROM artist WHERE \(unused))")
            try connection.run("DELETE FROM artist WHERE \(unused)")
            collected.artists = connection.changedRows
            return (collected, orphans.compactMap { ContentIdentity($0) })
        }
    }
}
