/// Reads the catalog concurrently with its writer, without waiting for it; each answer is a consistent snapshot.
package actor CatalogReader {
    /// Size of the page cache in pages of 4 KB: 16 MB, for the indexes of about 100,000 tracks.
    static let cachePages = 4_000
    /// Size of the cache of totals; when it is full, it is cleared.
    private static let mostTotals = 256

    private(set) var connection: Connection
    /// The one of a time when the disk was full. It stays open: closing a file ends all locks of this process on it (fcntl(2)).
    private var frozen: Connection?
    /// Added to versions, which start anew with each connection: none comes twice.
    private var earlier = 0
    private let path: String
    private let cachePages: Int
    private let thread = CatalogThread("downbeat.catalog.reader")
    private var totals: [String: Int] = [:]
    private var totalsVersion = -1
    var counted: (version: Int, census: Census)?
    var knownGenres: (version: Int, genres: [(genre: Genre, words: [String])])?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(path: String, cachePages: Int = cachePages, isFrozen: Bool = false) throws(CatalogError) {
        (self.path, self.cachePages) = (path, cachePages)
        connection = try Self.open(path, cachePages, isFrozen ? .frozen : .reading)
    }

    private static func open(_ path: String, _ cachePages: Int, _ access: Connection.Access) throws(CatalogError) -> Connection {
        let connection = try Connection(path, access, notesDamage: true)
        _ = try Migrations.version(of: connection)
        try connection.script("PRAGMA cache_size = \(cachePages); PRAGMA query_only = ON")
        return connection
    }

    /// Sees again what others commit.
    func thaw() throws(CatalogError) {
        guard connection.access == .frozen else { return }
        let reader = try Self.open(path, cachePages, .reading)
        earlier = try version() + 1
        (frozen, connection) = (connection, reader)
    }

    /// Changes whenever the catalog has changed: with the same number, answers are still valid.
    package func version() throws(CatalogError) -> Int {
        try earlier + connection.number("PRAGMA data_version")
    }

    /// How many rows match a filter; cached until the catalog changes.
    func count(_ source: String, _ filter: Filter) throws(CatalogError) -> Int {
        let version = try version()
        if version != totalsVersion || totals.count >= Self.mostTotals { totals = [:] }
        totalsVersion = version
        let joins = filter.asksContent ? Self.content : ""
        let isWordsAlone = filter.values.count == 1 && !filter.asksContent && source.hasPrefix("track_words ")
        let sql = "SELECT count(*) FROM \(isWordsAlone ? "track_words" : source) \(joins) \(filter.clause)"
        let key = "\(sql) \(filter.values)"
        if let total = totals[key] { return total }
        var total = 0
        try connection.each(sql, filter.values) { row in
            total = row.int()
            return false
        }
        totals[key] = total
        return total
    }

    func snapshot<Result>(_ body: () throws(CatalogError) -> Result) throws(CatalogError) -> Result {
        try connection.snapshot(body)
    }
}
