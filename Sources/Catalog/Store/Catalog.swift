internal import CSQLite

/// All that the server remembers: the one writer of its database.
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
        let connection = try Connection(path, .writing)
        // Before anything is written: a newer version's file stays as it is.
        let version = try Migrations.version(of: connection)
        try connection.script(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; \
            PRAGMA cache_size = \(Self.cachePages)
            """)
        try Self.check(connection)
        if version > 0, version < Migrations.current { try beforeMigration(version) }
        do {
            try Migrations.run(on: connection)
        } catch .failed(let code, let words) where code & 0xff == SQLITE_ERROR {
            // The steps themselves are right, so the file is not what its version says.
            throw .corrupt(words)
        }
        self.connection = connection
    }

    /// Pages of 4 KB that stay in memory, here 16 MB.
    private static let cachePages = 4_000

    /// Looks at every page and every index entry of the database.
    private static func check(_ connection: Connection) throws(CatalogError) {
        let findings = try connection.rows("PRAGMA quick_check (1)") { $0.text() }
        guard findings == ["ok"] else { throw .corrupt(findings.first ?? "no answer") }
    }

    /// All or nothing, and on the disk when it returns.
    func change<Result>(_ body: () throws(CatalogError) -> Result) throws(CatalogError) -> Result {
        try connection.transaction(body)
    }
}
