package import Music

/// What cannot be read any more is kept for whoever wants to look, where nothing looks for it again.
extension Catalog {
    /// Moves what was kept of a room, as JSON with its text and the tracks of its queue; an earlier one of its name is given up for it.
    package func setAside(room name: String) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                """
                INSERT OR REPLACE INTO setting (key, value) SELECT 'room set aside: ' || name, json_object('state', state, \
                'tracks', (SELECT json_group_array(track) FROM room_entry WHERE room = room.name)) FROM room WHERE name = ?
                """, Value(name))
            try connection.run("DELETE FROM room WHERE name = ?", Value(name))
        }
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
