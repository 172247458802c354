package import Music

/// The tracks whose analysis somebody ordered: those that are in all of these parts of the library.
package struct AnalysisChoice: Codable, Hashable, Sendable {
    /// A file or a folder within a music folder; the empty path is all of it.
    package struct Place: Codable, Hashable, Sendable {
        let folder: Int
        let path: [UInt8]

        package init(folder: Int, path: [UInt8]) {
            (self.folder, self.path) = (folder, path)
        }
    }

    /// In one of these; nil for everywhere.
    package var places: [Place]?
    /// Of one of these; nil for all.
    package var albums: [Int]?
    /// The folder that stands for a music server; nil for all.
    package var folder: Int?

    package init() {}

    /// Tracks whose files may be opened. A server that is out of reach now may be back when its turn comes.
    fileprivate var filter: Filter {
        var filter = Filter()
        filter.add("track.missing_since IS NULL")
        filter.add("(folder.is_online OR NOT \(MusicFolder.isHere))")
        if let places {
            let each = places.map {
                $0.path.isEmpty ? "track.folder = ?" : "track.folder = ? AND (track.path = ? OR substr(track.path, 1, ?) = ?)"
            }
            let values = places.flatMap { place -> [Value] in
                guard !place.path.isEmpty else { return [Value(place.folder)] }
                let below = place.path + [UInt8(ascii: "/")]
                return [Value(place.folder), Value(place.path), Value(below.count), Value(below)]
            }
            filter.add("(\(each.isEmpty ? "FALSE" : each.joined(separator: " OR ")))", all: values)
        }
        if let albums {
            filter.add("track.album IN (\(albums.map { _ in "?" }.joined(separator: ", ")))", all: albums.map { Value($0) })
        }
        if let folder { filter.add("track.folder = ?", Value(folder)) }
        return filter
    }
}

/// What is known of a recording's analysis.
package struct AnalysisOutcome: Equatable, Sendable {
    package let state: AnalysisState
    /// Why the last attempt failed.
    package let reason: String?
}

extension Catalog {
    private static let joins = "JOIN track ON track.content = content.id JOIN folder ON folder.id = track.folder"
    private static let due = "content.state IN ('pending', 'running')"

    /// The next recordings of a choice whose analysis is due: at most `limit` after the one with the key `content`. Those of this
    /// machine are asked for apart from those of music servers.
    package func due(
        in choice: AnalysisChoice, elsewhere: Bool, after content: Int, limit: Int
    ) throws(CatalogError) -> [AnalysisWork] {
        var filter = choice.filter
        filter.add(Self.due)
        filter.add("\(elsewhere ? "NOT " : "")\(MusicFolder.isHere)")
        filter.add("content.id > ?", Value(content))
        return try connection.rows(
            "SELECT \(Self.workColumns) FROM content \(Self.joins) \(filter.clause) GROUP BY content.id ORDER BY content.id LIMIT ?",
            filter.values + [Value(limit)], Self.work)
    }

    /// The number of recordings of a choice whose analysis is due.
    package func dueCount(in choice: AnalysisChoice) throws(CatalogError) -> Int {
        var filter = choice.filter
        filter.add(Self.due)
        return try connection.rows(
            "SELECT count(DISTINCT content.id) FROM content \(Self.joins) \(filter.clause)", filter.values
        ) { $0.int() }.first ?? 0
    }

    /// The number of tracks of a choice, analyzed or not.
    package func trackCount(in choice: AnalysisChoice) throws(CatalogError) -> Int {
        let filter = choice.filter
        return try connection.rows(
            "SELECT count(*) FROM track JOIN folder ON folder.id = track.folder \(filter.clause)", filter.values
        ) { $0.int() }.first ?? 0
    }

    /// Makes ended analyses of a choice due again, the failed ones, and of the others those for which `isWanted`. The old results
    /// stay until then.
    package func askAgain(
        in choice: AnalysisChoice, _ isWanted: (ContentIdentity) -> Bool
    ) throws(CatalogError) {
        var filter = choice.filter
        filter.add("content.state IN ('done', 'failed')")
        try change { () throws(CatalogError) in
            let ended = try connection.rows(
                "SELECT DISTINCT content.id, content.identity, content.state FROM content \(Self.joins) \(filter.clause)",
                filter.values
            ) { (content: $0.int("id"), identity: $0.text("identity"), isFailed: $0.text("state") == "failed") }
            for recording in ended {
                guard recording.isFailed || ContentIdentity(recording.identity).map(isWanted) ?? true else { continue }
                try connection.run(
                    "UPDATE content SET state = 'pending', attempts = 0, reason = NULL WHERE id = ?", Value(recording.content))
            }
        }
    }

    /// How far a recording's analysis has come; nil if the recording is not known any more.
    package func outcome(of content: Int) throws(CatalogError) -> AnalysisOutcome? {
        try connection.row("SELECT state, reason FROM content WHERE id = ?", Value(content)) { row in
            AnalysisOutcome(state: AnalysisState(rawValue: row.text("state")) ?? .pending, reason: row.textOrNil("reason"))
        }
    }
}

extension CatalogReader {
    /// The tracks of a choice by their paths, at most `limit`.
    package func tracks(in choice: AnalysisChoice, limit: Int) throws(CatalogError) -> [Track] {
        let filter = choice.filter
        return try connection.rows(
            """
            SELECT \(Track.columns) FROM track \(Track.joins) \(filter.clause) \
            ORDER BY track.folder, track.path LIMIT ?
            """, filter.values + [Value(limit)]
        ) { Track($0) }
    }
}
