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

    /// Opens the catalog in `folder`, which only this process may be using. `now` is in seconds since 1970.
    package init(in folder: String, at now: Int) throws(CatalogError) {
        let path = Self.path(in: folder)
        // A crash between the two renames below has left the new catalog under its draft's name.
        if !Self.exists(path), Self.exists(Self.draft(of: path)) { try Self.move(Self.draft(of: path), to: path) }
        do throws(CatalogError) {
            // To SQLite an empty file is a new database; here it is what a crash of the machine left of one.
            if Self.isEmpty(path), Self.exists(CatalogBackup.path(besides: path)) { throw .corrupt("it is empty") }
            catalog = try Catalog(path: path)
            recovery = nil
        } catch .corrupt(let damage) {
            let carried = try Self.draft(of: path, from: path)
            let setAside = try Self.setAside(path, at: now)
            try Self.move(Self.draft(of: path), to: path)
            catalog = try Catalog(path: path)
            recovery = Recovery(setAside: setAside, damage: damage, carried: carried)
        }
        reader = try CatalogReader(path: path)
        surveyor = try CatalogReader(path: path, cachePages: Self.surveyPages)
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
    private static func draft(of path: String, from damaged: String) throws(CatalogError) -> [String: Int] {
        let draft = draft(of: path)
        for ending in ["", "-wal", "-shm", "-journal"] { unlink(draft + ending) }
        let connection = try Connection(draft, .writing)
        try Migrations.run(on: connection)
        // A file that is no database at all has nothing to give, and a copy may never have been made.
        var sources: [Connection] = []
        if let source = try? Connection(damaged, .writing) { sources.append(source) }
        if let copy = try? Connection(CatalogBackup.path(besides: damaged), .reading) { sources.append(copy) }
        return try Salvage(from: sources, into: connection).run()
    }

    /// Gives the damaged files another name, and returns it.
    private static func setAside(_ path: String, at now: Int) throws(CatalogError) -> String {
        var name = "\(path).damaged-\(now)"
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
