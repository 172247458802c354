package import Music

/// What all rooms keep: the one writer of their database, on a thread of its own, so that a command in a room waits for no scan.
///
/// What a call returns from is in the kernel: no end of this process takes it back. It is on the disk within a second, and only a
/// power cut before then does.
package actor RoomDatabase {
    private(set) var connection: Connection
    /// The one of a time when the disk was full. It stays open: closing a file ends all locks of this process on it (fcntl(2)).
    private var frozen: Connection?
    package nonisolated let disk: DiskFullness
    private let flush: JournalFlush
    private let thread = CatalogThread("downbeat.rooms")

    /// Set once nothing depends on commits that are on the disk at once. With a greater journal, fewer commits wait for a checkpoint:
    /// 16 MB are some snapshots of queues of 10,000 entries.
    static let pragmas = "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16000"

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// `journal` is the path of the connection's write-ahead log.
    init(_ connection: Connection, journal: String) throws(CatalogError) {
        self.connection = connection
        disk = DiskFullness(isFull: connection.access == .frozen)
        flush = JournalFlush { () throws(CatalogError) in try Durability.settle(journal) }
        try connection.script(Self.pragmas)
        // What the server that died before this one had not flushed.
        flush.soon()
    }

    /// Lets changes be written by the connection that `open` makes, if none can be now.
    func thaw(_ open: @Sendable () throws(CatalogError) -> Connection) throws(CatalogError) {
        guard connection.access == .frozen else { return }
        let writer = try open()
        try writer.script(Self.pragmas)
        (frozen, connection) = (connection, writer)
        disk.end()
    }

    /// Notes that the disk has room, if changes are not refused anyway.
    func noteRoom() {
        if connection.access != .frozen { disk.end() }
    }

    /// Writes a room, after what was written before, and says then what went wrong. Both closures are called on this thread.
    ///
    /// Goes straight to the thread: someone waits for the answer, and the shared threads may be encoding long queues.
    package nonisolated func write(
        room name: String, at now: Int, _ make: @escaping @Sendable () -> RoomWriting,
        then answer: @escaping @Sendable (CatalogError?) -> Void
    ) {
        run({ (store) throws(CatalogError) in try store.write(room: name, at: now, make()) }, then: answer)
    }

    /// Writes a room.
    func write(room name: String, at now: Int, _ writing: RoomWriting) throws(CatalogError) {
        try flush.check()
        try disk.noting { () throws(CatalogError) in
            try connection.transaction { () throws(CatalogError) in
                switch writing {
                case .snapshot(let text, let through, let isWhole): try write(text, through, isWhole, of: Value(name), at: now)
                case .entries(let texts, let first): try write(texts, from: first, of: Value(name))
                }
            }
        }
        flush.soon()
    }

    private func write(_ snapshot: String, _ through: Int, _ isWhole: Bool, of room: Value, at now: Int) throws(CatalogError) {
        try connection.run(
            """
            INSERT INTO room (name, state, changed_at) VALUES (?, ?, ?) \
            ON CONFLICT (name) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at
            """, room, Value(snapshot), Value(now))
        guard isWhole else {
            return try connection.run("DELETE FROM room_log WHERE room = ? AND number <= ?", room, Value(through))
        }
        for table in RoomTables.names.dropFirst() { try connection.run("DELETE FROM \(table) WHERE room = ?", room) }
    }

    private func write(_ entries: [String], from first: Int, of room: Value) throws(CatalogError) {
        for (index, entry) in entries.enumerated() {
            try connection.run("INSERT INTO room_log VALUES (?, ?, ?)", room, Value(first + index), Value(entry))
        }
    }

    /// Deletes a room, after what was kept before this call, and says then what went wrong. The closure is called on this thread.
    package nonisolated func forget(room name: String, then answer: @escaping @Sendable (CatalogError?) -> Void) {
        run({ (store) throws(CatalogError) in try store.forget(room: name) }, then: answer)
    }

    /// Works on this thread in the order of the calls, and says then what went wrong.
    private nonisolated func run(
        _ work: @escaping @Sendable (isolated RoomDatabase) throws(CatalogError) -> Void,
        then answer: @escaping @Sendable (CatalogError?) -> Void
    ) {
        thread.run {
            self.assumeIsolated { store in
                do throws(CatalogError) {
                    try work(store)
                    answer(nil)
                } catch {
                    answer(error)
                }
            }
        }
    }

    package func forget(room name: String) throws(CatalogError) {
        try connection.run("DELETE FROM room WHERE name = ?", Value(name))
        flush.soon()
    }

    /// Every room that is stored, by name.
    package func rooms() throws(CatalogError) -> [(name: String, room: StoredRoom)] {
        let rooms = try connection.rows("SELECT name, state FROM room ORDER BY name") { ($0.text("name"), $0.text("state")) }
        var stored: [(name: String, room: StoredRoom)] = []
        for (name, state) in rooms {
            let log = try connection.rows("SELECT number, entry FROM room_log WHERE room = ? ORDER BY number", [Value(name)]) {
                row in
                (number: row.int("number"), text: row.text("entry"))
            }
            stored.append((name, StoredRoom(try rows(of: name, state), log: log)))
        }
        return stored
    }

    /// What a version before the log kept, without the entries whose piece cannot be read.
    private func rows(of name: String, _ state: String) throws(CatalogError) -> OlderRoomRows {
        var rows = OlderRoomRows(state: state)
        rows.entries = try connection.rows(
            "SELECT number, identity FROM room_entry WHERE room = ? ORDER BY number", [Value(name)]
        ) { (number: $0.int("number"), piece: Piece($0.text("identity"))) }
        .compactMap { entry in entry.piece.map { OlderRoomRows.Entry(number: entry.number, piece: $0) } }
        rows.screens = try connection.rows(
            "SELECT client, name, delay, x, y, width, height, settings FROM room_screen WHERE room = ? ORDER BY id", [Value(name)],
            Self.screen)
        let parts = try connection.rows("SELECT part, value FROM room_part WHERE room = ?", [Value(name)]) { row in
            (row.text("part"), row.bytes("value"))
        }
        rows.parts = Dictionary(parts) { first, _ in first }
        return rows
    }

    private static func screen(_ row: Row) -> OlderRoomRows.Screen {
        let (client, name, offset) = (row.text("client"), row.textOrNil("name"), row.real("delay"))
        return OlderRoomRows.Screen(
            client: client, name: name, offset: offset, place: place(row), settings: row.textOrNil("settings"))
    }

    private static func place(_ row: Row) -> WallPlace? {
        guard let x = row.realOrNil("x"), let y = row.realOrNil("y"), let width = row.realOrNil("width"),
            let height = row.realOrNil("height")
        else { return nil }
        return WallPlace(x: x, y: y, width: width, height: height)
    }

    /// Checkpoints, so that everything is in the one file.
    package func clearJournal() throws(CatalogError) {
        try connection.clearJournal()
    }

    /// All that was kept of a room as JSON for people to look at, and when that was; nil where nothing was.
    package func text(of name: String) throws(CatalogError) -> (text: String, changedAt: Int)? {
        try connection.row(
            """
            SELECT json_object('state', state, \
            'pieces', (SELECT json_group_object(number, identity) FROM room_entry WHERE room = room.name), \
            'parts', (SELECT json_group_object(part, hex(value)) FROM room_part WHERE room = room.name), \
            'screens', (SELECT json_group_object(client, name) FROM room_screen WHERE room = room.name), \
            'log', (SELECT json_group_object(number, entry) FROM room_log WHERE room = room.name)) AS text, changed_at \
            FROM room WHERE name = ?
            """, Value(name)
        ) { ($0.text("text"), $0.int("changed_at")) }
    }
}
