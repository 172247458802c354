extension Catalog {
    /// Every known file of a folder by path, including missing ones, with the stamp of the last scan.
    package func knownFiles(in folder: Int) throws(CatalogError) -> KnownFiles {
        var known = KnownFiles()
        try connection.each(
            """
            SELECT id, path, size, modified, inode, cover_beside, missing_since IS NOT NULL AS is_missing, reading < ? AS is_due \
            FROM track WHERE folder = ?
            """, [Value(TrackRow.reading), Value(folder)]
        ) { row in
            let path = row.bytes("path")
            let file = KnownFile(
                track: row.int("id"), stamp: FileStamp(row), hasCoverBeside: row.bool("cover_beside"),
                isDue: row.bool("is_due"))
            if row.bool("is_missing") {
                known.missing[path, default: []].append(file)
            } else {
                known.present[path] = file
            }
            return true
        }
        try connection.each("SELECT path, size, modified, inode FROM rejected WHERE folder = ?", [Value(folder)]) { row in
            known.present[row.bytes("path")] = KnownFile(track: nil, stamp: FileStamp(row))
            return true
        }
        return known
    }

    /// Marks tracks whose files are gone as missing, unless another server has them; their data is kept.
    package func lost(tracks: [Int], rejected: [[UInt8]], in folder: Int, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            for track in tracks where try !movedToOtherServer(track) { try setMissing(track, at: now) }
            for path in rejected {
                try connection.run("DELETE FROM rejected WHERE folder = ? AND path = ?", Value(folder), Value(path))
            }
        }
    }

    /// Records for some tracks whether a picture in their folder is their cover.
    package func covers(beside tracks: [Int: Bool]) throws(CatalogError) {
        try change { () throws(CatalogError) in
            for (track, isThere) in tracks {
                try connection.run("UPDATE track SET cover_beside = ? WHERE id = ?", Value(isThere), Value(track))
            }
        }
    }

    /// Records that the picture in a track's file cannot be shown: it is none until the file changes. Says whether that is news.
    package func refusePicture(in track: Int, _ stamp: FileStamp) throws(CatalogError) -> Bool {
        try changes(
            "UPDATE track SET has_cover = 0 WHERE has_cover AND id = ? AND size = ? AND modified = ? AND inode = ? RETURNING id",
            [Value(track), Value(stamp.size), Value(stamp.modified), Value(stamp.inode)])
    }

    /// Records the picture beside a file that cannot be shown, or with nil that it can, for all files in the same folder. Says whether that
    /// is news.
    package func refuse(_ picture: String?, beside path: [UInt8], in folder: Int) throws(CatalogError) -> Bool {
        let parent = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? []
        return try changes(
            """
            UPDATE track SET refused_beside = ? WHERE folder = ? AND cover_beside AND refused_beside IS NOT ? \
            AND substr(path, 1, ?) = ? AND instr(substr(path, ?), x'2f') = 0 RETURNING id
            """,
            [Value(picture), Value(folder), Value(picture), Value(parent.count), Value(parent), Value(parent.count + 1)])
    }

    /// Whether a statement that returns the rows that it changes has changed any.
    private func changes(_ statement: String, _ values: [Value]) throws(CatalogError) -> Bool {
        try change { () throws(CatalogError) in try !connection.rows(statement, values) { $0.int() }.isEmpty }
    }

    /// Restores tracks whose unchanged files are at their old paths again; what replaced them there is missing now.
    package func returned(tracks: [Int], at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            for track in tracks { try setPresent(track, at: now) }
        }
    }
}

/// What the catalog knows of a folder's files.
package struct KnownFiles: Sendable {
    package internal(set) var present: [[UInt8]: KnownFile] = [:]
    /// Missing tracks by their last path; several may have had the same.
    package internal(set) var missing: [[UInt8]: [KnownFile]] = [:]
}
