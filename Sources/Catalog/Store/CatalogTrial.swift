/// Finds out whether this program can open the catalog and the rooms that a server uses, without changing them.
package enum CatalogTrial {
    /// Throws if they are of a newer version, or if a copy of older ones in the folder `scratch` cannot be migrated.
    package static func run(in folder: String, scratch: String) throws(CatalogError) {
        let (catalog, rooms) = (DatabaseFile(path: CatalogFile.path(in: folder)), RoomFile.file(in: folder))
        try migrateCopy(of: catalog, scratch, Migrations.version(of:), Migrations.current) { copy throws(CatalogError) in
            _ = try Catalog(path: copy.path)
        }
        try migrateCopy(of: rooms, scratch, RoomFile.version(of:), RoomFile.version) { copy throws(CatalogError) in
            _ = try RoomFile.open(copy)
        }
    }

    private static func migrateCopy(
        of file: DatabaseFile, _ scratch: String, _ version: (Connection) throws(CatalogError) -> Int, _ current: Int,
        _ migrate: (DatabaseFile) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        guard file.exists else { return }
        let connection = try Connection(file.path, .reading)
        guard try version(connection) < current else { return }
        let copy = DatabaseFile(path: "\(scratch)/trial.sqlite")
        copy.remove()
        defer { copy.remove() }
        try connection.run("VACUUM INTO ?", Value(copy.path))
        try migrate(copy)
    }
}
