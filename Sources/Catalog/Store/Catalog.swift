internal import CSQLite

/// The database of the library, and its only writer.
///
/// When a call returns, its changes are on the disk and survive a power cut.
package actor Catalog {
    private(set) var connection: Connection
    /// The one of a time when the disk was full. It stays open: closing a file ends all locks of this process on it (fcntl(2)).
    private var frozen: Connection?
    package nonisolated let disk: DiskFullness
    private let path: String
    var playlistRemovals = PlaylistRemovals()
    private let thread = CatalogThread("downbeat.catalog")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens or creates the database at `path` for writing, and migrates its schema. Damage is detected here.
    ///
    /// `beforeMigration` gets the version of an existing database that is about to be migrated.
    init(
        path: String, beforeMigration: (_ version: Int) throws(CatalogError) -> Void = { _ in }
    ) throws(CatalogError) {
        self.path = path
        disk = DiskFullness(isFull: false)
        connection = try Self.writer(path, beforeMigration)
    }

    /// Opens the database at `path` on a full disk: until `thaw`, every change is refused. It must have the schema of this version.
    init(frozen path: String) throws(CatalogError) {
        self.path = path
        disk = DiskFullness(isFull: true)
        connection = try Connection(path, .frozen)
        guard try Migrations.version(of: connection) == Migrations.current else { throw .diskFull }
    }

    /// Lets changes be written, after all readers are thawed.
    func thaw() throws(CatalogError) {
        guard connection.access == .frozen else { return }
        let writer = try Self.writer(path) { _ in }
        (frozen, connection) = (connection, writer)
        disk.end()
    }

    /// Notes that the disk has room, if changes are not refused anyway.
    func noteRoom() {
        if connection.access != .frozen { disk.end() }
    }

    private static func writer(
        _ path: String, _ beforeMigration: (_ version: Int) throws(CatalogError) -> Void
    ) throws(CatalogError) -> Connection {
        let connection = try DatabaseFile(path: path).writer(
            version: Migrations.version(of:), "PRAGMA cache_size = \(Self.cachePages)")
        let version = try Migrations.version(of: connection)
        if version > 0, version < Migrations.current { try beforeMigration(version) }
        do {
            try Migrations.run(on: connection)
            // What was just made from nothing has every table.
            if version > 0 { try Migrations.check(connection) }
            try connection.checkNumbers()
        } catch .failed(let code, let words) where code & 0xff == SQLITE_ERROR {
            // The steps themselves are correct, so the file does not match its version.
            throw .corrupt(words)
        }
        return connection
    }

    /// Size of the page cache in pages of 4 KB: 16 MB.
    private static let cachePages = 4_000

    /// Checkpoints the journal, so that everything is in one file.
    package func clearJournal() throws(CatalogError) {
        try connection.clearJournal()
    }

    /// Runs a transaction: all or nothing, and on the disk when this returns.
    func change<Result>(_ body: () throws(CatalogError) -> Result) throws(CatalogError) -> Result {
        try disk.noting { () throws(CatalogError) in try connection.transaction(body) }
    }
}
