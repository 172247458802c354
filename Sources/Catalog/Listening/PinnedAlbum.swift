/// An album whose songs are fetched from their music servers and kept on this machine.
package struct PinnedAlbum: Hashable, Sendable {
    package static let most = 500

    package let id: Int
    package let title: String
    /// Nil if the tracks are by several artists.
    package let artist: String?
    package let songs: [Track.Place]

    /// As their servers state it.
    package var byteCount: Int { songs.reduce(0) { $0 + Int(clamping: $1.stamp.size) } }

    /// A pin stays when its album is gone, and counts again when it is back.
    static let schema = """
        CREATE TABLE pinned_album (
            grouping TEXT PRIMARY KEY,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Whether an album is pinned; NULL for one without songs of music servers.
    static let column = """
        CASE WHEN EXISTS (SELECT 1 FROM track JOIN folder ON folder.id = track.folder \
        WHERE track.album = album.id AND track.missing_since IS NULL AND NOT \(MusicFolder.isHere)) \
        THEN EXISTS (SELECT 1 FROM pinned_album WHERE grouping = album.grouping) END AS is_pinned
        """
}

extension Catalog {
    /// Pins an album, or no longer.
    package func set(pinned: Bool, album: Int, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            let grouping = "(SELECT grouping FROM album WHERE id = ?)"
            if pinned {
                try connection.run(
                    "INSERT OR IGNORE INTO pinned_album (grouping, since) SELECT grouping, ? FROM album WHERE id = ?", Value(now),
                    Value(album))
            } else {
                try connection.run("DELETE FROM pinned_album WHERE grouping = \(grouping)", Value(album))
            }
        }
    }
}

extension CatalogReader {
    /// The pinned albums that are there, in the order in which they were pinned.
    package func pinnedAlbums() throws(CatalogError) -> [PinnedAlbum] {
        try snapshot { () throws(CatalogError) in
            let albums = try connection.rows(
                """
                SELECT album.id, album.title, artist.name AS artist FROM pinned_album JOIN album USING (grouping) \
                LEFT JOIN artist ON artist.id = album.artist ORDER BY pinned_album.since, album.id
                """
            ) { (id: $0.int("id"), title: $0.text("title"), artist: $0.textOrNil("artist")) }
            var pinned: [PinnedAlbum] = []
            for album in albums {
                let songs = try songsElsewhere(ofAlbum: album.id)
                guard !songs.isEmpty else { continue }
                pinned.append(PinnedAlbum(id: album.id, title: album.title, artist: album.artist, songs: songs))
            }
            return pinned
        }
    }

    /// The songs of an album that lie on music servers alone.
    package func songsElsewhere(ofAlbum album: Int) throws(CatalogError) -> [Track.Place] {
        try connection.rows(
            """
            SELECT track.folder, track.path, track.size, track.modified, track.inode FROM track \
            JOIN folder ON folder.id = track.folder WHERE track.album = ? AND track.missing_since IS NULL \
            AND NOT \(MusicFolder.isHere) ORDER BY track.disc, track.number, track.id
            """, [Value(album)]
        ) { Track.Place(folder: $0.int("folder"), path: $0.bytes("path"), stamp: FileStamp($0)) }
    }
}
