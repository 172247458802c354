/// The tables of rooms and their queues, so that the music stands where it should be after a restart.
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

    /// What every command changes is one short text; the rest has rows of its own, so that only changed rows are written. An entry
    /// stores its music's identity too, so that it finds the track again under another number.
    static let rows = """
        DROP TABLE queue_entry;
        CREATE TABLE room_part (
            room TEXT NOT NULL REFERENCES room (name) ON DELETE CASCADE,
            part TEXT NOT NULL,
            value BLOB NOT NULL,
            PRIMARY KEY (room, part)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE room_entry (
            room TEXT NOT NULL REFERENCES room (name) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            track INTEGER NOT NULL,
            identity TEXT NOT NULL,
            PRIMARY KEY (room, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE room_screen (
            id INTEGER PRIMARY KEY,  -- those remembered first come first
            room TEXT NOT NULL REFERENCES room (name) ON DELETE CASCADE,
            client TEXT NOT NULL,
            name TEXT,
            delay REAL NOT NULL,     -- milliseconds
            UNIQUE (room, client)
        ) STRICT;
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
    package func setting(_ key: String) throws(CatalogError) -> String? {
        try connection.row("SELECT value FROM setting WHERE key = ?", Value(key)) { $0.text() }
    }

    package func set(_ key: String, to value: String) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", Value(key), Value(value))
        }
    }
}
