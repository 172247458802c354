internal import CSQLite

/// The database of the library, and its only writer.
///
/// What a call returns from is on the disk: not even a power cut takes it back.
package actor Catalog {
    let connection: Connection
    private let thread = CatalogThread("downbeat.catalog")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens the database at `path` for writing, or makes it, and brings its schema up to date. Damage is found here.
    ///
    /// `beforeMigration` is told the version of one that holds something and is about to be changed.
    init(
        path: String, beforeMigration: (_ version: Int) throws(CatalogError) -> Void = { _ in }
    ) throws(CatalogError) {
        let connection = try DatabaseFile(path: path).writer(
            version: Migrations.version(of:), "PRAGMA cache_size = \(Self.cachePages)")
        let version = try Migrations.version(of: connection)
        if version > 0, version < Migrations.current { try beforeMigration(version) }
        do {
            try Migrations.run(on: connection)
            try Migrations.check(connection)
        } catch .failed(let code, let words) where code & 0xff == SQLITE_ERROR {
            // The steps themselves are right, so the file is not what its version says.
            throw .corrupt(words)
        }
        self.connection = connection
    }

    /// Pages of 4 KB that stay in memory, here 16 MB.
    private static let cachePages = 4_000

    /// Checkpoints, so that everything is in the one file.
    package func clearJournal() throws(CatalogError) {
        try connection.clearJournal()
    }

    /// All or nothing, and on the disk when it returns.
    func change<Result>(_ body: () throws(CatalogError) -> Result) throws(CatalogError) -> Result {
        try connection.transaction(body)
    }
}
