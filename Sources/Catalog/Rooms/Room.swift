/// The table of rooms and their queues, so that the music stands where it should be after a restart.
enum RoomRow {
    static let schema = """
        CREATE TABLE room (
            name TEXT PRIMARY KEY,
            state TEXT NOT NULL,  -- JSON, the room's own business
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE queue_entry (
            room TEXT NOT NULL REFERENCES room (name) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            track INTEGER NOT NULL REFERENCES track (id) ON DELETE CASCADE,
            PRIMARY KEY (room, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX queue_entry_of_track ON queue_entry (track);
        """
}

/// The table of what the server was told while it ran.
enum Setting {
    static let schema = """
        CREATE TABLE setting (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension Catalog {
    /// Keeps a room as it is now, with those tracks of its queue that the catalog still knows.
    package func keep(room name: String, state: String, queue: [Int], at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                """
                INSERT INTO room (name, state, changed_at) VALUES (?, ?, ?) \
                ON CONFLICT (name) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at
                """, Value(name), Value(state), Value(now))
            try connection.run("DELETE FROM queue_entry WHERE room = ?", Value(name))
            for (position, track) in queue.enumerated() {
                try connection.run(
                    "INSERT INTO queue_entry (room, position, track) SELECT ?, ?, id FROM track WHERE id = ?", Value(name),
                    Value(position), Value(track))
            }
        }
    }

    package func forget(room name: String) throws(CatalogError) {
        try change { () throws(CatalogError) in try connection.run("DELETE FROM room WHERE name = ?", Value(name)) }
    }

    /// Every room that was kept: its name, its state and its queue.
    package func rooms() throws(CatalogError) -> [(name: String, state: String, queue: [Int])] {
        let rooms = try connection.rows("SELECT name, state FROM room ORDER BY name") { ($0.text(), $0.text()) }
        var kept: [(name: String, state: String, queue: [Int])] = []
        for (name, state) in rooms {
            let queue = try connection.rows(
                "SELECT track FROM queue_entry WHERE room = ? ORDER BY position", [Value(name)]
            ) { $0.int() }
            kept.append((name, state, queue))
        }
        return kept
    }

    package func setting(_ key: String) throws(CatalogError) -> String? {
        try connection.row("SELECT value FROM setting WHERE key = ?", Value(key)) { $0.text() }
    }

    package func set(_ key: String, to value: String) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", Value(key), Value(value))
        }
    }
}
