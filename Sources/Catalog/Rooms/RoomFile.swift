/// The database of rooms, beside the catalog: opens or creates it; a damaged one is set aside and rebuilt.
struct RoomFile {
    let store: RoomDatabase
    let recovery: CatalogFile.Recovery?

    /// Page size: the change of a command fits on one page.
    private static let pageSize = 1_024
    static let version = 4
    private static let name = "rooms.sqlite"

    static func file(in folder: String) -> DatabaseFile { DatabaseFile(path: "\(folder)/\(name)") }

    /// The file of the rooms that belong to a catalog, whatever follows the catalog's usual name: a moment, or nothing.
    static func file(of catalog: String) -> DatabaseFile? {
        let start = catalog.lastIndex(of: "/").map { catalog.index(after: $0) } ?? catalog.startIndex
        guard catalog[start...].hasPrefix(CatalogFile.name) else { return nil }
        let file = DatabaseFile(path: catalog[..<start] + name + catalog[start...].dropFirst(CatalogFile.name.utf8.count))
        return file.exists ? file : nil
    }

    /// Opens the rooms in `folder`, whose catalog is open and not used by others. `now` is in seconds since 1970.
    ///
    /// A catalog of an older version or a restored copy contains rooms itself: they are moved here.
    init(in folder: String, at now: Int) throws(CatalogError) {
        let (file, path) = (Self.file(in: folder), CatalogFile.path(in: folder))
        try file.takeDraft()
        try Self.refuseNewer(in: folder)
        var connection: Connection
        do throws(CatalogError) {
            // SQLite takes an empty file for a new database; here it is the remains of one after a power failure.
            if file.isEmpty, !BackupFile.all(in: folder).isEmpty { throw .corrupt("it is empty") }
            connection = try Self.open(file)
            recovery = nil
        } catch .corrupt(let damage) {
            let carried = try Self.salvage(file, in: folder)
            let setAside = try file.setAside(as: "damaged", at: now)
            try file.draft.move(to: file)
            connection = try Self.open(file)
            recovery = CatalogFile.Recovery(setAside: setAside, damage: damage, carried: carried)
        }
        try Self.move(from: Connection(path, .writing), to: connection)
        store = try RoomDatabase(connection, journal: "\(file.path)-wal")
        file.protect()
    }

    /// Opens the rooms in `folder` on a full disk: until they are thawed, every change is refused.
    init(frozen folder: String) throws(CatalogError) {
        let file = Self.file(in: folder)
        guard file.exists else { throw .diskFull }
        let connection = try Connection(file.path, .frozen)
        guard try Self.version(of: connection) == Self.version else { throw .diskFull }
        store = try RoomDatabase(connection, journal: "\(file.path)-wal")
        recovery = nil
    }

    /// Lets changes of the rooms in `folder` be written.
    static func thaw(_ store: RoomDatabase, in folder: String) async throws(CatalogError) {
        let file = file(in: folder)
        try await store.thaw { () throws(CatalogError) in try open(file) }
        file.protect()
    }

    static func refuseNewer(in folder: String) throws(CatalogError) {
        try file(in: folder).refuseNewer(version(of:))
    }

    /// Whether the file is of an older version, and about to be migrated.
    static func isOlder(in folder: String) -> Bool {
        let file = file(in: folder)
        guard file.exists, let connection = try? Connection(file.path, .reading), let found = try? version(of: connection) else {
            return false
        }
        return (1..<version).contains(found)
    }

    static func version(of connection: Connection) throws(CatalogError) -> Int { try connection.version(atMost: version) }

    static func open(_ file: DatabaseFile) throws(CatalogError) -> Connection {
        let connection = try file.writer(version: version(of:), "PRAGMA page_size = \(pageSize)")
        switch try version(of: connection) {
        case version: break
        case 0:
            // A file that has tables already is not what its version says.
            guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else { throw .corrupt("its version is missing") }
            try change(connection, RoomTables.schema)
            return connection
        case let older:
            let columns = try RoomTables.columns(of: "room_screen", in: connection)
            let hasLog = try !RoomTables.columns(of: "room_log", in: connection).isEmpty
            guard !columns.isEmpty, columns.contains("x") == (older >= 2), columns.contains("settings") == (older >= 3), !hasLog
            else {
                throw .corrupt("its version is wrong")
            }
            try change(connection, [RoomTables.places, RoomTables.settings, RoomTables.log].dropFirst(older - 1).joined())
        }
        try connection.checkColumns(columns.get())
        return connection
    }

    private static let columns = Result { () throws(CatalogError) in
        let model = try Connection(":memory:", .writing)
        try model.script(RoomTables.schema)
        return try model.columns()
    }

    /// Gives a file the schema of this version.
    private static func change(_ connection: Connection, _ statements: String) throws(CatalogError) {
        try connection.transaction { () throws(CatalogError) in
            try connection.script(statements)
            try connection.script("PRAGMA user_version = \(version)")
            try connection.sealSchema()
        }
    }

    /// Writes a new file under the draft's name, with everything that can be read of the damaged one and of the catalog's copies.
    private static func salvage(_ file: DatabaseFile, in folder: String) throws(CatalogError) -> [String: Int] {
        file.draft.remove()
        return try Salvage(of: file.path, andCopies: BackupFile.all(in: folder), into: open(file.draft)).run(.rooms)
    }

    /// Moves the rooms of a catalog here and replaces those that are here; after a crash it is repeated.
    private static func move(from catalog: Connection, to rooms: Connection) throws(CatalogError) {
        guard try RoomTables.areIn(catalog) else { return }
        // A new catalog has no rooms: those that are here stay.
        if try catalog.number("SELECT count(*) FROM room") > 0 {
            try rooms.transaction { () throws(CatalogError) in
                try rooms.run("DELETE FROM room")
                try RoomTables.copy(from: catalog, to: rooms)
            }
        }
        try catalog.transaction { () throws(CatalogError) in try RoomTables.drop(from: catalog) }
    }

    /// Adds the rooms to a copy of their catalog, so that one file has everything, unless it already has rooms.
    static func join(_ rooms: DatabaseFile, into copy: String) throws(CatalogError) {
        let copy = try Connection(copy, .writing)
        guard rooms.exists, try !RoomTables.areIn(copy) else { return }
        let rooms = try Connection(rooms.path, .reading)
        // An older program may get the copy back.
        let hasLog = try !RoomTables.columns(of: "room_log", in: rooms).isEmpty
        try copy.transaction { () throws(CatalogError) in
            try copy.script(hasLog ? RoomTables.schema : RoomTables.older)
            try copy.sealSchema()
            try rooms.snapshot { () throws(CatalogError) in try RoomTables.copy(from: rooms, to: copy) }
        }
    }
}
