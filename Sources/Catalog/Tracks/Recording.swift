internal import Music

extension Catalog {
    /// Seconds: if the length of a replaced file differs by no more (tagged or encoded anew), what people entered is kept.
    private static let sameLength = 0.1

    /// Records what a scan found in a folder, in one transaction.
    ///
    /// `isThere` says whether the file with this stamp is still at the path in the folder; `isElsewhere` whether the scan saw a file with
    /// this stamp at another path. These two distinguish a move from a copy, and a rename from an edit.
    package func record(
        _ files: [FoundFile], in folder: Int, at now: Int, isThere: (_ folder: Int, [UInt8], FileStamp) -> Bool,
        isElsewhere: ([UInt8], FileStamp) -> Bool
    ) throws(CatalogError) -> Recorded {
        try change { () throws(CatalogError) in
            var recorded = Recorded()
            var doubtful: [(FoundFile, TrackProbe)] = []
            for file in files {
                switch file.finding {
                case .rejected(let reason):
                    try reject(file, reason, in: folder, at: now)
                    recorded.rejected += 1
                case .music(let probe):
                    try forgetRejection(of: file.path, in: folder)
                    let placement = try place(file, probe, in: folder, at: now, isThere, isElsewhere, mayReplace: false)
                    recorded.count(placement)
                    if placement == .doubtful { doubtful.append((file, probe)) }
                }
            }
            // Meanwhile the old file may have been found at another path, and then it was not replaced.
            for (file, probe) in doubtful {
                recorded.count(try place(file, probe, in: folder, at: now, isThere, isElsewhere, mayReplace: true))
            }
            return recorded
        }
    }

    fileprivate enum Placement {
        case added, changed, moved
        /// A new recording at the path of another one: that was replaced, unless it turns up elsewhere.
        case doubtful
    }

    /// A candidate row for the found file.
    private struct Candidate {
        let id: Int
        let folder: Int
        let path: [UInt8]
        let stamp: FileStamp
        let isMissing: Bool
    }

    private func place(
        _ file: FoundFile, _ probe: TrackProbe, in folder: Int, at now: Int, _ isThere: (Int, [UInt8], FileStamp) -> Bool,
        _ isElsewhere: ([UInt8], FileStamp) -> Bool, mayReplace: Bool
    ) throws(CatalogError) -> Placement {
        let content = try content(of: probe.identity)
        let here = try connection.row(
            "SELECT id, content, size, modified, inode FROM track WHERE folder = ? AND path = ? AND missing_since IS NULL",
            Value(folder), Value(file.path)
        ) { row in (id: row.int("id"), content: row.int("content"), stamp: FileStamp(row)) }
        if let here, here.content == content {
            try describe(here.id, file, probe, content, in: folder)
            return .changed
        }
        let candidates = try connection.rows(
            """
            SELECT id, folder, path, size, modified, inode, missing_since IS NOT NULL AS is_missing FROM track WHERE content = ? \
            ORDER BY missing_since IS NULL, missing_since DESC, id
            """, [Value(content)]
        ) { row in
            Candidate(
                id: row.int("id"), folder: row.int("folder"), path: row.bytes("path"), stamp: FileStamp(row),
                isMissing: row.bool("is_missing"))
        }
        // A missing one may have come back meanwhile: then its file is at its old path, and is not this one.
        let gone = candidates.filter {
            $0.isMissing && $0.folder == folder && $0.path == file.path || !isThere($0.folder, $0.path, $0.stamp)
        }
        // Prefer one that was present until now: playlists more likely contain it than one that is long gone.
        let moving = gone.filter { !$0.isMissing }
        let mover =
            moving.first { $0.stamp == file.stamp } ?? moving.first ?? gone.first { $0.stamp == file.stamp }
            ?? gone.first { $0.folder == folder && $0.path == file.path } ?? gone.first
        if let mover {
            if let here { try setMissing(here.id, at: now) }
            try describe(mover.id, file, probe, content, in: folder)
            return .moved
        }
        if let here {
            if !isElsewhere(file.path, here.stamp) {
                guard mayReplace else { return .doubtful }
                try handOn(from: here.content, to: content, duration: probe.duration, of: here.id)
                try describe(here.id, file, probe, content, in: folder)
                try relink(here.id, to: probe.identity)
                return .changed
            }
            // The file that was here has only moved; its row waits until it is found.
            try setMissing(here.id, at: now)
        }
        try connection.run(
            """
            INSERT INTO track (folder, path, size, modified, inode, content, added_at, title, codec, container, sample_rate, \
            channels, has_cover, title_key, artist_key, album_key) VALUES (?, ?, 0, 0, 0, ?, ?, '', '', '', 0, 0, 0, '', '', '')
            """, Value(folder), Value(file.path), Value(content), Value(now))
        let id = connection.insertedID
        try describe(id, file, probe, content, in: folder)
        try relink(id, to: probe.identity)
        return .added
    }

