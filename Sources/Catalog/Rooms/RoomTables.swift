/// The tables of rooms and their queues, so that the music stands where it should be after a restart.
///
/// They are in a file of their own (`RoomFile`). Copies of the catalog have them too, and so have catalogs of older versions.
enum RoomTables {
    /// Those that others refer to come first.
    static let names = ["room", "room_part", "room_entry", "room_screen", "room_log"]

    /// A snapshot of each room's state, and the log since.
    static let schema = older + log

    /// Of versions before the log: what every command changed was one short text, and the rest had rows of its own.
    static let older = """
        CREATE TABLE room (
            name TEXT PRIMARY KEY,  -- beside a row number: a longer row then fits on one page
            state TEXT NOT NULL,    -- JSON, the room's own business
            changed_at INTEGER NOT NULL
        ) STRICT;
        """ + beside + places + settings

    /// The second version of the rooms' file: places of screens on a wall; NULL for a screen without one.
    static let places = ["x", "y", "width", "height"].map { "ALTER TABLE room_screen ADD COLUMN \($0) REAL;" }.joined()

    /// The third version: what else is set for a screen; JSON, the room's own business, or NULL.
    static let settings = "ALTER TABLE room_screen ADD COLUMN settings TEXT;"

    /// The fourth version: the entries of the log, whose numbers only count up between two whole snapshots.
    static let log = """
        CREATE TABLE room_log (
            room TEXT NOT NULL REFERENCES room (name) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            entry TEXT NOT NULL,  -- JSON, the room's own business
            PRIMARY KEY (room, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// Also a released step of the catalog's migrations: what changes here needs a new version of this file instead.
    private static let beside = """
        CREATE TABLE room_part (
            room TEXT NOT NULL REFERENCES room (name) ON DELETE CASCADE,
            part TEXT NOT NULL,
            value BLOB NOT NULL,
            PRIMARY KEY (room, part)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE room_entry (
            room TEXT NOT NULL REFERENCES room (name) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            track INTEGER NOT NULL,  -- of older versions; now 0
            identity TEXT NOT NULL,  -- of what the entry plays, as `Piece` writes it
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

    /// The tables of the catalog's first version.
    static let first = """
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

    /// Those of its third.
    static let third = "DROP TABLE queue_entry;" + beside

    static func areIn(_ connection: Connection) throws(CatalogError) -> Bool {
        try connection.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'room'") > 0
    }

    /// Adds all rooms of one database, maybe of an older version, to those of another. Rows that belong to no room stay behind.
    static func copy(from source: Connection, to target: Connection) throws(CatalogError) {
        for table in names {
            let known = Set(try columns(of: table, in: source))
            let names = try columns(of: table, in: target).filter(known.contains)
            // An older version has no such table.
            guard !names.isEmpty else { continue }
            let columns = names.joined(separator: ", ")
            let insertion = "INSERT OR IGNORE INTO \(table) (\(columns)) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
            let which = table == "room" ? "" : "WHERE room IN (SELECT name FROM room)"
            var failure: CatalogError?
            try source.each("SELECT \(columns) FROM \(table) \(which)", []) { row in
                do throws(CatalogError) { try target.each(insertion, row.values) { _ in false } } catch { failure = error }
                return failure == nil
            }
            if let failure { throw failure }
        }
    }

    static func columns(of table: String, in connection: Connection) throws(CatalogError) -> [String] {
        try connection.rows("SELECT name FROM pragma_table_info('\(table)')") { $0.text() }
    }

    static func drop(from connection: Connection) throws(CatalogError) {
        for table in names.reversed() { try connection.script("DROP TABLE IF EXISTS \(table)") }
        try connection.sealSchema()
    }
}
