package import Music

/// What all rooms keep: the one writer of their database, on a thread of its own, so that a command in a room waits for no scan.
///
/// What a call returns from is on the disk: not even a power cut takes it back.
package actor RoomStore {
    let connection: Connection
    /// Knows which music a track is, and which track a music.
    private let catalog: Connection
    private let thread = CatalogThread("downbeat.rooms")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(_ connection: Connection, catalog: Connection) {
        self.connection = connection
        self.catalog = catalog
    }

    /// Keeps a room, after what was kept before, and says then what went wrong. Both closures are called on this thread.
    ///
    /// Goes straight to the thread: someone waits for the answer, and the shared threads may be encoding long queues.
    package nonisolated func keep(
        room name: String, at now: Int, _ change: @escaping @Sendable () -> KeptChange,
        then answer: @escaping @Sendable (CatalogError?) -> Void
    ) {
        thread.run {
            self.assumeIsolated { store in
                do throws(CatalogError) {
                    try store.keep(room: name, at: now, change)
                    answer(nil)
                } catch {
                    answer(error)
                }
            }
        }
    }

    /// Keeps a room; of its entries those whose tracks the catalog knows.
    func keep(room name: String, at now: Int, _ change: @Sendable () -> KeptChange) throws(CatalogError) {
        let change = change()
        let identities = try identities(of: change.rows.entries)
        try connection.transaction { () throws(CatalogError) in
            let room = Value(name)
            try connection.run(
                """
                INSERT INTO room (name, state, changed_at) VALUES (?, ?, ?) \
                ON CONFLICT (name) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at
                """, room, Value(change.rows.state), Value(now))
            if change.isWhole {
                for table in ["room_part", "room_entry", "room_screen"] {
                    try connection.run("DELETE FROM \(table) WHERE room = ?", room)
                }
            }
            try remove(change, of: room)
            try write(change.rows, identities, of: room)
        }
    }

    /// What music each entry's track is; a queue names the same tracks again and again.
    private func identities(of entries: [KeptRows.Entry]) throws(CatalogError) -> [Int: String] {
        guard !entries.isEmpty else { return [:] }
        return try catalog.snapshot { () throws(CatalogError) in
            var identities: [Int: String] = [:]
            for entry in entries where identities[entry.track] == nil {
                identities[entry.track] = try catalog.row(
                    "SELECT identity FROM track JOIN content ON content.id = track.content WHERE track.id = ?", Value(entry.track)
                ) { $0.text() }
            }
            return identities
        }
    }

    private func remove(_ change: KeptChange, of room: Value) throws(CatalogError) {
        for number in change.removedEntries {
            try connection.run("DELETE FROM room_entry WHERE room = ? AND number = ?", room, Value(number))
        }
        for client in change.removedScreens {
            try connection.run("DELETE FROM room_screen WHERE room = ? AND client = ?", room, Value(client))
        }
        for part in change.removedParts {
            try connection.run("DELETE FROM room_part WHERE room = ? AND part = ?", room, Value(part))
        }
    }

    private func write(_ rows: KeptRows, _ identities: [Int: String], of room: Value) throws(CatalogError) {
        for entry in rows.entries {
            guard let identity = identities[entry.track] else { continue }
            try connection.run(
                "INSERT OR REPLACE INTO room_entry (room, number, track, identity) VALUES (?, ?, ?, ?)", room, Value(entry.number),
                Value(entry.track), Value(identity))
        }
        for screen in rows.screens {
            try connection.run(
                """
                INSERT INTO room_screen (room, client, name, delay) VALUES (?, ?, ?, ?) \
                ON CONFLICT (room, client) DO UPDATE SET name = excluded.name, delay = excluded.delay
                """, room, Value(screen.client), Value(screen.name), Value(screen.offset))
        }
        for (part, value) in rows.parts {
            try connection.run(
                "INSERT INTO room_part VALUES (?, ?, ?) ON CONFLICT (room, part) DO UPDATE SET value = excluded.value", room,
                Value(part), Value(value))
        }
    }

    package func forget(room name: String) throws(CatalogError) {
        try connection.run("DELETE FROM room WHERE name = ?", Value(name))
    }

    /// Every room that was kept, by name; entries whose music the catalog does not know have the track 0.
    package func rooms() throws(CatalogError) -> [(name: String, rows: KeptRows)] {
        let rooms = try connection.rows("SELECT name, state FROM room ORDER BY name") { ($0.text(), $0.text()) }
        return try catalog.snapshot { () throws(CatalogError) in
            var kept: [(name: String, rows: KeptRows)] = []
            for (name, state) in rooms { kept.append((name, try rows(of: name, state))) }
            return kept
        }
    }

    private func rows(of name: String, _ state: String) throws(CatalogError) -> KeptRows {
        var rows = KeptRows(state: state)
        let entries = try connection.rows(
            "SELECT number, track, identity FROM room_entry WHERE room = ? ORDER BY number", [Value(name)]
        ) { (number: $0.int(), track: $0.int(), identity: $0.text()) }
        for entry in entries {
            rows.entries.append(KeptRows.Entry(number: entry.number, track: try track(entry.track, entry.identity)))
        }
        rows.screens = try connection.rows(
            "SELECT client, name, delay FROM room_screen WHERE room = ? ORDER BY id", [Value(name)]
        ) { KeptRows.Screen(client: $0.text(), name: $0.textOrNil(), offset: $0.real()) }
        let parts = try connection.rows("SELECT part, value FROM room_part WHERE room = ?", [Value(name)]) { row in
            (row.text(), row.bytes())
        }
        rows.parts = Dictionary(parts) { first, _ in first }
        return rows
    }

    /// The track that is a music: another may have its number by now, and the same music another number.
    private func track(_ number: Int, _ identity: String) throws(CatalogError) -> Int {
        try catalog.number(
            """
            SELECT coalesce( \
            (SELECT track.id FROM track JOIN content ON content.id = track.content WHERE track.id = ?1 AND identity = ?2), \
            (SELECT track.id FROM content JOIN track ON track.content = content.id \
            WHERE identity = ?2 ORDER BY track.missing_since IS NOT NULL, track.id LIMIT 1), 0)
            """, Value(number), Value(identity))
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
            'tracks', (SELECT json_group_object(number, track) FROM room_entry WHERE room = room.name), \
            'parts', (SELECT json_group_object(part, hex(value)) FROM room_part WHERE room = room.name), \
            'screens', (SELECT json_group_object(client, name) FROM room_screen WHERE room = room.name)), changed_at \
            FROM room WHERE name = ?
            """, Value(name)
        ) { ($0.text(), $0.int()) }
    }
}
