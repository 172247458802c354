import Music

extension Catalog {
    /// Seconds by which two encodings of a recording may differ in length.
    private static let sameLength = 2.0

    /// Takes over playlists, by their names; of several with one name, each changes another, in the order in which they were made.
    ///
    /// An entry whose recording is not here becomes that of the only track with the same title, artist, album and length; without one
    /// it waits for its recording.
    func take(
        _ lists: [CatalogSettings.List], _ hints: [CatalogSettings.Hint], _ outcome: inout SettingsOutcome
    ) throws(CatalogError) {
        let hints = Dictionary(hints.map { ($0.recording, $0) }) { first, _ in first }
        var known: [String: [(id: Int, changedAt: Int)]] = [:]
        try connection.each("SELECT id, name, changed_at FROM playlist WHERE folder IS NULL ORDER BY id DESC", []) { row in
            known[row.text("name"), default: []].append((row.int("id"), row.int("changed_at")))
            return true
        }
        for list in lists {
            var items: [PlaylistItem] = []
            for entry in list.entries { items.append(try item(for: entry, hints[entry.recording])) }
            let waiting = items.contains { $0.track == nil } ? 1 : 0
            guard let here = known[list.name]?.popLast() else {
                try insert(playlist: list.name, items, at: list.changedAt)
                outcome.added += 1
                outcome.waiting += waiting
                continue
            }
            if try entries(of: here.id).map(\.identity) == items.map(\.identity) {
                outcome.same += 1
            } else if here.changedAt >= list.changedAt {
                outcome.keep("The playlist “\(list.name)” was changed here later.")
            } else {
                try replace(entries: items, of: here.id, at: list.changedAt)
                outcome.changed += 1
                outcome.waiting += waiting
            }
        }
    }

    private func item(
        for entry: CatalogSettings.List.Entry, _ hint: CatalogSettings.Hint?
    ) throws(CatalogError) -> PlaylistItem {
        let own = try relinked(PlaylistItem(track: nil, identity: entry.recording.description, title: entry.title))
        guard own.track == nil, let hint, let length = hint.duration else { return own }
        let found = try connection.rows(
            """
            SELECT content.identity, track.id, track.title FROM track JOIN content ON content.id = track.content \
            LEFT JOIN artist ON artist.id = track.artist LEFT JOIN album ON album.id = track.album \
            WHERE track.title = ? AND artist.name IS ? AND album.title IS ? \
            AND abs(coalesce(content.duration, track.duration) - ?) <= \(Self.sameLength) \
            GROUP BY content.identity LIMIT 2
            """, [Value(hint.title), Value(hint.artist), Value(hint.album), Value(length)]
        ) { PlaylistItem(track: $0.int("id"), identity: $0.text("identity"), title: $0.text("title")) }
        return found.count == 1 ? found[0] : own
    }
}
