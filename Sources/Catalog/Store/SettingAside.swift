package import Music

/// Moves unreadable rows into the table `setting`, where people can look at them and the server ignores them.
extension Catalog {
    /// Sets aside everything stored of a room. A second one with the same name gets the time of its last change in its key.
    package func setAside(room name: String, as text: String, changedAt: Int) throws(CatalogError) {
        let key = "room set aside: \(name)"
        try set(setting(key) == nil ? key : "\(key) at \(changedAt)", to: text)
    }

    /// The rooms that were set aside: their keys without the prefix.
    package func roomsSetAside() throws(CatalogError) -> [String] {
        try connection.rows("SELECT substr(key, 17) FROM setting WHERE key GLOB 'room set aside: *' ORDER BY key") { $0.text() }
            .compactMap { $0 }
    }

    /// Deletes a room that was set aside; false if there is none.
    package func forget(roomSetAside what: String) throws(CatalogError) -> Bool {
        let key = "room set aside: " + what
        guard try setting(key) != nil else { return false }
        try change { () throws(CatalogError) in try connection.run("DELETE FROM setting WHERE key = ?", Value(key)) }
        return true
    }

    /// Sets a correction aside, if it is still this one.
    package func setAside(
        correction text: String, of identity: ContentIdentity, _ part: Corrected = .beats
    ) throws(CatalogError) {
        try change { () throws(CatalogError) in
            guard try StoredCorrection.text(of: identity, part, in: connection) == text else { return }
            try connection.run(
                "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)",
                Value("\(part.table.replacing("_", with: " ")) set aside: \(identity)"), Value(text))
            try connection.run("DELETE FROM \(part.table) WHERE identity = ?", Value(identity.description))
        }
    }
}
