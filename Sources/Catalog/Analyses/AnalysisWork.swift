package import Music

/// A recording whose analysis is due, and the place of a file with it.
package struct AnalysisWork: Hashable, Sendable {
    package let content: Int
    package let identity: ContentIdentity
    package let track: Int
    package let place: Track.Place
    /// Number of attempts that were interrupted.
    package let attempts: Int
}

extension Catalog {
    static let workColumns = """
        content.id, content.identity, track.id AS track, track.folder, track.path, track.size, track.modified, track.inode, content.attempts
        """
    private static let workSource = """
        content CROSS JOIN track ON track.content = content.id CROSS JOIN folder ON folder.id = track.folder
        """

    /// The next recordings to analyze whose files are on this machine: at most `limit` after the one with the key `content`. Music
    /// of other servers is analyzed when it is asked for.
    package func pendingAnalyses(after content: Int, limit: Int) throws(CatalogError) -> [AnalysisWork] {
        try connection.rows(
            """
            SELECT \(Self.workColumns) FROM \(Self.workSource) WHERE content.state = 'pending' AND content.id > ? \
            AND track.missing_since IS NULL AND folder.is_online AND \(MusicFolder.isHere) GROUP BY content.id ORDER BY content.id LIMIT ?
            """, [Value(content), Value(limit)], Self.work)
    }

    /// The recording of one track, in any state; nil if no file with it exists.
    package func analysis(of track: Int) throws(CatalogError) -> AnalysisWork? {
        try connection.row(
            """
            SELECT \(Self.workColumns) FROM \(Self.workSource) WHERE content.id = (SELECT content FROM track WHERE id = ?) \
            AND track.missing_since IS NULL AND folder.is_online ORDER BY track.id <> ? LIMIT 1
            """, Value(track), Value(track), read: Self.work)
    }

    static func work(_ row: Row) -> AnalysisWork {
        AnalysisWork(
            content: row.int("id"), identity: ContentIdentity(row.text("identity")) ?? ContentIdentity(high: 0, low: 0),
            track: row.int("track"),
            place: Track.Place(folder: row.int("folder"), path: row.bytes("path"), stamp: FileStamp(row)),
            attempts: row.int("attempts"))
    }

    /// Records the start of an analysis before it starts, so that one that crashes the server is counted too.
    package func began(_ content: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                "UPDATE content SET state = 'running', attempts = attempts + 1 WHERE id = ?", Value(content))
        }
    }

    package func finished(_ content: Int, _ profile: Profile) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                """
                UPDATE content SET state = 'done', attempts = 0, reason = NULL, analyzer = ?, duration = ?, tempo = ?, \
                slowest = ?, fastest = ?, meter = ?, confidence = ?, beats = ?, loudness = ?, loudness_range = ?, \
                true_peak = ?, sound_start = ?, sound_end = ?, colours = ?, damage = ?, \
                key = ?, key_confidence = ? WHERE id = ?
                """, Value(profile.analyzer), Value(profile.duration), Value(profile.tempo), Value(profile.slowest),
                Value(profile.fastest), Value(profile.meter), Value(profile.confidence), Value(profile.beats),
                Value(profile.loudness.integrated), Value(profile.loudness.range), Value(profile.loudness.truePeak),
                Value(profile.soundStart),
                Value(profile.soundEnd), Value(profile.colours.joined(separator: " ")), Value(profile.damage),
                Value(profile.key?.key.name), Value((profile.key?.confidence).map(Double.init)), Value(content))
        }
    }

    /// Records why an analysis failed. If a retry may help, it is due again.
    package func failed(_ content: Int, _ reason: String, isFinal: Bool) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                "UPDATE content SET state = ?, reason = ? WHERE id = ?", isFinal ? "failed" : "pending", Value(reason),
                Value(content))
        }
    }

    /// Undoes the record of a start, if it was not the analysis' fault that it did not end.
    package func postponed(_ content: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in try postpone(content) }
    }

    /// Undoes the starts of analyses that no longer run; `atWork` are those that do.
    package func postponeAnalyses(except atWork: Set<Int>) throws(CatalogError) {
        try change { () throws(CatalogError) in
            let running = try connection.rows("SELECT id FROM content WHERE state = 'running' AND state <> 'done'") { $0.int() }
            for content in running where !atWork.contains(content) { try postpone(content) }
        }
    }

    private func postpone(_ content: Int) throws(CatalogError) {
        try connection.run(
            "UPDATE content SET state = 'pending', attempts = max(attempts - 1, 0) WHERE id = ?", Value(content))
    }

    /// Makes analyses due again that the last process did not finish, and those of an older analyzer.
    ///
    /// Gives up on a recording after `mostAttempts` interruptions, since it may be what crashes the process.
    package func resumeAnalyses(analyzer: Int, mostAttempts: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run(
                """
                UPDATE content SET state = 'failed', reason = 'was interrupted ' || attempts || ' times' \
                WHERE state = 'running' AND attempts >= ?
                """, Value(mostAttempts))
            try connection.run("UPDATE content SET state = 'pending' WHERE state = 'running'")
            try connection.run(
                "UPDATE content SET state = 'pending', attempts = 0 WHERE state = 'done' AND analyzer < ?", Value(analyzer))
        }
    }

    /// Makes the analysis of some or all tracks due again; the old results stay until then.
    ///
    /// With `onlyFailed` successful ones are not repeated. Returns how many recordings are due.
    @discardableResult
    package func askAgain(tracks: [Int]?, onlyFailed: Bool) throws(CatalogError) -> Int {
        let states = onlyFailed ? "state = 'failed'" : "state IN ('failed', 'done')"
        return try change { () throws(CatalogError) in
            let renew = "UPDATE content SET state = 'pending', attempts = 0, reason = NULL WHERE \(states)"
            guard let tracks else {
                try connection.run(renew)
                return connection.changedRows
            }
            var count = 0
            for track in tracks {
                try connection.run("\(renew) AND id = (SELECT content FROM track WHERE id = ?)", Value(track))
                count += connection.changedRows
            }
            return count
        }
    }
}
