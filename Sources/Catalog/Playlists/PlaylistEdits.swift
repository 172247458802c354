/// One change to the entries of a playlist. Positions count from 0.
package enum PlaylistEdit: Hashable, Sendable {
    /// Inserts tracks before the entry at `position`; nil means at the end.
    case insert([Int], at: Int?)
    case remove(Range<Int>)
    /// Moves an entry so that its index is `to` afterwards.
    case move(from: Int, to: Int)
    /// Replaces all entries by these tracks, in this order.
    case replace([Int])

    /// The tracks that it brings; nil if it brings none.
    package var tracks: [Int]? {
        switch self {
        case .insert(let tracks, at: _), .replace(let tracks): tracks
        case .remove, .move: nil
        }
    }

    /// A list after the change, with `added` for its tracks. Throws for places that the list lacks.
    package func applied<Item>(to list: [Item], adding added: [Item]) throws(CatalogError) -> [Item] {
        var list = list
        func absent(_ position: Int) -> CatalogError {
            .refused("there is no position \(position) in a list of \(list.count)")
        }
        switch self {
        case .insert(_, let position):
            let position = position ?? list.count
            guard 0...list.count ~= position else { throw absent(position) }
            list.insert(contentsOf: added, at: position)
        case .remove(let range):
            guard range.lowerBound >= 0 else { throw absent(range.lowerBound) }
            guard range.upperBound <= list.count else { throw absent(range.upperBound - 1) }
            list.removeSubrange(range)
        case .move(let from, let to):
            for position in [from, to] where !list.indices.contains(position) { throw absent(position) }
            list.insert(list.remove(at: from), at: to)
        case .replace: list = added
        }
        return list
    }
}

extension Catalog {
    /// Enough for a large library; limits scripts.
    private static let mostEntries = 100_000
    private static let mostPlaylists = 10_000

    /// Makes a playlist of the entries of another, if one is named, and then of tracks.
    package func makePlaylist(
        _ name: String, copying other: Int? = nil, tracks: [Int], at now: Int
    ) throws(CatalogError) -> Int {
        try change { () throws(CatalogError) in
            try checkNumber()
            try connection.run("INSERT INTO playlist (name, changed_at) VALUES (?, ?)", Value(name), Value(now))
            let id = connection.insertedID
            var copied: [PlaylistItem] = []
            if let other {
                guard try connection.number("SELECT count(*) FROM playlist WHERE id = ?", Value(other)) > 0 else {
                    throw .nothing("there is no playlist \(other)")
                }
                copied = try self.entries(of: other)
            }
            // What no recording is known of cannot be found in a list of people, which has no paths.
            let entries = copied.filter { !$0.identity.isEmpty } + (try self.entries(for: tracks))
            guard entries.count <= Self.mostEntries else { throw Self.tooMany }
            try write(entries: entries, from: 0, of: id)
            return id
        }
    }

