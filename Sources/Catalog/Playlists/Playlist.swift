/// A playlist.
package struct Playlist: Hashable, Sendable {
    package let id: Int
    package let name: String
    package let count: Int
    /// Seconds, of all entries whose tracks are known.
    package let duration: Double
    package let changedAt: Int
    /// Version, raised with each change: a client that changes a list states the version it has seen.
    package let revision: Int
    /// The folder of the file that it comes from, and its path there; nil for a playlist that people made.
    package let folder: Folder?
    package let path: [UInt8]
    /// The name of that file, which only a scan changes.
    package let file: String?
    /// Tracks with different covers, at most four, in the order of the list.
    package let covers: [Int]

    package struct Folder: Hashable, Sendable {
        package let id: Int
        package let path: [UInt8]
    }

    /// An entry also stores the identity of its recording, so that it finds the track again if it was forgotten meanwhile.
    static let schema = """
        CREATE TABLE playlist (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            revision INTEGER NOT NULL DEFAULT 1,
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE playlist_entry (
            playlist INTEGER NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            track INTEGER REFERENCES track (id) ON DELETE SET NULL,
            identity TEXT NOT NULL,
            title TEXT NOT NULL,
            PRIMARY KEY (playlist, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX playlist_entry_of_track ON playlist_entry (track);
        CREATE INDEX playlist_entry_alone ON playlist_entry (identity) WHERE track IS NULL;
        """

    static let columns = """
        playlist.id, playlist.name, \
        (SELECT count(*) FROM playlist_entry WHERE playlist = playlist.id) AS count, \
        (SELECT coalesce(sum(coalesce(content.duration, track.duration)), 0) FROM playlist_entry \
        JOIN track ON track.id = playlist_entry.track JOIN content ON content.id = track.content \
        WHERE playlist = playlist.id) AS duration, playlist.changed_at, playlist.revision, playlist.path, playlist.folder, \
        (SELECT path FROM folder WHERE id = playlist.folder) AS folder_path, \
        (SELECT group_concat(id, ' ') FROM (SELECT min(track.id) AS id FROM playlist_entry \
        JOIN track ON track.id = playlist_entry.track \
        WHERE playlist = playlist.id AND position < \(mostCovered) \
        GROUP BY coalesce(track.album, -track.id) ORDER BY min(position) LIMIT 4)) AS covers
        """

    /// Entries among which covers are looked for.
    private static let mostCovered = 200

    init(_ row: Row) {
        id = row.int("id")
        name = row.text("name")
        count = row.int("count")
        duration = row.real("duration")
        changedAt = row.int("changed_at")
        revision = row.int("revision")
        folder = row.intOrNil("folder").map { Folder(id: $0, path: row.bytes("folder_path")) }
        path = folder == nil ? [] : row.bytes("path")
        file = row.textOrNil("path").map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        covers = (row.textOrNil("covers") ?? "").split(separator: " ").compactMap { Int($0) }
    }
}

/// An entry of a playlist.
package struct PlaylistEntry: Hashable, Sendable {
    package let position: Int
    /// Nil if the catalog no longer has a track for it.
    package let track: Track?
    package let title: String
    /// What the playlist file says; nil in a playlist that people made.
    package let location: String?
}

extension CatalogReader {
    package func playlists(limit: Int, offset: Int) throws(CatalogError) -> Page<Playlist> {
        try snapshot { () throws(CatalogError) in
            Page(
                items: try connection.rows(
                    "SELECT \(Playlist.columns) FROM playlist ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?",
                    [Value(limit), Value(offset)]
                ) { Playlist($0) }, total: try connection.number("SELECT count(*) FROM playlist"))
        }
    }

    package func playlist(_ id: Int) throws(CatalogError) -> Playlist? {
        try connection.row("SELECT \(Playlist.columns) FROM playlist WHERE id = ?", Value(id)) { Playlist($0) }
    }

    /// What the file of a playlist says of its entries, in order.
    package func locations(of playlist: Int) throws(CatalogError) -> [String] {
        try connection.rows(
            "SELECT location FROM playlist_entry WHERE playlist = ? ORDER BY position", [Value(playlist)]
        ) { $0.textOrNil("location") ?? "" }
    }

    /// The tracks of a playlist that are known, in order.
    package func tracks(ofPlaylist playlist: Int) throws(CatalogError) -> [Int] {
        try connection.rows(
            "SELECT track FROM playlist_entry WHERE playlist = ? AND track IS NOT NULL ORDER BY position", [Value(playlist)]
        ) { $0.int("track") }
    }

    /// The numbers of a playlist's tracks, in its order, without the entries for which the catalog no longer has a track.
    package func ids(inPlaylist playlist: Int, limit: Int) throws(CatalogError) -> [Int] {
        try connection.rows(
            "SELECT track FROM playlist_entry WHERE playlist = ? AND track IS NOT NULL ORDER BY position LIMIT ?",
            [Value(playlist), Value(limit)]
        ) { $0.int() }
    }

    /// Entries from `offset` on, in order.
    package func entries(of playlist: Int, limit: Int, offset: Int) throws(CatalogError) -> [PlaylistEntry] {
        try snapshot { () throws(CatalogError) in
            let rows = try connection.rows(
                """
                SELECT position, track, title, location FROM playlist_entry WHERE playlist = ? AND position >= ? \
                ORDER BY position LIMIT ?
                """,
                [Value(playlist), Value(offset), Value(limit)]
            ) { row in
                (
                    position: row.int("position"), track: row.intOrNil("track"), title: row.text("title"),
                    location: row.textOrNil("location")
                )
            }
            var entries: [PlaylistEntry] = []
            for row in rows {
                var track: Track?
                if let id = row.track { track = try self.track(id) }
                entries.append(
                    PlaylistEntry(
                        position: row.position, track: track, title: track?.title ?? row.title, location: row.location))
            }
            return entries
        }
    }
}
