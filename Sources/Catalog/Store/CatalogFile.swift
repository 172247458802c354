import Glibc

/// The catalog's file in the data folder: opened, made, or, when it is damaged, set aside and made anew from what can be read.
package struct CatalogFile {
    /// What became of a damaged catalog.
    package struct Recovery: Hashable, Sendable {
        /// Where the damaged file lies now.
        package let setAside: String
        package let damage: String
        /// Rows that could be carried over, by table.
        package let carried: [String: Int]
    }

    package let catalog: Catalog
    package let reader: CatalogReader
    /// For questions that look at all there is: searches must not wait for their answers.
    package let surveyor: CatalogReader
    package let recovery: Recovery?

    /// Who reads everything once has no use for pages that stay.
    private static let surveyPages = 250
    private static let name = "catalog.sqlite"
    /// The catalog is its owner's alone, in whatever folder it lies: it knows paths that viewers are not shown.
    static let mode: mode_t = 0o600

    /// Opens the catalog in `folder`, which only this process may be using. `now` is in seconds since 1970.
    package init(in folder: String, at now: Int) throws(CatalogError) {
        let path = Self.path(in: folder)
        // A crash between the two renames below has left the new catalog under its draft's name.
        if !Self.exists(path), Self.exists(Self.draft(of: path)) { try Self.move(Self.draft(of: path), to: path) }
        try Self.refuseNewer(path)
        do throws(CatalogError) {
            // To SQLite an empty file is a new database; here it is what a crash of the machine left of one.
            if Self.isEmpty(path), !BackupFile.all(in: folder).isEmpty { throw .corrupt("it is empty") }
            catalog = try Catalog(path: path) { version throws(CatalogError) in
                try BackupFile(in: folder, at: now, version: version).make(of: path)
            }
            recovery = nil
        } catch .corrupt(let damage) {
            let carried = try Self.draft(of: path, from: path, in: folder)
            let setAside = try Self.setAside(path, as: "damaged", at: now)
            try Self.move(Self.draft(of: path), to: path)
            catalog = try Catalog(path: path)
            recovery = Recovery(setAside: setAside, damage: damage, carried: carried)
        }
        reader = try CatalogReader(path: path)
        surveyor = try CatalogReader(path: path, cachePages: Self.surveyPages)
        for ending in ["", "-wal", "-shm"] { chmod(path + ending, Self.mode) }
    }

    /// Throws for the catalog of a newer version, which only a reader has opened then: a writer would tidy up its journal.
    private static func refuseNewer(_ path: String) throws(CatalogError) {
        guard exists(path) else { return }
        do throws(CatalogError) {
            _ = try Migrations.version(of: Connection(path, .reading))
        } catch .tooNew(let version) {
            throw .tooNew(version: version)
        } catch {
            // Damage is found again when it is opened for writing, and answered there.
        }
    }

    /// Opens the catalog in `folder` for reading alone, beside a server that uses it; nil where there is none yet.
    package static func reader(in folder: String) throws(CatalogError) -> CatalogReader? {
        let path = path(in: folder)
        guard exists(path) else { return nil }
        return try CatalogReader(path: path)
    }

    static func path(in folder: String) -> String { "\(folder)/\(name)" }

    private static func draft(of path: String) -> String { "\(path).draft" }

    /// Writes a new catalog under the draft's name, with all that can be read of the damaged one, and returns how much that was.
    private static func draft(
        of path: String, from damaged: String, in folder: String
    ) throws(CatalogError) -> [String: Int] {
        let draft = draft(of: path)
        remove(draft)
        let connection = try Connection(draft, .writing)
        try Migrations.run(on: connection)
        // A file that is no database at all has nothing to give, and a copy may never have been made.
        var sources: [Connection] = []
        if let source = try? Connection(damaged, .writing) { sources.append(source) }
        for copy in BackupFile.all(in: folder) {
            if let copy = try? Connection(copy.path, .reading) { sources.append(copy) }
        }
        return try Salvage(from: sources, into: connection).run()
    }

    /// Has a new catalog made under the draft's name and puts it in the place of the one in `folder`. Returns where that lies now.
    static func replace(
        in folder: String, at now: Int, _ make: (_ draft: String) throws(CatalogError) -> Void
    ) throws(CatalogError) -> String? {
        let path = path(in: folder)
        let draft = draft(of: path)
        // Until it is whole it has a name that no start looks for.
        let restored = "\(path).restored"
        remove(restored)
        do throws(CatalogError) {
            try make(restored)
            try Disk.settle(restored)
        } catch {
            remove(restored)
            throw error
        }
        remove(draft)
        try move(restored, to: draft)
        let setAside = exists(path) ? try setAside(path, as: "replaced", at: now) : nil
        try move(draft, to: path)
        try Disk.settle(folder)
        return setAside
    }

    private static func remove(_ path: String) {
        for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
    }

    /// Gives the files of a catalog another name, and returns it.
    private static func setAside(_ path: String, as reason: String, at now: Int) throws(CatalogError) -> String {
        var name = "\(path).\(reason)-\(now)"
        while exists(name) { name += "-again" }
        // What was written last may still be in the journal, so it goes along.
        for ending in ["-wal", "-shm", ""] where exists(path + ending) { try move(path + ending, to: name + ending) }
        return name
    }

    private static func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func move(_ path: String, to name: String) throws(CatalogError) {
        guard rename(path, name) == 0 else { throw .readOnly }
    }
}