    /// Assigns a track to the playlist entries that waited for its recording.
    private func relink(_ track: Int, to identity: ContentIdentity) throws(CatalogError) {
        try connection.run(
            "UPDATE playlist_entry SET track = ? WHERE track IS NULL AND identity = ?", Value(track), Value(identity.description))
    }

    /// The key of a recording's row, which is created if necessary.
    func content(of identity: ContentIdentity) throws(CatalogError) -> Int {
        let text = Value(identity.description)
        if let id = try connection.row("SELECT id FROM content WHERE identity = ?", text, read: { $0.int() }) { return id }
        try connection.run("INSERT INTO content (identity) VALUES (?)", text)
        return connection.insertedID
    }

    /// Moves corrections, markers, favourites, ratings, plays and links of songs to a file that was tagged or encoded anew in place.
    private func handOn(from old: Int, to new: Int, duration: Double?, of track: Int) throws(CatalogError) {
        guard let duration,
            let before = try connection.row(
                """
                SELECT coalesce(content.duration, max(track.duration)) AS duration, count(*) AS files, content.identity FROM content \
                JOIN track ON track.content = content.id WHERE content.id = ?
                """, Value(old),
                read: { row in (duration: row.realOrNil("duration"), files: row.int("files"), identity: row.text("identity")) }),
            before.files == 1, let length = before.duration, abs(length - duration) <= Self.sameLength,
            let identity = try connection.row("SELECT identity FROM content WHERE id = ?", Value(new), read: { $0.text() })
        else { return }
        try handOn(from: before.identity, to: identity)
        try connection.run("UPDATE playlist_entry SET identity = ? WHERE track = ?", Value(identity), Value(track))
    }

    /// The same from a track to another that takes its place, also in playlists. What the other has already stays as it is.
    func handOn(fromTrack old: Int, toTrack new: Int) throws(CatalogError) {
        let identity = "SELECT content.identity FROM track JOIN content ON content.id = track.content WHERE track.id = ?"
        guard let before = try connection.row(identity, Value(old), read: { $0.text() }),
            let after = try connection.row(identity, Value(new), read: { $0.text() })
        else { return }
        if before != after { try handOn(from: before, to: after) }
        try connection.run(
            "UPDATE playlist_entry SET track = ?, identity = ? WHERE track = ?", Value(new), Value(after), Value(old))
    }

    private func handOn(from before: String, to identity: String) throws(CatalogError) {
        for part in Corrected.allCases {
            try connection.run(
                "UPDATE OR IGNORE \(part.table) SET identity = ? WHERE identity = ?", Value(identity), Value(before))
            try connection.run(
                """
                UPDATE OR IGNORE \(part.history) SET identity = ? WHERE identity = ? \
                AND NOT EXISTS (SELECT 1 FROM \(part.history) AS other WHERE other.identity = ?)
                """, Value(identity), Value(before), Value(identity))
        }
        try connection.run("UPDATE marker SET identity = ? WHERE identity = ?", Value(identity), Value(before))
        try connection.run("UPDATE OR IGNORE listening SET identity = ? WHERE identity = ?", Value(identity), Value(before))
        try connection.run("UPDATE song SET identity = ? WHERE identity = ?", Value(identity), Value(before))
    }

    private func reject(_ file: FoundFile, _ reason: String, in folder: Int, at now: Int) throws(CatalogError) {
        if let here = try connection.row(
            "SELECT id FROM track WHERE folder = ? AND path = ? AND missing_since IS NULL", Value(folder), Value(file.path),
            read: { $0.int() })
        {
            try setMissing(here, at: now)
        }
        try connection.run(
            "INSERT OR REPLACE INTO rejected (folder, path, size, modified, inode, reason) VALUES (?, ?, ?, ?, ?, ?)",
            Value(folder), Value(file.path), Value(file.stamp.size), Value(file.stamp.modified), Value(file.stamp.inode),
            Value(reason))
    }

    func forgetRejection(of path: [UInt8], in folder: Int) throws(CatalogError) {
        try connection.run("DELETE FROM rejected WHERE folder = ? AND path = ?", Value(folder), Value(path))
    }
}

extension Recorded {
    fileprivate mutating func count(_ placement: Catalog.Placement) {
        switch placement {
        case .added: added += 1
        case .changed: changed += 1
        case .moved: moved += 1
        case .doubtful: break
        }
    }
}
