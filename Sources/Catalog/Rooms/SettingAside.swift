/// Rooms that cannot be brought back are kept for whoever wants to look, and are no rooms any more.
extension Catalog {
    /// Moves what was kept of a room to where no start looks for it; an earlier one of the same name makes way.
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

    /// What was kept of a room that could not be brought back: JSON with its text and the tracks of its queue.
    package func roomSetAside(_ name: String) throws(CatalogError) -> String? { try setting("room set aside: \(name)") }
}
