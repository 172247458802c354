import Glibc

/// Restores a backup of the catalog.
package enum CatalogRestore {
    /// The content of a copy.
    package struct Summary: Hashable, Sendable {
        package let bytes: Int
        package let tracks: Int
        package let playlists: Int
        package let corrections: Int
    }

    /// Checks a whole copy. Throws if it is damaged, or newer than this program.
    package static func check(_ path: String) throws(CatalogError) -> Summary {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .nothing("there is no file \(path)") }
        let copy = try Connection(path, .reading)
        guard try Migrations.version(of: copy) > 0 else { throw .corrupt("it is not a catalog") }
        let findings = try copy.rows("PRAGMA integrity_check (1)") { $0.text() }
        guard findings == ["ok"] else { throw .corrupt(findings.first ?? "no answer") }
        return Summary(
            bytes: Int(status.st_size), tracks: try copy.number("SELECT count(*) FROM track WHERE missing_since IS NULL"),
            playlists: try copy.number("SELECT count(*) FROM playlist"),
            corrections: try copy.number("SELECT count(*) FROM correction"))
    }

    /// Restores the last copy that was made before a newer version migrated this version's catalog.
    package static func restoreMigrated(in folder: String, at now: Int) throws(CatalogError) -> String? {
        guard let copy = BackupFile.all(in: folder).first(where: { $0.version == Migrations.current }) else {
            throw .nothing("there is no copy of the catalog from before the newer version")
        }
        return try restore(copy.path, in: folder, at: now)
    }

    /// Replaces the catalog and the rooms in `folder`, which must not be in use, by the copy at `path`. Returns the new path of the replaced
    /// catalog, with the rooms beside it; nil if there was none. `now` is in seconds since 1970.
    package static func restore(_ path: String, in folder: String, at now: Int) throws(CatalogError) -> String? {
        _ = try check(path)
        return try CatalogFile.replace(in: folder, at: now) { draft throws(CatalogError) in
            try Connection(path, .reading).run("VACUUM INTO ?", Value(draft))
            // Migrates a copy of an older version, and throws if it is damaged, before anything is replaced.
            _ = try Catalog(path: draft)
            if let rooms = RoomFile.file(of: path) { try RoomFile.join(rooms, into: draft) }
        }
    }
}
