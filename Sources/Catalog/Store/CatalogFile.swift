/// Opens or creates the databases of the catalog and the rooms in the data folder. A damaged one is set aside and rebuilt from
/// what can be read.
package struct CatalogFile: Sendable {
    /// The result of rebuilding a damaged file.
    package struct Recovery: Hashable, Sendable {
        /// The new path of the damaged file.
        package let setAside: String
        package let damage: String
        /// Number of recovered rows, by table.
        package let carried: [String: Int]
    }

    package let catalog: Catalog
    package let reader: CatalogReader
    /// For long answers and queries that read everything: short ones must not wait for them.
    package let surveyor: CatalogReader
    package let rooms: RoomDatabase
    package let recovery: Recovery?
    package let roomsRecovery: Recovery?

    /// Whether nothing could be changed when it was opened.
    package let isFrozen: Bool
    private let folder: String

    /// The page cache of `surveyor`, in pages of 4 KB: smaller because most of its queries read every page only once.
    private static let surveyPages = 1_000
    static let name = "catalog.sqlite"

    /// Opens the catalog and the rooms in `folder`, which no other process may use. `now` is in seconds since 1970.
    ///
    /// With `isDiskFull` they are opened as they are, for reading alone, until `thaw`: SQLite could not even read the journal that a
    /// crash has left, since its index takes room on the disk. A new catalog, or one of an older version, cannot be opened then.
    package init(in folder: String, at now: Int, isDiskFull: Bool = false) throws(CatalogError) {
        let file = Self.file(in: folder)
        self.folder = folder
        isFrozen = isDiskFull && file.exists && !file.isEmpty
        if isFrozen {
            catalog = try Catalog(frozen: file.path)
            let rooms = try RoomFile(frozen: folder)
            (self.rooms, recovery, roomsRecovery) = (rooms.store, nil, rooms.recovery)
            reader = try CatalogReader(path: file.path, isFrozen: true)
            surveyor = try CatalogReader(path: file.path, cachePages: Self.surveyPages, isFrozen: true)
            return
        }
        try file.takeDraft()
        try file.refuseNewer(Migrations.version(of:))
        try RoomFile.refuseNewer(in: folder)
        /// Whether there is a copy of before the migration.
        var hasCopy = false
        do throws(CatalogError) {
            // SQLite takes an empty file for a new database; if there are backups, a crash of the machine has left it so.
            if file.isEmpty, !BackupFile.all(in: folder).isEmpty { throw .corrupt("it is empty") }
            catalog = try Catalog(path: file.path) { version throws(CatalogError) in
                hasCopy = true
                try BackupFile(in: folder, at: now, version: version).make(of: file.path)
            }
            recovery = nil
        } catch .corrupt(let damage) {
            let carried = try Self.salvage(file, in: folder)
            let setAside = try file.setAside(as: "damaged", at: now)
            try file.draft.move(to: file)
            catalog = try Catalog(path: file.path)
            recovery = Recovery(setAside: setAside, damage: damage, carried: carried)
        }
        if !hasCopy, RoomFile.isOlder(in: folder) {
            try BackupFile(in: folder, at: now, version: Migrations.current).make(of: file.path)
        }
        let rooms = try RoomFile(in: folder, at: now)
        (self.rooms, roomsRecovery) = (rooms.store, rooms.recovery)
        reader = try CatalogReader(path: file.path)
        surveyor = try CatalogReader(path: file.path, cachePages: Self.surveyPages)
        file.protect()
    }

    /// Notes that the disk has room again, although nothing is changed now.
    package func noteRoom() async {
        await catalog.noteRoom()
        await rooms.noteRoom()
    }

    /// Lets changes be written, now that the disk has room.
    package func thaw() async throws(CatalogError) {
        // Readers first: frozen ones see no changes.
        try await reader.thaw()
        try await surveyor.thaw()
        try await catalog.thaw()
        try await RoomFile.thaw(rooms, in: folder)
        Self.file(in: folder).protect()
    }

    /// Opens the catalog in `folder` read-only, concurrently with a server; nil if there is none yet.
    package static func reader(in folder: String) throws(CatalogError) -> CatalogReader? {
        let file = file(in: folder)
        return file.exists ? try CatalogReader(path: file.path) : nil
    }

    static func path(in folder: String) -> String { file(in: folder).path }

    private static func file(in folder: String) -> DatabaseFile { DatabaseFile(path: "\(folder)/\(name)") }

    /// Writes a new catalog as the draft, with all that can be read of the damaged one. Returns the number of recovered rows, by
    /// table.
    private static func salvage(_ file: DatabaseFile, in folder: String) throws(CatalogError) -> [String: Int] {
        file.draft.remove()
        let connection = try Connection(file.draft.path, .writing)
        try Migrations.run(on: connection)
        let salvage = Salvage(of: file.path, andCopies: BackupFile.all(in: folder), into: connection)
        var carried = try salvage.run(.catalog)
        // Those of the catalog's own versions are older.
        try RoomTables.drop(from: connection)
        // Damaged rooms are rebuilt from the same copies.
        if !RoomFile.file(in: folder).exists {
            try connection.script(RoomTables.schema)
            try connection.sealSchema()
            carried.merge(try salvage.run(.rooms)) { first, _ in first }
        }
        return carried
    }

    /// Replaces the catalog in `folder` by a new one that `make` writes. Returns the new path of the old one.
    static func replace(
        in folder: String, at now: Int, _ make: (_ draft: String) throws(CatalogError) -> Void
    ) throws(CatalogError) -> String? {
        let file = file(in: folder)
        // Until it is complete, it has a name that no start looks for.
        let restored = DatabaseFile(path: "\(file.path).restored")
        restored.remove()
        do throws(CatalogError) {
            try make(restored.path)
            try Durability.settle(restored.path)
        } catch {
            restored.remove()
            throw error
        }
        let hasRooms = try RoomTables.areIn(Connection(restored.path, .reading))
        file.draft.remove()
        try restored.move(to: file.draft)
        let setAside = file.exists ? try file.setAside(as: "replaced", at: now) : nil
        let rooms = RoomFile.file(in: folder)
        if hasRooms, rooms.exists { _ = try rooms.setAside(as: "replaced", at: now) }
        try file.draft.move(to: file)
        try Durability.settle(folder)
        return setAside
    }
}
