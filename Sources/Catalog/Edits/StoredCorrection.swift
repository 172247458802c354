package import Music

/// The tables of corrections, separate from the results of the analysis and from the files.
enum StoredCorrection {
    static func schema(of part: Corrected) -> String {
        """
        CREATE TABLE \(part.table) (
            identity TEXT PRIMARY KEY REFERENCES content (identity),
            steps TEXT NOT NULL,  -- JSON, as the API gives it
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
    }

    static func text(
        of identity: ContentIdentity, _ part: Corrected, in connection: Connection
    ) throws(CatalogError) -> String? {
        try connection.row("SELECT steps FROM \(part.table) WHERE identity = ?", Value(identity.description)) { $0.text() }
    }

    /// Nil removes it.
    static func write(
        _ steps: String?, of identity: ContentIdentity, _ part: Corrected, at now: Int, in connection: Connection
    ) throws(CatalogError) {
        let text = Value(identity.description)
        guard let steps else { return try connection.run("DELETE FROM \(part.table) WHERE identity = ?", text) }
        try connection.run(
            "INSERT OR REPLACE INTO \(part.table) (identity, steps, changed_at) VALUES (?, ?, ?)", text, Value(steps),
            Value(now))
    }
}

extension Catalog {
    /// Stores a correction that replaces the `known` one, nil for none. Returns false, and changes nothing, if that was replaced by another
    /// meanwhile.
    package func correct(
        _ identity: ContentIdentity, _ part: Corrected = .beats, from known: String?, to json: String?, at now: Int,
        by author: String = ""
    ) throws(CatalogError) -> Bool {
        try change { () throws(CatalogError) in
            guard try StoredCorrection.text(of: identity, part, in: connection) == known else { return false }
            guard json != known else { return true }
            try note(json, after: known, of: identity, part, at: now, by: author)
            try StoredCorrection.write(json, of: identity, part, at: now, in: connection)
            return true
        }
    }
}

extension CatalogReader {
    /// A correction as it was stored.
    package func correction(of identity: ContentIdentity, _ part: Corrected = .beats) throws(CatalogError) -> String? {
        try StoredCorrection.text(of: identity, part, in: connection)
    }
}
