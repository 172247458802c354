/// A room's rows: all of them, or those that have changed.
package struct RoomRows: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let number: Int
        package let track: Int

        package init(number: Int, track: Int) {
            self.number = number
            self.track = track
        }
    }

    package struct Screen: Hashable, Sendable {
        package let client: String
        package let name: String?
        /// Milliseconds.
        package let delay: Double

        package init(client: String, name: String?, delay: Double) {
            self.client = client
            self.name = name
            self.delay = delay
        }
    }

    /// A short text that every change of the room changes.
    package var state: String
    package var entries: [Entry] = []
    package var screens: [Screen] = []
    /// The room's own business, by name.
    package var parts: [String: [UInt8]] = [:]

    package init(state: String) {
        self.state = state
    }
}

/// What is to be written so that a room is kept.
package struct RoomChange: Sendable {
    /// Those that are new or other than before.
    package var rows: RoomRows
    package var removedEntries: [Int] = []
    package var removedScreens: [String] = []
    package var removedParts: [String] = []
    /// Whether everything that was kept of the room before goes.
    package var isWhole: Bool

    package init(_ rows: RoomRows, isWhole: Bool) {
        self.rows = rows
        self.isWhole = isWhole
    }
}

extension Catalog {
    /// Keeps a room; of its entries those whose tracks the catalog knows. `change` is called on the catalog's thread.
    package func keep(room name: String, at now: Int, _ change: @Sendable () -> RoomChange) throws(CatalogError) {
        let change = change()
        try self.change { () throws(CatalogError) in
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
            try write(change.rows, of: room)
        }
    }

    private func remove(_ change: RoomChange, of room: Value) throws(CatalogError) {
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

    private func write(_ rows: RoomRows, of room: Value) throws(CatalogError) {
        for entry in rows.entries {
            try connection.run(
                """
                INSERT OR REPLACE INTO room_entry (room, number, track, identity) SELECT ?, ?, track.id, content.identity \
                FROM track JOIN content ON content.id = track.content WHERE track.id = ?
                """, room, Value(entry.number), Value(entry.track))
        }
        for screen in rows.screens {
            try connection.run(
                """
                INSERT INTO room_screen (room, client, name, delay) VALUES (?, ?, ?, ?) \
                ON CONFLICT (room, client) DO UPDATE SET name = excluded.name, delay = excluded.delay
                """, room, Value(screen.client), Value(screen.name), Value(screen.delay))
        }
        for (part, value) in rows.parts {
            try connection.run(
                "INSERT INTO room_part VALUES (?, ?, ?) ON CONFLICT (room, part) DO UPDATE SET value = excluded.value", room,
                Value(part), Value(value))
        }
    }

    package func forget(room name: String) throws(CatalogError) {
        try change { () throws(CatalogError) in try connection.run("DELETE FROM room WHERE name = ?", Value(name)) }
    }

    /// Every room that was kept, by name; entries whose music the catalog does not know have the track 0.
    package func rooms() throws(CatalogError) -> [(name: String, rows: RoomRows)] {
        let rooms = try connection.rows("SELECT name, state FROM room ORDER BY name") { ($0.text(), $0.text()) }
        var kept: [(name: String, rows: RoomRows)] = []
        for (name, state) in rooms { kept.append((name, try rows(of: name, state))) }
        return kept
    }

    private func rows(of name: String, _ state: String) throws(CatalogError) -> RoomRows {
        var rows = RoomRows(state: state)
        // Another track may have the number by now, and the same music another number.
        rows.entries = try connection.rows(
            """
            SELECT number, coalesce( \
            (SELECT track.id FROM track JOIN content ON content.id = track.content \
            WHERE track.id = room_entry.track AND content.identity = room_entry.identity), \
            (SELECT track.id FROM content JOIN track ON track.content = content.id \
            WHERE content.identity = room_entry.identity ORDER BY track.missing_since IS NOT NULL, track.id LIMIT 1), 0) \
            FROM room_entry WHERE room = ? ORDER BY number
            """, [Value(name)]
        ) { RoomRows.Entry(number: $0.int(), track: $0.int()) }
        rows.screens = try connection.rows(
            "SELECT client, name, delay FROM room_screen WHERE room = ? ORDER BY id", [Value(name)]
        ) { RoomRows.Screen(client: $0.text(), name: $0.textOrNil(), delay: $0.real()) }
        let parts = try connection.rows("SELECT part, value FROM room_part WHERE room = ?", [Value(name)]) { row in
            (row.text(), row.bytes())
        }
        rows.parts = Dictionary(parts) { first, _ in first }
        return rows
    }
}
