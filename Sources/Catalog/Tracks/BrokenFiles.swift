/// A file that could not be read, or not to its end.
package struct BrokenFile: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// It has the name of a music file, and is none.
        case rejected
        /// Its analysis failed.
        case failed
        /// It plays, but is cut short or damaged.
        case damaged
    }

    package let kind: Kind
    package let folder: Int
    package let path: [UInt8]
    package let reason: String
    /// Nil for a file that is no track.
    package let track: Int?
}

extension CatalogReader {
    private static let selections: [BrokenFile.Kind: String] = [
        .rejected: "SELECT 'rejected' AS kind, folder, path, reason, NULL AS track FROM rejected",
        .failed: """
        SELECT 'failed' AS kind, track.folder, track.path, coalesce(content.reason, '') AS reason, track.id AS track FROM content \
        JOIN track ON track.content = content.id WHERE content.state = 'failed' AND track.missing_since IS NULL
        """,
        .damaged: """
        SELECT 'damaged' AS kind, track.folder, track.path, content.damage AS reason, track.id AS track FROM content \
        JOIN track ON track.content = content.id \
        WHERE content.damage IS NOT NULL AND content.state <> 'failed' AND track.missing_since IS NULL
        """,
    ]

    /// By path; of one kind, or of all. Reads all recordings, so it is for the slow reader.
    package func brokenFiles(_ kind: BrokenFile.Kind?, limit: Int, offset: Int) throws(CatalogError) -> Page<BrokenFile> {
        let kinds = kind.map { [$0] } ?? BrokenFile.Kind.allCases
        let all = kinds.compactMap { Self.selections[$0] }.joined(separator: " UNION ALL ")
        return try snapshot { () throws(CatalogError) in
            let files = try connection.rows(
                "SELECT * FROM (\(all)) ORDER BY folder, path LIMIT ? OFFSET ?", [Value(limit), Value(offset)]
            ) { row in
                BrokenFile(
                    kind: BrokenFile.Kind(rawValue: row.text("kind")) ?? .rejected, folder: row.int("folder"),
                    path: row.bytes("path"), reason: row.text("reason"), track: row.intOrNil("track"))
            }
            return Page(items: files, total: try connection.number("SELECT count(*) FROM (\(all))"))
        }
    }

    /// How many there are of each kind.
    package func brokenFileCounts() throws(CatalogError) -> [BrokenFile.Kind: Int] {
        var counts: [BrokenFile.Kind: Int] = [:]
        for (kind, selection) in Self.selections {
            counts[kind] = try connection.number("SELECT count(*) FROM (\(selection))")
        }
        return counts
    }
}
