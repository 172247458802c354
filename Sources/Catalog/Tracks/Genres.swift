/// A genre in a list, in one of its spellings.
package struct Genre: Hashable, Sendable {
    package let name: String
    package let trackCount: Int
    package let albumCount: Int
}

extension CatalogReader {
    /// More genres than these would only slow a search down: a letter or two were typed.
    private static let mostMatching = 64

    /// All genres by name; cached until the catalog changes.
    func genres() throws(CatalogError) -> [Genre] {
        let version = try version()
        if let known = knownGenres, known.version == version { return known.genres.map(\.genre) }
        let genres = try connection.rows(
            """
            SELECT max(genre) AS name, count(*) AS track_count, count(DISTINCT album) AS album_count FROM track \
            WHERE missing_since IS NULL AND genre IS NOT NULL GROUP BY genre COLLATE NOCASE ORDER BY genre COLLATE NOCASE
            """
        ) { row in
            let name = row.text("name")
            return (
                genre: Genre(name: name, trackCount: row.int("track_count"), albumCount: row.int("album_count")),
                words: folded(name).split(separator: " ").map(String.init)
            )
        }
        knownGenres = (version, genres)
        return genres.map(\.genre)
    }

    /// The genres in which each word of a text begins a word; all without a text. Those with the most tracks come first if there is
    /// a text, else by name.
    func genres(matching text: String?) throws(CatalogError) -> [Genre] {
        let all = try genres()
        guard let text, !text.isEmpty else { return all }
        let beginnings = folded(text).split(separator: " ")
        guard !beginnings.isEmpty else { return [] }
        return (knownGenres?.genres ?? []).filter { entry in
            beginnings.allSatisfy { beginning in entry.words.contains { $0.hasPrefix(beginning) } }
        }.map(\.genre).sorted { ($1.trackCount, $0.name) < ($0.trackCount, $1.name) }
    }

    package func genres(_ text: String?, limit: Int, offset: Int) throws(CatalogError) -> Page<Genre> {
        let genres = try genres(matching: text)
        return Page(items: Array(genres.dropFirst(offset).prefix(limit)), total: genres.count)
    }

    /// The condition that a track's genre is one of those that match a text; nil if none does.
    func genreCondition(_ text: String) throws(CatalogError) -> (sql: String, values: [Value])? {
        let names = try genres(matching: text).prefix(Self.mostMatching).map(\.name)
        guard !names.isEmpty else { return nil }
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        return ("genre COLLATE NOCASE IN (\(marks)) AND missing_since IS NULL", names.map { Value($0) })
    }
}
