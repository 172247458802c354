package import Music

extension TrackQuery.Order {
    /// The joins that the order needs.
    func joins(asksContent: Bool) -> String {
        switch self {
        case .duration, .tempo: CatalogReader.content
        case .plays, .lastPlayed: CatalogReader.content + " " + Listening.join
        case .relevance, .title, .artist, .album, .added, .year: asksContent ? CatalogReader.content : ""
        }
    }
}

/// A part of a longer list.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// The number of items on all pages.
    package let total: Int

    package init(items: [Item], total: Int) {
        self.items = items
        self.total = total
    }
}

extension CatalogReader {
    /// With more matches, ranking costs more than it is worth: only a letter or two were typed.
    private static let mostRanked = 2_000
    private static let words = "track_words CROSS JOIN track ON track.id = track_words.rowid"

    package func tracks(_ query: TrackQuery) throws(CatalogError) -> Page<Track> {
        try snapshot { () throws(CatalogError) in
            let page = try page(query)
            var tracks: [Track] = []
            for id in page.items {
                if let track = try track(id) { tracks.append(track) }
            }
            return Page(items: tracks, total: page.total)
        }
    }

    /// The numbers of the tracks that `tracks` returns.
    package func ids(_ query: TrackQuery) throws(CatalogError) -> [Int] {
        try snapshot { () throws(CatalogError) in try page(query).items }
    }

    /// The numbers of the tracks on a page; to be called in a snapshot.
    private func page(_ query: TrackQuery) throws(CatalogError) -> Page<Int> {
        var filter = Filter()
        // The search index does not contain missing tracks, so a search needs no condition for that.
        if let text = query.text.flatMap({ $0.isEmpty ? nil : $0 }) {
            guard let words = searchExpression(text) else { return Page(items: [], total: 0) }
            filter.add("track_words MATCH ?", Value(words))
        } else if !query.includesMissing {
            filter.add("track.missing_since IS NULL")
        }
        let isSearch = !filter.isEmpty && query.text?.isEmpty == false
        if let artist = query.artist { filter.add("track.artist = ?", Value(artist)) }
        if let album = query.album { filter.add("track.album = ?", Value(album)) }
        if let genre = query.genre { filter.add("track.genre = ? COLLATE NOCASE", Value(genre)) }
        if let years = query.years { filter.add("track.year BETWEEN ? AND ?", Value(years.lowerBound), Value(years.upperBound)) }
        if let state = query.state { filter.add("content.state = ?", Value(state.rawValue), of: .content) }
        if let tempo = query.tempo {
            filter.add("content.tempo BETWEEN ? AND ?", Value(tempo.lowerBound), Value(tempo.upperBound), of: .content)
        }
        if let key = query.key { filter.add("content.key = ?", Value(key.name), of: .content) }
        if let isFavourite = query.isFavourite { Self.add("favourite_since IS NOT NULL", isFavourite, to: &filter) }
        if let wasPlayed = query.wasPlayed { Self.add("plays > 0", wasPlayed, to: &filter) }
        var source = isSearch ? Self.words : "track"
        let total = try count(source, filter)
        let order = Self.order(query, isRanked: isSearch && total <= Self.mostRanked)
        if isSearch, total > Self.mostRanked, query.order != .relevance {
            // So many are sorted faster along the index of the order; the unary plus keeps SQLite from starting at the search index.
            filter.replaceFirst("+track.id IN (SELECT rowid FROM track_words WHERE track_words MATCH ?)")
            filter.add("track.missing_since IS NULL")
            source = "track"
        }
        // Selects the ids first, from indexes alone: otherwise a far page would read every row before it.
        let ids = try connection.rows(
            """
            SELECT track.id FROM \(source) \(query.order.joins(asksContent: filter.asksContent)) \
            \(filter.clause) ORDER BY \(order) LIMIT ? OFFSET ?
            """, filter.values + [Value(query.limit), Value(query.offset)]
        ) { $0.int() }
        return Page(items: ids, total: total)
    }

    private static func add(_ condition: String, _ isTrue: Bool, to filter: inout Filter) {
        filter.add("content.identity \(isTrue ? "" : "NOT ")IN (SELECT identity FROM listening WHERE \(condition))", of: .content)
    }

