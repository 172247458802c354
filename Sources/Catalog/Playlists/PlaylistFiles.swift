/// A playlist that a scan read from a file in a music folder.
package struct FoundPlaylist: Sendable {
    package struct Entry: Hashable, Sendable {
        /// Nil if the library has no such file now.
        package let track: Int?
        /// What the file says, to find the track later.
        package let location: String
        package let title: String

        package init(track: Int?, location: String, title: String) {
            self.track = track
            self.location = location
            self.title = title
        }
    }

    /// Within the folder.
    package let path: [UInt8]
    package let stamp: FileStamp
    package let name: String
    package let entries: [Entry]

    package init(path: [UInt8], stamp: FileStamp, name: String, entries: [Entry]) {
        self.path = path
        self.stamp = stamp
        self.name = name
        self.entries = entries
    }
}

/// Playlists from files: they follow their files, and people only read them.
package enum PlaylistFiles {
    /// Playlists of people have no folder. An entry whose track is unknown has no identity, which no recording has.
    static let schema = """
        ALTER TABLE playlist ADD COLUMN folder INTEGER REFERENCES folder (id);
        ALTER TABLE playlist ADD COLUMN path BLOB;
        ALTER TABLE playlist ADD COLUMN size INTEGER;
        ALTER TABLE playlist ADD COLUMN modified INTEGER;
        ALTER TABLE playlist ADD COLUMN inode INTEGER;
        ALTER TABLE playlist_entry ADD COLUMN location TEXT;
        CREATE UNIQUE INDEX playlist_file ON playlist (folder, path) WHERE folder IS NOT NULL;
        """

    /// An entry that waits for its file.
    package struct Lost: Sendable {
        package let playlist: Int
        package let position: Int
        package let location: String
        package let folder: Int
        package let path: [UInt8]
    }
}

extension Catalog {
    /// The playlist files of a folder by path, as they were read last.
    package func playlistFiles(in folder: Int) throws(CatalogError) -> [[UInt8]: (playlist: Int, stamp: FileStamp)] {
        let rows = try connection.rows("SELECT id, path, size, modified, inode FROM playlist WHERE folder = ?", [Value(folder)]) {
            (path: $0.bytes("path"), playlist: $0.int("id"), stamp: FileStamp($0))
        }
        return Dictionary(rows.map { ($0.path, ($0.playlist, $0.stamp)) }) { first, _ in first }
    }

    /// Records a playlist file that is new or has changed; returns the playlist.
    package func record(_ found: FoundPlaylist, in folder: Int, at now: Int) throws(CatalogError) -> Int {
        try change { () throws(CatalogError) in
            try connection.run(
                """
                INSERT INTO playlist (name, changed_at, folder, path, size, modified, inode) VALUES (?, ?, ?, ?, ?, ?, ?) \
                ON CONFLICT (folder, path) WHERE folder IS NOT NULL DO UPDATE SET name = excluded.name, \
                revision = revision + 1, changed_at = excluded.changed_at, size = excluded.size, \
                modified = excluded.modified, inode = excluded.inode
                """, Value(found.name), Value(now), Value(folder), Value(found.path), Value(Int(found.stamp.size)),
                Value(Int(found.stamp.modified)), Value(Int(found.stamp.inode)))
            let id = try connection.number(
                "SELECT id FROM playlist WHERE folder = ? AND path = ?", Value(folder), Value(found.path))
            try connection.run("DELETE FROM playlist_entry WHERE playlist = ?", Value(id))
            for (position, entry) in found.entries.enumerated() {
                let identity = if let track = entry.track { try identity(of: track) } else { nil as String? }
                let track: Int? = identity == nil ? nil : entry.track
                try connection.run(
                    "INSERT INTO playlist_entry (playlist, position, track, identity, title, location) VALUES (?, ?, ?, ?, ?, ?)",
                    Value(id), Value(position), Value(track), Value(identity ?? ""),
                    Value(entry.title), Value(entry.location))
            }
            return id
        }
    }

    /// Removes playlists whose files are gone.
    package func lost(playlists: [Int]) throws(CatalogError) {
        guard !playlists.isEmpty else { return }
        try change { () throws(CatalogError) in
            for id in playlists { try connection.run("DELETE FROM playlist WHERE id = ?", Value(id)) }
        }
    }

    /// Entries of playlist files whose tracks are not there, up to a limit.
    package func lostEntries(limit: Int) throws(CatalogError) -> [PlaylistFiles.Lost] {
        try connection.rows(
            """
            SELECT playlist_entry.playlist, playlist_entry.position, playlist_entry.location, playlist.folder, playlist.path \
            FROM playlist JOIN playlist_entry ON playlist_entry.playlist = playlist.id \
            LEFT JOIN track ON track.id = playlist_entry.track \
            WHERE playlist.folder IS NOT NULL AND playlist_entry.location IS NOT NULL \
            AND (track.id IS NULL OR track.missing_since IS NOT NULL) ORDER BY 1, 2 LIMIT ?
            """, [Value(limit)]
        ) {
            PlaylistFiles.Lost(
                playlist: $0.int("playlist"), position: $0.int("position"), location: $0.text("location"),
                folder: $0.int("folder"), path: $0.bytes("path"))
        }
    }

    /// Assigns tracks to entries of playlist files that waited for them.
    package func link(_ found: [(entry: PlaylistFiles.Lost, track: Int)], at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            for (entry, track) in found {
                guard let identity = try identity(of: track) else { continue }
                try connection.run(
                    "UPDATE playlist_entry SET track = ?, identity = ? WHERE playlist = ? AND position = ?", Value(track),
                    Value(identity), Value(entry.playlist), Value(entry.position))
            }
            for playlist in Set(found.map(\.entry.playlist)) {
                try connection.run(
                    "UPDATE playlist SET revision = revision + 1, changed_at = ? WHERE id = ?", Value(now), Value(playlist))
            }
        }
    }

    /// Calls `body` with every track whose file is there, for each of its places, in the order of their rows.
    package func eachPlace(_ body: (_ track: Int, _ folder: Int, _ path: [UInt8]) -> Void) throws(CatalogError) {
        try connection.each(
            """
            SELECT id, folder, path FROM track WHERE missing_since IS NULL UNION ALL \
            SELECT track.id, other_place.folder, other_place.path FROM other_place JOIN track ON track.id = other_place.track \
            WHERE track.missing_since IS NULL ORDER BY id
            """, []
        ) { row in
            body(row.int("id"), row.int("folder"), row.bytes("path"))
            return true
        }
    }

    private func identity(of track: Int) throws(CatalogError) -> String? {
        try connection.row(
            "SELECT content.identity FROM track JOIN content ON content.id = track.content WHERE track.id = ?", Value(track)
        ) { $0.text() }
    }
}
