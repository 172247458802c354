package import Music

/// Where tracks lie besides their own place: songs of music servers that also lie in a better place are listed once, as the track there.
///
/// Folders of this machine are better than servers, and servers are as good as they were named early. So it does not matter which was
/// scanned first.
enum OtherPlaces {
    static let schema = """
        CREATE TABLE other_place (
            folder INTEGER NOT NULL REFERENCES folder (id),
            path BLOB NOT NULL,
            track INTEGER NOT NULL REFERENCES track (id) ON DELETE CASCADE,
            PRIMARY KEY (folder, path)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX other_place_of_track ON other_place (track);
        """
}

extension Catalog {
    /// The tracks that lie in better places than the songs of a folder, by what tells copies.
    package func twins(betterThan folder: Int) throws(CatalogError) -> [FileTwin: Int] {
        var twins: [FileTwin: Int] = [:]
        try connection.each(
            """
            SELECT track.id, track.size, track.title FROM track JOIN folder ON folder.id = track.folder \
            WHERE folder.is_served AND folder.is_online AND track.missing_since IS NULL \
            AND folder.id <> ? AND (\(MusicFolder.isHere) OR folder.id < ?) ORDER BY NOT \(MusicFolder.isHere), folder.id, track.id
            """, [Value(folder), Value(folder)]
        ) { row in
            let twin = FileTwin(size: row.integer("size"), title: row.text("title"))
            if twins[twin] == nil { twins[twin] = row.int("id") }
            return true
        }
        return twins
    }

    /// The recordings that the songs of a server are known as, and the sizes of their files, by the songs' paths.
    package func recordings(in folder: Int) throws(CatalogError) -> [[UInt8]: (size: Int64, identity: ContentIdentity)] {
        var known: [[UInt8]: (size: Int64, identity: ContentIdentity)] = [:]
        try connection.each(
            """
            SELECT track.path, track.size, content.identity FROM track JOIN content ON content.id = track.content \
            WHERE track.folder = ? AND track.missing_since IS NULL
            """, [Value(folder)]
        ) { row in
            if let identity = ContentIdentity(row.text("identity")) {
                known[row.bytes("path")] = (row.integer("size"), identity)
            }
            return true
        }
        return known
    }

    /// Lists a song that its server has no more as that of the next server that has it, with all that is known of it. False if no
    /// other one that is served has it.
    func movedToOtherServer(_ track: Int) throws(CatalogError) -> Bool {
        let next = try connection.row(
            """
            SELECT other_place.folder, other_place.path FROM track JOIN folder AS own ON own.id = track.folder \
            JOIN other_place ON other_place.track = track.id JOIN folder ON folder.id = other_place.folder \
            WHERE track.id = ? AND substr(own.path, 1, 1) <> x'2F' AND folder.is_served AND folder.id <> own.id \
            AND NOT EXISTS (SELECT 1 FROM track AS there WHERE there.folder = other_place.folder \
            AND there.path = other_place.path AND there.missing_since IS NULL) ORDER BY other_place.folder, other_place.path LIMIT 1
            """, Value(track)
        ) { (folder: $0.int("folder"), path: $0.bytes("path")) }
        guard let next else { return false }
        try connection.run(
            "UPDATE track SET folder = ?, path = ? WHERE id = ?", Value(next.folder), Value(next.path), Value(track))
        try connection.run("DELETE FROM other_place WHERE folder = ? AND path = ?", Value(next.folder), Value(next.path))
        return true
    }

    /// The tracks that songs of a folder are listed as, by the songs' paths.
    package func otherPlaces(in folder: Int) throws(CatalogError) -> [[UInt8]: Int] {
        let rows = try connection.rows("SELECT path, track FROM other_place WHERE folder = ?", [Value(folder)]) {
            ($0.bytes("path"), $0.int("track"))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// Records which songs of a folder are listed as which tracks. `replaced` are tracks that were listed themselves until now: what
    /// people entered moves to the track that is listed in place of each.
    package func set(otherPlaces: [[UInt8]: Int], in folder: Int, replaced: [Int: Int]) throws(CatalogError) {
        try change { () throws(CatalogError) in
            for (old, new) in replaced {
                try handOn(fromTrack: old, toTrack: new)
                try connection.run("UPDATE other_place SET track = ? WHERE track = ?", Value(new), Value(old))
            }
            try connection.run("DELETE FROM other_place WHERE folder = ?", Value(folder))
            for (path, track) in otherPlaces {
                // The track may have been forgotten meanwhile.
                try connection.run(
                    "INSERT INTO other_place (folder, path, track) SELECT ?, ?, id FROM track WHERE id = ?", Value(folder),
                    Value(path), Value(track))
            }
        }
    }
}

extension CatalogReader {
    /// How many songs of a folder are listed as tracks in better places.
    package func otherPlaceCount(in folder: Int) throws(CatalogError) -> Int {
        try connection.rows("SELECT count(*) AS songs FROM other_place WHERE folder = ?", [Value(folder)]) { $0.int("songs") }.first
            ?? 0
    }

    /// Where a track lies in a folder: its own path, or another place of it there; nil if it does not lie there.
    package func path(of track: Track, in folder: Int) throws(CatalogError) -> [UInt8]? {
        if track.place.folder == folder { return track.place.path }
        return try connection.row(
            "SELECT path FROM other_place WHERE track = ? AND folder = ? ORDER BY path LIMIT 1", Value(track.id), Value(folder)
        ) { $0.bytes("path") }
    }

    /// Where else on music servers the track at a path lies, once for each of them, the server that was named first first.
    package func otherPlaces(ofTrackAt path: [UInt8], in folder: Int) throws(CatalogError) -> [(folder: [UInt8], path: [UInt8])] {
        try connection.rows(
            """
            SELECT folder.path AS name, min(other_place.path) AS song FROM track \
            JOIN other_place ON other_place.track = track.id JOIN folder ON folder.id = other_place.folder \
            WHERE track.folder = ?1 AND track.path = ?2 AND track.missing_since IS NULL AND folder.is_served AND folder.id <> ?1 \
            GROUP BY folder.id ORDER BY folder.id
            """, [Value(folder), Value(path)]
        ) { ($0.bytes("name"), $0.bytes("song")) }
    }

    /// Where a track lies on music servers, once for each of them: its own place, and songs that are listed as it.
    package func placesElsewhere(of track: Track) throws(CatalogError) -> [(folder: MusicFolder, path: [UInt8])] {
        try connection.rows(
            """
            SELECT folder.id, folder.path, folder.device, folder.is_online, folder.scanned_at, min(place.path) AS song \
            FROM (SELECT folder, path FROM track WHERE id = ?1 UNION ALL SELECT folder, path FROM other_place WHERE track = ?1) \
            AS place JOIN folder ON folder.id = place.folder \
            WHERE folder.is_served AND NOT \(MusicFolder.isHere) GROUP BY folder.id ORDER BY folder.id
            """, [Value(track.id)]
        ) { (MusicFolder($0), $0.bytes("song")) }
    }

    /// The track that a song of a folder is listed as: its own, or one in a better place.
    package func track(listedFor path: [UInt8], in folder: Int) throws(CatalogError) -> Int? {
        if let own = try track(at: path, in: folder) { return own.id }
        return try connection.row(
            """
            SELECT track.id FROM other_place JOIN track ON track.id = other_place.track \
            WHERE other_place.folder = ? AND other_place.path = ? AND track.missing_since IS NULL
            """, Value(folder), Value(path)
        ) { $0.int() }
    }
}