    static let content = "JOIN content ON content.id = track.content"

    /// The columns to sort by; the last one is unique, or pages would overlap.
    private static func order(_ query: TrackQuery, isRanked: Bool) -> String {
        if query.order == .relevance, let text = query.text, !text.isEmpty {
            return isRanked ? "bm25(track_words, 10, 5, 3, 2), track.id" : "track_words.rowid"
        }
        let columns =
            switch query.order {
            case .relevance, .title: ["track.title_key", "track.id"]
            case .artist: ["track.artist_key", "track.album_key", "track.disc", "track.number", "track.id"]
            case .album: ["track.album_key", "track.disc", "track.number", "track.id"]
            case .added: ["track.added_at", "track.id"]
            case .year: ["track.year", "track.id"]
            case .duration: ["coalesce(content.duration, track.duration)", "track.id"]
            case .tempo: ["content.tempo", "track.id"]
            case .plays: ["coalesce(listening.plays, 0)", "track.id"]
            case .lastPlayed: ["listening.last_played", "track.id"]
            }
        return columns.map { $0 + (query.isDescending ? " DESC" : "") }.joined(separator: ", ")
    }

    /// One track, even if its file is missing.
    package func track(_ id: Int) throws(CatalogError) -> Track? {
        try connection.row("SELECT \(Track.columns) FROM track \(Track.joins) WHERE track.id = ?", Value(id)) { Track($0) }
    }

    /// Those of some tracks that there are, by their numbers.
    package func tracks(_ ids: some Collection<Int>) throws(CatalogError) -> [Int: Track] {
        try snapshot { () throws(CatalogError) in
            var tracks: [Int: Track] = [:]
            for id in ids { tracks[id] = try track(id) }
            return tracks
        }
    }

    /// The track whose file is at `path` within `folder`.
    package func track(at path: [UInt8], in folder: Int) throws(CatalogError) -> Track? {
        try connection.row(
            """
            SELECT \(Track.columns) FROM track \(Track.joins) \
            WHERE track.folder = ? AND track.path = ? AND track.missing_since IS NULL
            """, Value(folder), Value(path)
        ) { Track($0) }
    }

    /// A track whose file is a copy of another one, as far as can be told without reading it.
    package func track(like twin: FileTwin, ofSize size: Int64) throws(CatalogError) -> Track? {
        try connection.rows(
            """
            SELECT \(Track.columns) FROM track \(Track.joins) \
            WHERE track.size = ? AND track.missing_since IS NULL ORDER BY track.id
            """, [Value(size)]
        ) { Track($0) }.first { FileTwin(size: size, title: $0.title) == twin }
    }

    /// The track to play a piece from: one whose file is there, if any is. Several tracks may have the same sound and other tags.
    package func track(of piece: Piece, preferring id: Int? = nil) throws(CatalogError) -> Track? {
        switch piece {
        case .recording(let identity):
            let tracks = try tracks(of: identity)
            return tracks.first { $0.id == id && $0.isAvailable } ?? tracks.first
        case .click, .live: return nil
        }
    }

    /// A track whose tags have this ISRC, in upper case without hyphens.
    package func track(isrc: String) throws(CatalogError) -> Track? { try track("track.isrc", isrc) }

    /// A track whose tags have this id of a recording in MusicBrainz, in lower case.
    package func track(musicBrainzID: String) throws(CatalogError) -> Track? { try track("track.musicbrainz_id", musicBrainzID) }

    /// The available one of several comes first.
    private func track(_ column: String, _ value: String) throws(CatalogError) -> Track? {
        try connection.row(
            """
            SELECT \(Track.columns) FROM track \(Track.joins) WHERE \(column) = ? \
            ORDER BY track.missing_since IS NOT NULL, folder.is_online DESC, track.id LIMIT 1
            """, Value(value)
        ) { Track($0) }
    }

    /// The tracks whose files contain this recording, available ones first.
    package func tracks(of identity: ContentIdentity) throws(CatalogError) -> [Track] {
        try connection.rows(
            """
            SELECT \(Track.columns) FROM track \(Track.joins) WHERE content.identity = ? \
            ORDER BY track.missing_since IS NOT NULL, folder.is_online DESC, track.id
            """, [Value(identity.description)]
        ) { Track($0) }
    }
}
