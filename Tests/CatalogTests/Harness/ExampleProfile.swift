@testable import Catalog

extension Profile {
    /// What an analysis might have found.
    static func example(tempo: Double = 120, analyzer: Int = 1) throws -> Profile {
        let row = "\(analyzer), 200.5, \(tempo), 119.0, 121.0, 4, 0.9, 400, -9.5, 6.0, NULL, 0.1, 199.0, '#102030 #ffffff', NULL"
        return try Connection(":memory:", .writing).row("SELECT \(row)") { Profile.read(&$0)! }!
    }
}

extension CatalogReader {
    /// How SQLite goes about a list.
    func plan(of query: TrackQuery) throws -> [String] {
        _ = try tracks(query)
        let lists = connection.statements.keys.filter { $0.hasPrefix("SELECT track.id FROM") }
        return try lists.flatMap { list in
            try connection.rows("EXPLAIN QUERY PLAN \(list)") { row in
                _ = (row.int(), row.int(), row.int())
                return row.text()
            }
        }
    }
}
