/// A folder of music that the server serves.
package struct MusicFolder: Hashable, Sendable {
    package let id: Int
    /// Absolute; names are bytes on Linux.
    package let path: [UInt8]
    /// The file system it was last seen on: an empty folder on another one is a missing mount, not deleted music.
    package let device: Int64?
    package let isOnline: Bool
    /// When its last scan finished, in seconds since 1970.
    package let scannedAt: Int?

    static let schema = """
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE,
            device INTEGER,
            is_online INTEGER NOT NULL DEFAULT 1,
            is_served INTEGER NOT NULL DEFAULT 1,  -- 0 once the server is no longer pointed at it
            scanned_at INTEGER
        ) STRICT;
        """

    static let columns = "id, path, device, is_online, scanned_at"
    /// Whether a folder's files are on this machine: the names of other servers begin with no slash.
    static let isHere = "substr(folder.path, 1, 1) = x'2F'"

    init(_ row: Row) {
        id = row.int("id")
        path = row.bytes("path")
        device = row.intOrNil("device").map { Int64($0) }
        isOnline = row.bool("is_online")
        scannedAt = row.intOrNil("scanned_at")
    }

    fileprivate static func served(_ connection: Connection) throws(CatalogError) -> [MusicFolder] {
        try connection.rows("SELECT \(columns) FROM folder WHERE is_served ORDER BY id") { MusicFolder($0) }
    }
}

extension CatalogReader {
    /// The folders that are served, in the order in which they were first named.
    package func folders() throws(CatalogError) -> [MusicFolder] { try MusicFolder.served(connection) }

    /// The number of a folder's tracks that are there.
    package func trackCount(in folder: Int) throws(CatalogError) -> Int {
        try connection.number("SELECT count(*) FROM track WHERE folder = ? AND missing_since IS NULL", Value(folder))
    }
}

extension Catalog {
    /// Sets the served folders to `paths`; the data of others is kept, but their tracks are missing from now on, unless another server
    /// has them.
    /// On a full disk they stay as they are.
    package func serve(folders paths: [[UInt8]], at now: Int) throws(CatalogError) -> [MusicFolder] {
        guard connection.access != .frozen else { return try folders().filter { paths.contains($0.path) } }
        try change { () throws(CatalogError) in
            try connection.run("UPDATE folder SET is_served = 0")
            for path in paths {
                try connection.run(
                    "INSERT INTO folder (path) VALUES (?) ON CONFLICT (path) DO UPDATE SET is_served = 1", Value(path))
            }
            // A moved folder is served under its new path, where its tracks are found again.
            let unserved = try connection.rows(
                """
                SELECT track.id FROM folder JOIN track ON track.folder = folder.id \
                WHERE NOT folder.is_served AND track.missing_since IS NULL
                """
            ) { $0.int() }
            for track in unserved where try !movedToOtherServer(track) { try setMissing(track, at: now) }
            try connection.run("DELETE FROM playlist WHERE folder IN (SELECT id FROM folder WHERE NOT is_served)")
        }
        return try folders()
    }

    /// The folders that are served, in the order in which they were first named.
    package func folders() throws(CatalogError) -> [MusicFolder] { try MusicFolder.served(connection) }

    /// Records whether a folder is reachable; its tracks stay known either way.
    package func set(folder: Int, isOnline: Bool, device: Int64?) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                "UPDATE folder SET is_online = ?, device = coalesce(?, device) WHERE id = ?", Value(isOnline), Value(device),
                Value(folder))
        }
    }

    /// Records that a scan of a folder finished.
    package func finishedScan(of folder: Int, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("UPDATE folder SET scanned_at = ? WHERE id = ?", Value(now), Value(folder))
        }
    }
}
