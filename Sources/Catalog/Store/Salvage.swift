/// Copies what can still be read of a damaged database, row by row: above all what people entered.
struct Salvage {
    enum Part {
        case catalog, rooms

        /// Tables that others refer to come first.
        fileprivate var tables: [String] {
            switch self {
            case .catalog:
                [
                    "folder", "content", "artist", "album", "track", "correction", "correction_history",
                    "lyrics_correction", "lyrics_correction_history", "marker", "playlist", "playlist_entry", "listening",
                    "favourite_album", "pinned_album",
                    "song", "set_list", "set_list_song", "practice", "look", "tag_picture", "tag_edit", "setting",
                ]
            case .rooms: RoomTables.names
            }
        }
    }

    private let sources: [Connection]
    private let target: Connection

    /// Reads the damaged database first, then copies: a table that is incomplete in one is completed from the next.
    init(of damaged: String, andCopies copies: [BackupFile], into target: Connection) {
        // The file may not be a database at all, and there may be no copy.
        let source = try? Connection(damaged, .writing)
        sources = [source].compactMap { $0 } + copies.compactMap { try? Connection($0.path, .reading) }
        self.target = target
    }

    /// Returns how many rows of each table were carried over.
    func run(_ part: Part) throws(CatalogError) -> [String: Int] {
        var carried: [String: Int] = [:]
        try target.script("PRAGMA foreign_keys = OFF")
        try target.transaction { () throws(CatalogError) in
            for table in part.tables {
                for source in sources {
                    // A copy is older: if the damaged file has the whole table, rows deleted since must not come back.
                    if try carry(table, from: source) { break }
                }
                let count = try target.number("SELECT count(*) FROM \(table)")
                if count > 0 { carried[table] = count }
            }
            switch part {
            case .catalog: try mendCatalog()
            case .rooms: try mendRooms()
            }
        }
        return carried
    }

    /// Copies the rows of a table, from both ends up to the damage, and then without the index that gives their order. Returns whether
    /// it was read whole.
    private func carry(_ table: String, from source: Connection) throws(CatalogError) -> Bool {
        let columns = try columns(of: table, in: source)
        let keys = try target.rows("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk") { $0.text() }
        let names = columns.joined(separator: ", ")
        let insertion = """
            INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
        let sane = keys == ["id"] ? "id BETWEEN 1 AND \(Connection.greatestNumber)" : "true"
        let isSane = (try? source.number("SELECT count(*) FROM \(table) WHERE NOT (\(sane))")) == 0
        let orders = ["ASC", "DESC"].map { direction in
            "WHERE \(sane) ORDER BY " + keys.map { "\($0) \(direction)" }.joined(separator: ", ")
        }
        for order in orders + ["NOT INDEXED WHERE \(sane)"] {
            var failure: CatalogError?
            var isWhole = true
            do {
                try source.each("SELECT \(names) FROM \(table) \(order)", []) { row in
                    do throws(CatalogError) {
                        try target.each(insertion, row.values) { _ in false }
                    } catch {
                        if error.isBrokenRule { isWhole = false } else { failure = error }
                    }
                    return failure == nil
                }
            } catch {
                // The damage begins here; the rest may be readable in another order.
                continue
            }
            if let failure { throw failure }
            return order != orders[1] && isWhole && isSane
        }
        return false
    }

    /// The columns that both databases have: the damaged one may have an older schema.
    private func columns(of table: String, in source: Connection) throws(CatalogError) -> [String] {
        let names = "SELECT name FROM pragma_table_info('\(table)')"
        let ours = try target.rows(names) { $0.text() }
        do throws(CatalogError) {
            let theirs = Set(try source.rows(names) { $0.text() })
            return theirs.isEmpty ? ours : ours.filter(theirs.contains)
        } catch {
            // If even that fails, reading will fail too.
            return ours
        }
    }

    /// Repairs references to lost rows, and rebuilds the search index.
    private func mendCatalog() throws(CatalogError) {
        try target.script(
            """
            INSERT OR IGNORE INTO content (identity) SELECT identity FROM correction
                UNION SELECT identity FROM correction_history UNION SELECT identity FROM lyrics_correction
                UNION SELECT identity FROM lyrics_correction_history UNION SELECT identity FROM marker;
            DELETE FROM track WHERE content NOT IN (SELECT id FROM content) OR folder NOT IN (SELECT id FROM folder);
            UPDATE album SET artist = NULL WHERE artist NOT IN (SELECT id FROM artist);
            UPDATE track SET artist = NULL WHERE artist NOT IN (SELECT id FROM artist);
            UPDATE track SET album = NULL WHERE album NOT IN (SELECT id FROM album);
            DELETE FROM playlist_entry WHERE playlist NOT IN (SELECT id FROM playlist);
            UPDATE playlist_entry SET track = NULL WHERE track NOT IN (SELECT id FROM track);
            CREATE TEMP TABLE entry AS SELECT playlist, row_number() OVER (PARTITION BY playlist ORDER BY position) - 1,
                track, identity, title, location FROM playlist_entry;
            DELETE FROM playlist_entry;
            INSERT INTO playlist_entry (playlist, position, track, identity, title, location) SELECT * FROM entry;
            DROP TABLE entry;
            DELETE FROM set_list_song WHERE set_list NOT IN (SELECT id FROM set_list) OR song NOT IN (SELECT id FROM song);
            UPDATE practice SET song = NULL WHERE song NOT IN (SELECT id FROM song);
            INSERT INTO track_words (rowid, title, artist, album, genre)
                SELECT id, title_key, artist_key, album_key, coalesce(genre, '') FROM track WHERE missing_since IS NULL;
            INSERT INTO artist_words (rowid, name) SELECT id, key FROM artist;
            INSERT INTO album_words (rowid, title, artist) SELECT id, title_key, artist_key FROM album;
            """)
        // The next scan probes each file and writes its row again, with the album artist in the search index.
        try target.script("UPDATE track SET modified = 0")
    }

    private func mendRooms() throws(CatalogError) {
        for table in RoomTables.names.dropFirst() {
            try target.script("DELETE FROM \(table) WHERE room NOT IN (SELECT name FROM room)")
        }
    }
}
