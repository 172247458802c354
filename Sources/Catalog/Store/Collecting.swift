package import Music

/// What garbage collection removed.
package struct Collected: Hashable, Sendable {
    package var tracks = 0
    package var albums = 0
    package var artists = 0
    package var contents = 0
}

extension Catalog {
    /// Returns the space of deleted rows to the disk.
    package func compact() throws(CatalogError) {
        try connection.run("VACUUM")
    }

    /// Deletes tracks that have been missing since before `moment`, and everything that only they needed.
    ///
    /// What people entered stays: corrections and markers wait for their recording, playlists keep their entries. Data of folders that
    /// are not served stays too. Returns what was deleted, and the recordings without a track, whose analysis files are no longer
    /// needed.
    package func collect(missingBefore moment: Int) throws(CatalogError) -> (Collected, [ContentIdentity]) {
        try change { () throws(CatalogError) in
            var collected = Collected()
            try connection.run(
                "DELETE FROM track WHERE missing_since < ? AND folder IN (SELECT id FROM folder WHERE is_served)", Value(moment))
            collected.tracks = connection.changedRows
            // An entry whose track is deleted may get another track with the same recording.
            try connection.run(
                """
                UPDATE playlist_entry SET track = (SELECT track.id FROM content JOIN track ON track.content = content.id \
                WHERE content.identity = playlist_entry.identity ORDER BY track.missing_since IS NOT NULL, track.id LIMIT 1) \
                WHERE track IS NULL
                """)
            let alone = "NOT EXISTS (SELECT 1 FROM track WHERE content = content.id)"
            let needless = """
                \(alone) AND NOT EXISTS (SELECT 1 FROM correction WHERE identity = content.identity) \
                AND NOT EXISTS (SELECT 1 FROM correction_history WHERE identity = content.identity) \
                AND NOT EXISTS (SELECT 1 FROM lyrics_correction WHERE identity = content.identity) \
                AND NOT EXISTS (SELECT 1 FROM lyrics_correction_history WHERE identity = content.identity) \
                AND NOT EXISTS (SELECT 1 FROM marker WHERE identity = content.identity)
                """
            // A recording that only stays for its correction is reported once: without its analysis it is new again.
            let orphans = try connection.rows(
                "SELECT identity FROM content WHERE \(alone) AND (analyzer IS NOT NULL OR (\(needless)))"
            ) { $0.text() }
            try connection.run("DELETE FROM content WHERE \(needless)")
            collected.contents = connection.changedRows
            try connection.run(
                "UPDATE content SET state = 'pending', attempts = 0, reason = NULL, analyzer = NULL WHERE \(alone)")
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
