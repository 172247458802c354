/// An internet radio station that a music server lists.
package struct Station: Hashable, Sendable {
    /// The server's id of it.
    package let id: String
    package let name: String
    /// Where its sound comes from.
    package let stream: String
    package let home: String?

    package init(id: String, name: String, stream: String, home: String?) {
        (self.id, self.name, self.stream, self.home) = (id, name, stream, home)
    }

    /// Each list of a server replaces the one before.
    static let schema = """
        CREATE TABLE station (
            folder INTEGER NOT NULL REFERENCES folder (id),
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            stream TEXT NOT NULL,
            home TEXT,
            PRIMARY KEY (folder, id)
        ) STRICT, WITHOUT ROWID;
        """

    fileprivate init(_ row: Row) {
        (id, name, stream, home) = (row.text("id"), row.text("name"), row.text("stream"), row.textOrNil("home"))
    }

    fileprivate static func all(_ connection: Connection, in folder: Int) throws(CatalogError) -> [Station] {
        try connection.rows("SELECT id, name, stream, home FROM station WHERE folder = ? ORDER BY id", [Value(folder)]) {
            Station($0)
        }
    }
}

extension Catalog {
    /// Records the stations that the server of a folder lists.
    package func set(stations: [Station], in folder: Int) throws(CatalogError) {
        let stations = Dictionary(stations.map { ($0.id, $0) }) { first, _ in first }.values.sorted { $0.id < $1.id }
        guard try Station.all(connection, in: folder) != stations else { return }
        try change { () throws(CatalogError) in
            try connection.run("DELETE FROM station WHERE folder = ?", Value(folder))
            for station in stations {
                try connection.run(
                    "INSERT INTO station (folder, id, name, stream, home) VALUES (?, ?, ?, ?, ?)", Value(folder), Value(station.id),
                    Value(station.name), Value(station.stream), Value(station.home))
            }
        }
    }
}

extension CatalogReader {
    /// The stations of all servers that are served, by the names of their folders, in the order of their own names.
    package func stations() throws(CatalogError) -> [(folder: [UInt8], station: Station)] {
        try connection.rows(
            """
            SELECT folder.path, station.id, station.name, station.stream, station.home FROM station \
            JOIN folder ON folder.id = station.folder WHERE folder.is_served \
            ORDER BY station.name COLLATE NOCASE, folder.id, station.id
            """
        ) { ($0.bytes("path"), Station($0)) }
    }
}
