/// The table of settings changed at run time.
enum Setting {
    static let schema = """
        CREATE TABLE setting (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension Catalog {
    package func setting(_ key: String) throws(CatalogError) -> String? {
        try connection.row("SELECT value FROM setting WHERE key = ?", Value(key)) { $0.text() }
    }

    package func set(_ key: String, to value: String) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", Value(key), Value(value))
        }
    }
}
