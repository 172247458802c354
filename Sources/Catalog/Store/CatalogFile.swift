/// The catalog's file in the data folder, and the rooms' beside it: opened, made, or, when it is damaged, set aside and made anew
/// from what can be read.
package struct CatalogFile {
    /// What became of a damaged file.
    package struct Recovery: Hashable, Sendable {
        /// Where the damaged file lies now.
        package let setAside: String
        package let damage: String
        /// Number of recovered rows, by table.
        package let carried: [String: Int]
    }

    package let catalog: Catalog
    package let reader: CatalogReader
    /// For questions that look at all there is: searches must not wait for their answers.
    package let surveyor: CatalogReader
    package let rooms: RoomStore
    package let recovery: Recovery?
    package let roomsRecovery: Recovery?

    /// Who reads everything once has no use for pages that stay.
    private static let surveyPages = 250
    static let name = "catalog.sqlite"

    /// Opens the catalog and the rooms in `folder`, which no other process may use. `now` is in seconds since 1970.
    package init(in folder: String, at now: Int) throws(CatalogError) {
        let file = Self.file(in: folder)
        try file.takeDraft()
        try file.refuseNewer(Migrations.version(of:))
        try RoomFile.refuseNewer(in: folder)
        do throws(CatalogError) {
            // To SQLite an empty file is a new database; here it is what a crash of the machine left of one.
            if file.isEmpty, !BackupFile.all(in: folder).isEmpty { throw .corrupt("it is empty") }
            catalog = try Catalog(path: file.path) { version throws(CatalogError) in
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
        let rooms = try RoomFile(in: folder, at: now)
        (self.rooms, roomsRecovery) = (rooms.store, rooms.recovery)
        reader = try CatalogReader(path: file.path)
        surveyor = try CatalogReader(path: file.path, cachePages: Self.surveyPages)
        file.protect()
    }

    /// Opens the catalog in `folder` for reading alone, beside a server that uses it; nil where there is none yet.
    package static func reader(in folder: String) throws(CatalogError) -> CatalogReader? {
        let file = file(in: folder)
        return file.exists ? try CatalogReader(path: file.path) : nil
    }

    static func path(in folder: String) -> String { file(in: folder).path }

    private static func file(in folder: String) -> DatabaseFile { DatabaseFile(path: "\(folder)/\(name)") }

    /// Writes a new catalog under the draft's name, with all that can be read of the damaged one, and returns how much that was.
    private static func salvage(_ file: DatabaseFile, in folder: String) throws(CatalogError) -> [String: Int] {
        file.draft.remove()
        let connection = try Connection(file.draft.path, .writing)
        try Migrations.run(on: connection)
        let salvage = Salvage(of: file.path, andCopies: BackupFile.all(in: folder), into: connection)
        var carried = try salvage.run(.catalog)
        if RoomFile.file(in: folder).exists {
            // Damaged rooms are rebuilt from the same copies.
            try RoomTables.drop(from: connection)
        } else {
            carried.merge(try salvage.run(.rooms)) { first, _ in first }
        }
        return carried
    }

    /// Has a new catalog made under the draft's name and puts it in the place of the one in `folder`. Returns where that lies now.
    static func replace(
        in folder: String, at now: Int, _ make: (_ draft: String) throws(CatalogError) -> Void
    ) throws(CatalogError) -> String? {
        let file = file(in: folder)
        // Until it is whole it has a name that no start looks for.
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