    package func rename(playlist: Int, to name: String, seen revision: Int?, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try touch(playlist, seen: revision, at: now)
            try connection.run("UPDATE playlist SET name = ? WHERE id = ?", Value(name), Value(playlist))
        }
    }

    package func remove(playlist: Int, seen revision: Int?, at now: Int) throws(CatalogError) {
        let removal = try change { () throws(CatalogError) in
            try touch(playlist, seen: revision, at: now)
            let entries = try entries(of: playlist)
            let whole = try connection.row("SELECT name, revision FROM playlist WHERE id = ?", Value(playlist)) {
                (name: $0.text("name"), revision: $0.int("revision"))
            }
            try connection.run("DELETE FROM playlist WHERE id = ?", Value(playlist))
            return PlaylistRemovals.Removal(playlist: playlist, whole: whole, entries: entries, at: now)
        }
        playlistRemovals.add(removal)
    }

    /// Puts back what was removed from a playlist last, with the entries whose tracks are unknown; a removed playlist gets its old
    /// number.
    package func undoRemoval(playlist: Int, seen revision: Int?, at now: Int) throws(CatalogError) {
        guard let removal = playlistRemovals.last(of: playlist, at: now) else {
            throw .conflict("nothing was removed from this playlist in the last \(PlaylistRemovals.lifetime) seconds")
        }
        try change { () throws(CatalogError) in
            if let whole = removal.whole {
                try checkNumber()
                try connection.run(
                    "INSERT INTO playlist (id, name, revision, changed_at) VALUES (?, ?, ?, ?)", Value(playlist), Value(whole.name),
                    Value(whole.revision + 1), Value(now))
            } else {
                try touch(playlist, seen: revision, at: now)
            }
            var entries = try entries(of: playlist)
            let position = min(removal.position, entries.count)
            entries.insert(contentsOf: try removal.entries.map { entry throws(CatalogError) in try relinked(entry) }, at: position)
            guard entries.count <= Self.mostEntries else { throw Self.tooMany }
            try rewrite(entries, from: position, of: playlist)
        }
        playlistRemovals.drop(of: playlist)
    }

    /// The entry with a track that there is now: its own, or another of the same recording.
    func relinked(_ entry: PlaylistItem) throws(CatalogError) -> PlaylistItem {
        guard !entry.identity.isEmpty else { return entry }
        let track = try connection.row(
            """
            SELECT track.id FROM track JOIN content ON content.id = track.content WHERE content.identity = ? \
            ORDER BY track.id IS NOT ?, track.missing_since IS NOT NULL, track.id LIMIT 1
            """, Value(entry.identity), Value(entry.track)
        ) { $0.int() }
        return PlaylistItem(track: track, identity: entry.identity, title: entry.title)
    }

    /// Changes a playlist's entries, unless its version is no longer the one `seen`.
    package func edit(playlist: Int, _ edit: PlaylistEdit, seen revision: Int?, at now: Int) throws(CatalogError) {
        let removal: PlaylistRemovals.Removal? = try change { () throws(CatalogError) in
            try touch(playlist, seen: revision, at: now)
            let before = try entries(of: playlist)
            let added = if let tracks = edit.tracks { try entries(for: tracks) } else { [PlaylistItem]() }
            let entries = try edit.applied(to: before, adding: added)
            var removal: PlaylistRemovals.Removal?
            if case .remove(let range) = edit {
                removal = PlaylistRemovals.Removal(
                    playlist: playlist, position: range.lowerBound, entries: Array(before[range]), at: now)
            }
            guard entries.count <= Self.mostEntries else { throw Self.tooMany }
            try rewrite(entries, from: zip(before, entries).prefix { $0 == $1 }.count, of: playlist)
            return removal
        }
        if let removal { playlistRemovals.add(removal) }
    }

    private func checkNumber() throws(CatalogError) {
        guard try connection.number("SELECT count(*) FROM playlist") < Self.mostPlaylists else {
            throw .conflict("there are \(Self.mostPlaylists) playlists already")
        }
    }

    /// Makes a playlist of entries, whose tracks may be unknown.
    func insert(playlist name: String, _ entries: [PlaylistItem], at now: Int) throws(CatalogError) {
        try checkNumber()
        guard entries.count <= Self.mostEntries else { throw Self.tooMany }
        try connection.run("INSERT INTO playlist (name, changed_at) VALUES (?, ?)", Value(name), Value(now))
        try write(entries: entries, from: 0, of: connection.insertedID)
    }

    func replace(entries: [PlaylistItem], of playlist: Int, at now: Int) throws(CatalogError) {
        guard entries.count <= Self.mostEntries else { throw Self.tooMany }
        try touch(playlist, seen: nil, at: now)
        try rewrite(entries, from: 0, of: playlist)
    }

    /// Replaces the entries from a position on.
    private func rewrite(_ entries: [PlaylistItem], from first: Int, of playlist: Int) throws(CatalogError) {
        try connection.run("DELETE FROM playlist_entry WHERE playlist = ? AND position >= ?", Value(playlist), Value(first))
        try write(entries: Array(entries[first...]), from: first, of: playlist)
    }

    private static let tooMany = CatalogError.conflict("a playlist has at most \(mostEntries) entries")

    func entries(of playlist: Int) throws(CatalogError) -> [PlaylistItem] {
        try connection.rows(
            "SELECT track, identity, title FROM playlist_entry WHERE playlist = ? ORDER BY position", [Value(playlist)]
        ) { PlaylistItem(track: $0.intOrNil("track"), identity: $0.text("identity"), title: $0.text("title")) }
    }

    private func entries(for tracks: [Int]) throws(CatalogError) -> [PlaylistItem] {
        guard tracks.count <= Self.mostEntries else { throw Self.tooMany }
        var entries: [PlaylistItem] = []
        for track in tracks {
            guard
                let entry = try connection.row(
                    "SELECT content.identity, track.title FROM track JOIN content ON content.id = track.content WHERE track.id = ?",
                    Value(track), read: { PlaylistItem(track: track, identity: $0.text("identity"), title: $0.text("title")) })
            else { throw .refused("there is no track \(track)") }
            entries.append(entry)
        }
        return entries
    }

    private func write(entries: [PlaylistItem], from first: Int, of playlist: Int) throws(CatalogError) {
        for (index, entry) in entries.enumerated() {
            try connection.run(
                "INSERT INTO playlist_entry (playlist, position, track, identity, title) VALUES (?, ?, ?, ?, ?)",
                Value(playlist), Value(first + index), Value(entry.track), Value(entry.identity), Value(entry.title))
        }
    }

    private func touch(_ playlist: Int, seen revision: Int?, at now: Int) throws(CatalogError) {
        guard
            let (current, isFile) = try connection.row(
                "SELECT revision, folder IS NOT NULL AS is_file FROM playlist WHERE id = ?", Value(playlist),
                read: { ($0.int("revision"), $0.bool("is_file")) })
        else { throw .nothing("there is no playlist \(playlist)") }
        guard !isFile else { throw .conflict("the playlist comes from a file in a music folder: copy it to change it") }
        guard revision == nil || revision == current else {
            throw .conflict("the playlist was changed by somebody else meanwhile")
        }
        try connection.run(
            "UPDATE playlist SET revision = revision + 1, changed_at = ? WHERE id = ?", Value(now), Value(playlist))
    }
}
