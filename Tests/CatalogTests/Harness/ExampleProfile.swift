import Music

@testable import Catalog

extension Profile {
    /// An example of an analysis's result.
    static func example(tempo: Double = 120, key: String? = nil, analyzer: Int = 1) throws -> Profile {
        let row = """
            \(analyzer) AS analyzer, 200.5 AS analyzed_duration, \(tempo) AS tempo, 119.0 AS slowest, 121.0 AS fastest, 4 AS meter, \
            0.9 AS confidence, 400 AS beats, -9.5 AS loudness, 6.0 AS loudness_range, NULL AS true_peak, 0.1 AS sound_start, \
            199.0 AS sound_end, '#102030 #ffffff' AS colours, NULL AS damage, \
            \(key.map { "'\($0)'" } ?? "NULL") AS key, 0.8 AS key_confidence
            """
        return try Connection(":memory:", .writing).row("SELECT \(row)") { Profile($0)! }!
    }
}

extension CatalogReader {
    /// SQLite's query plan.
    func plan(of query: TrackQuery) throws -> [String] {
        _ = try tracks(query)
        let lists = connection.statements.keys.filter { $0.hasPrefix("SELECT track.id FROM") }
        return try lists.flatMap { list in
            try connection.rows("EXPLAIN QUERY PLAN \(list)") { $0.text("detail") }
        }
    }
}
