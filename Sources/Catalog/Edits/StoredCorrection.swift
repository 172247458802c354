package import Music

/// The table of corrections of beat grids, separate from the results of the analysis.
enum StoredCorrection {
    static let schema = """
        CREATE TABLE correction (
            identity TEXT PRIMARY KEY REFERENCES content (identity),
            steps TEXT NOT NULL,  -- JSON, as the API gives it
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    static func text(of identity: ContentIdentity, in connection: Connection) throws(CatalogError) -> String? {
        try connection.row("SELECT steps FROM correction WHERE identity = ?", Value(identity.description)) { $0.text() }
    }

    /// Nil removes it.
    static func write(
        _ steps: String?, of identity: ContentIdentity, at now: Int, in connection: Connection
    ) throws(CatalogError) {
        let text = Value(identity.description)
        guard let steps else { return try connection.run("DELETE FROM correction WHERE identity = ?", text) }
        try connection.run(
            "INSERT OR REPLACE INTO correction (identity, steps, changed_at) VALUES (?, ?, ?)", text, Value(steps), Value(now))
    }
}

extension Catalog {
    /// Stores a correction that replaces the `known` one, nil for none. Returns false, and changes nothing, if that was replaced by another
    /// meanwhile.
    package func correct(
        _ identity: ContentIdentity, from known: String?, to json: String?, at now: Int, by author: String = ""
    ) throws(CatalogError) -> Bool {
        try change { () throws(CatalogError) in
            guard try StoredCorrection.text(of: identity, in: connection) == known else { return false }
            guard json != known else { return true }
            try note(json, after: known, of: identity, at: now, by: author)
            try StoredCorrection.write(json, of: identity, at: now, in: connection)
            return true
        }
    }
}

extension CatalogReader {
    /// The correction of a beat grid as it was stored.
    package func correction(of identity: ContentIdentity) throws(CatalogError) -> String? {
        try StoredCorrection.text(of: identity, in: connection)
    }
}
