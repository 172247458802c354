package import Music

/// The table of what people corrected about beat grids, kept apart from what the analysis found.
enum StoredCorrection {
    static let schema = """
        CREATE TABLE correction (
            identity TEXT PRIMARY KEY REFERENCES content (identity),
            steps TEXT NOT NULL,  -- JSON, as the API gives it
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension Catalog {
    /// Keeps a correction in place of the last one; nil takes it away.
    package func correct(_ identity: ContentIdentity, _ json: String?, at now: Int) throws(CatalogError) {
        let text = Value(identity.description)
        try change { () throws(CatalogError) in
            guard let json else { return try connection.run("DELETE FROM correction WHERE identity = ?", text) }
            try connection.run(
                "INSERT OR REPLACE INTO correction (identity, steps, changed_at) VALUES (?, ?, ?)", text, Value(json),
                Value(now))
        }
    }
}

extension CatalogReader {
    /// The correction of a beat grid as it was given.
    package func correction(of identity: ContentIdentity) throws(CatalogError) -> String? {
        try connection.row("SELECT steps FROM correction WHERE identity = ?", Value(identity.description)) { $0.text() }
    }
}
