package import Music

/// Moves rows that cannot be read any more into the table `setting`, where people can look at them and the server does not.
extension Catalog {
    /// Moves all that was kept of a room, as JSON. A second one of its name has the time of its last change in its key.
    package func setAside(room name: String) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                """
                INSERT OR REPLACE INTO setting (key, value) SELECT 'room set aside: ' || name || CASE WHEN EXISTS \
                (SELECT 1 FROM setting WHERE key = 'room set aside: ' || room.name) THEN ' at ' || changed_at ELSE '' END, \
                json_object('state', state, \
                'tracks', (SELECT json_group_object(number, track) FROM room_entry WHERE room = room.name), \
                'parts', (SELECT json_group_object(part, hex(value)) FROM room_part WHERE room = room.name), \
                'screens', (SELECT json_group_object(client, name) FROM room_screen WHERE room = room.name)) \
                FROM room WHERE name = ?
                """, Value(name))
            try connection.run("DELETE FROM room WHERE name = ?", Value(name))
        }
    }

    /// The rooms that were moved, by what their keys say behind the kind.
    package func roomsSetAside() throws(CatalogError) -> [String] {
        try connection.rows("SELECT substr(key, 17) FROM setting WHERE key GLOB 'room set aside: *' ORDER BY key") { $0.text() }
            .compactMap { $0 }
    }

    /// Deletes what was kept of a room that was moved; false where there is none.
    package func forget(roomSetAside what: String) throws(CatalogError) -> Bool {
        let key = "room set aside: " + what
        guard try setting(key) != nil else { return false }
        try change { () throws(CatalogError) in try connection.run("DELETE FROM setting WHERE key = ?", Value(key)) }
        return true
    }

    /// Moves a correction out of the way, if it is still this one.
    package func setAside(correction text: String, of identity: ContentIdentity) throws(CatalogError) {
        try change { () throws(CatalogError) in
            guard try StoredCorrection.text(of: identity, in: connection) == text else { return }
            try connection.run(
                "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", Value("correction set aside: \(identity)"), Value(text)
            )
            try connection.run("DELETE FROM correction WHERE identity = ?", Value(identity.description))
        }
    }
}
