package import Music

/// Moves rows that cannot be read any more into the table `setting`, where people can look at them and the server does not.
extension Catalog {
    /// Sets aside everything stored of a room. A second one with the same name gets the time of its last change in its key.
    package func setAside(room name: String, as text: String, changedAt: Int) throws(CatalogError) {
        let key = "room set aside: \(name)"
        try set(setting(key) == nil ? key : "\(key) at \(changedAt)", to: text)
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
