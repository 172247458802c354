package import Music

extension Catalog {
    /// More than a band plays in its life; limits scripts.
    package static let mostSongs = 5_000

    package func addSong(_ sheet: Song.Sheet, at now: Int) throws(CatalogError) -> Int {
        try change { () throws(CatalogError) in try insert(sheet, at: now) }
    }

    package func changeSong(_ id: Int, _ edit: Song.Change, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            guard let sheet = try sheet(id) else { throw .nothing("there is no song \(id)") }
            _ = try update(id, from: sheet, to: sheet.changed(by: edit), at: now)
        }
    }

    /// Deletes a song, also from the set lists that have it.
    package func removeSong(_ id: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("DELETE FROM song WHERE id = ?", Value(id))
            guard connection.changedRows > 0 else { throw .nothing("there is no song \(id)") }
        }
    }

    /// Gives the songs that follow a recording's beats another rhythm; returns those that it changed.
    package func setRhythm(ofFollowing identity: ContentIdentity, to rhythm: Rhythm, at now: Int) throws(CatalogError) -> [Int] {
        let text = Value(rhythm.stored)
        return try change { () throws(CatalogError) in
            let songs = try connection.rows(
                "SELECT id FROM song WHERE identity = ? AND follows_track AND rhythm <> ?", [Value(identity.description), text]
            ) { $0.int() }
            for song in songs {
                try connection.run("UPDATE song SET rhythm = ?, changed_at = ? WHERE id = ?", text, Value(now), Value(song))
            }
            return songs
        }
    }

    func sheet(_ id: Int) throws(CatalogError) -> Song.Sheet? {
        try connection.row("SELECT \(Song.columns) FROM song WHERE id = ?", Value(id)) { Song($0).sheet }
    }

    func insert(_ sheet: Song.Sheet, at now: Int) throws(CatalogError) -> Int {
        guard try connection.number("SELECT count(*) FROM song") < Self.mostSongs else {
            throw .conflict("there are \(Self.mostSongs) songs already")
        }
        try connection.run(
            """
            INSERT INTO song (title, artist, notes, rhythm, follows_track, kit, identity, words, title_key, changed_at) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, Value(sheet.title), Value(sheet.artist), Value(sheet.notes), Value(sheet.rhythm.stored),
            Value(sheet.followsTrack), Value(sheet.kit), Value(sheet.recording?.description), Value(sheet.words),
            Value(folded(sheet.title)), Value(now))
        return connection.insertedID
    }

    /// Returns whether there was anything to change.
    func update(_ id: Int, from old: Song.Sheet, to sheet: Song.Sheet, at now: Int) throws(CatalogError) -> Bool {
        guard sheet != old else { return false }
        try connection.run(
            """
            UPDATE song SET title = ?, artist = ?, notes = ?, rhythm = ?, follows_track = ?, kit = ?, identity = ?, words = ?, \
            title_key = ?, changed_at = ? WHERE id = ?
            """, Value(sheet.title), Value(sheet.artist), Value(sheet.notes), Value(sheet.rhythm.stored),
            Value(sheet.followsTrack), Value(sheet.kit), Value(sheet.recording?.description), Value(sheet.words),
            Value(folded(sheet.title)), Value(now), Value(id))
        return true
    }
}

extension Song.Sheet {
    /// What a search looks through.
    fileprivate var words: String { " \(folded(title)) \(folded(artist))" }
}
