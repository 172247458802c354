/// Carries over what can still be read of a damaged database, row by row: what people entered first of all.
struct Salvage {
    /// Those that others refer to come first.
    private static let tables = [
        "folder", "content", "artist", "album", "track", "correction", "marker", "playlist", "playlist_entry", "room",
        "queue_entry", "setting",
    ]

    private let source: Connection
    private let target: Connection

    init(from source: Connection, into target: Connection) {
        self.source = source
        self.target = target
    }

    /// Returns how many rows of each table were carried over.
    func run() throws(CatalogError) -> [String: Int] {
        var carried: [String: Int] = [:]
        try target.script("PRAGMA foreign_keys = OFF")
        try target.transaction { () throws(CatalogError) in
            for table in Self.tables {
                let count = try carry(table)
                if count > 0 { carried[table] = count }
            }
            try mend()
        }
        return carried
    }

    /// From both ends, up to where the damage begins.
    private func carry(_ table: String) throws(CatalogError) -> Int {
        let columns = try target.rows("SELECT name FROM pragma_table_info('\(table)')") { $0.text() }
        let keys = try target.rows("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk") { $0.text() }
        let names = columns.joined(separator: ", ")
        let insertion = """
            INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
        let before = try target.number("SELECT count(*) FROM \(table)")
        for direction in ["ASC", "DESC"] {
            let order = keys.map { "\($0) \(direction)" }.joined(separator: ", ")
            var failure: CatalogError?
            do {
                try source.each("SELECT \(names) FROM \(table) ORDER BY \(order)", []) { row in
                    let values = columns.map { _ in row.value() }
                    do throws(CatalogError) {
                        try target.each(insertion, values) { _ in false }
                    } catch .failed {
                        // A row that breaks a rule of the table is damage too.
                    } catch {
                        failure = error
                    }
                    return failure == nil
                }
                // Read to its end, so there is nothing more to find from the other side.
                if failure == nil { break }
            } catch {
                // Here the damage begins; the rest may be reached from the other end.
                continue
            }
            if let failure { throw failure }
        }
        return try target.number("SELECT count(*) FROM \(table)") - before
    }

    /// Makes whole what refers to rows that are lost, and makes the words anew.
    private func mend() throws(CatalogError) {
        try target.script(
            """
            INSERT OR IGNORE INTO content (identity) SELECT identity FROM correction UNION SELECT identity FROM marker;
            DELETE FROM track WHERE content NOT IN (SELECT id FROM content) OR folder NOT IN (SELECT id FROM folder);
            UPDATE album SET artist = NULL WHERE artist NOT IN (SELECT id FROM artist);
            UPDATE track SET artist = NULL WHERE artist NOT IN (SELECT id FROM artist);
            UPDATE track SET album = NULL WHERE album NOT IN (SELECT id FROM album);
            DELETE FROM playlist_entry WHERE playlist NOT IN (SELECT id FROM playlist);
            UPDATE playlist_entry SET track = NULL WHERE track NOT IN (SELECT id FROM track);
            DELETE FROM queue_entry WHERE room NOT IN (SELECT name FROM room) OR track NOT IN (SELECT id FROM track);
            INSERT INTO track_words (rowid, title, artist, album)
                SELECT id, title_key, artist_key, album_key FROM track WHERE missing_since IS NULL;
            INSERT INTO artist_words (rowid, name) SELECT id, key FROM artist;
            INSERT INTO album_words (rowid, title, artist) SELECT id, title_key, artist_key FROM album;
            """)
        // The next look at each file writes its row anew, words of the album's artist included.
        try target.script("UPDATE track SET modified = 0")
    }
}
