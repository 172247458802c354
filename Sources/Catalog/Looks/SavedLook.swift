/// A look that people have saved for all rooms: visual settings with a name.
package struct SavedLook: Hashable, Sendable {
    package let id: Int
    package let name: String
    /// A JSON object, as the API gives it.
    package let settings: String
    package let changedAt: Int

    static let schema = """
        CREATE TABLE look (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            settings TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT;
        """

    static let columns = "id, name, settings, changed_at"

    init(_ row: Row) {
        id = row.int("id")
        name = row.text("name")
        settings = row.text("settings")
        changedAt = row.int("changed_at")
    }
}

extension CatalogReader {
    package func look(_ id: Int) throws(CatalogError) -> SavedLook? {
        try connection.row("SELECT \(SavedLook.columns) FROM look WHERE id = ?", Value(id)) { SavedLook($0) }
    }

    /// By name.
    package func looks(limit: Int, offset: Int) throws(CatalogError) -> Page<SavedLook> {
        try snapshot { () throws(CatalogError) in
            Page(
                items: try connection.rows(
                    "SELECT \(SavedLook.columns) FROM look ORDER BY name COLLATE NOCASE LIMIT ? OFFSET ?",
                    [Value(limit), Value(offset)]
                ) { SavedLook($0) },
                total: try connection.number("SELECT count(*) FROM look"))
        }
    }
}

extension Catalog {
    /// More than anybody looks through; limits scripts.
    package static let mostLooks = 500

    package func addLook(_ name: String, _ settings: String, at now: Int) throws(CatalogError) -> Int {
        try change { () throws(CatalogError) in try insertLook(name, settings, at: now) }
    }

    /// Changes a look; what is nil stays as it is.
    package func changeLook(_ id: Int, name: String?, settings: String?, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            if let name { try checkLook(name, but: id) }
            try update(look: id, name: name, settings: settings, at: now)
        }
    }

    package func removeLook(_ id: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("DELETE FROM look WHERE id = ?", Value(id))
            guard connection.changedRows > 0 else { throw .nothing("there is no look \(id)") }
        }
    }

    func insertLook(_ name: String, _ settings: String, at now: Int) throws(CatalogError) -> Int {
        guard try connection.number("SELECT count(*) FROM look") < Self.mostLooks else {
            throw .conflict("there are \(Self.mostLooks) looks already")
        }
        try checkLook(name)
        try connection.run(
            "INSERT INTO look (name, settings, changed_at) VALUES (?, ?, ?)", Value(name), Value(settings), Value(now))
        return connection.insertedID
    }

    func update(look id: Int, name: String?, settings: String?, at now: Int) throws(CatalogError) {
        try connection.run(
            "UPDATE look SET name = coalesce(?, name), settings = coalesce(?, settings), changed_at = ? WHERE id = ?",
            Value(name), Value(settings), Value(now), Value(id))
        guard connection.changedRows > 0 else { throw .nothing("there is no look \(id)") }
    }

    /// People choose looks by their names.
    private func checkLook(_ name: String, but id: Int? = nil) throws(CatalogError) {
        let same = try connection.row("SELECT id FROM look WHERE name = ?", Value(name)) { $0.int() }
        if let same, same != id { throw .conflict("there is a look “\(name)” already") }
    }
}
