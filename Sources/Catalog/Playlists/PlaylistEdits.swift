/// One change to the entries of a playlist. Positions count from 0.
package enum PlaylistEdit: Hashable, Sendable {
    /// Inserts tracks before the entry at `position`; nil means at the end.
    case insert([Int], at: Int?)
    case remove(Range<Int>)
    /// Moves an entry so that its index is `to` afterwards.
    case move(from: Int, to: Int)
    /// Replaces all entries by these tracks, in this order.
    case replace([Int])
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
            guard try connection.number("SELECT count(*) FROM playlist") < Self.mostPlaylists else {
                throw .conflict("there are \(Self.mostPlaylists) playlists already")
            }
            try connection.run("INSERT INTO playlist (name, changed_at) VALUES (?, ?)", Value(name), Value(now))
            let id = connection.insertedID
            var copied: [Entry] = []
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

    package func remove(playlist: Int, seen revision: Int?) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try touch(playlist, seen: revision, at: 0)
            try connection.run("DELETE FROM playlist WHERE id = ?", Value(playlist))
        }
    }

    /// Changes a playlist's entries, unless its version is no longer the one `seen`.
    package func edit(playlist: Int, _ edit: PlaylistEdit, seen revision: Int?, at now: Int) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try touch(playlist, seen: revision, at: now)
            var entries = try entries(of: playlist)
            let before = entries
            switch edit {
            case .insert(let tracks, let position):
                let position = position ?? entries.count
                guard 0...entries.count ~= position else { throw Self.noPosition(position, entries.count) }
                entries.insert(contentsOf: try self.entries(for: tracks), at: position)
            case .remove(let range):
                guard range.lowerBound >= 0 else { throw Self.noPosition(range.lowerBound, entries.count) }
                guard range.upperBound <= entries.count else { throw Self.noPosition(range.upperBound - 1, entries.count) }
                entries.removeSubrange(range)
            case .move(let from, let to):
                for position in [from, to] where !entries.indices.contains(position) {
                    throw Self.noPosition(position, entries.count)
                }
                entries.insert(entries.remove(at: from), at: to)
            case .replace(let tracks):
                entries = try self.entries(for: tracks)
            }
            guard entries.count <= Self.mostEntries else { throw Self.tooMany }
            let same = zip(before, entries).prefix { $0 == $1 }.count
            try connection.run("DELETE FROM playlist_entry WHERE playlist = ? AND position >= ?", Value(playlist), Value(same))
            try write(entries: Array(entries[same...]), from: same, of: playlist)
        }
    }

    private struct Entry: Hashable {
        let track: Int?
        let identity: String
        let title: String
    }

    private static let tooMany = CatalogError.conflict("a playlist has at most \(mostEntries) entries")

    private func entries(of playlist: Int) throws(CatalogError) -> [Entry] {
        try connection.rows(
            "SELECT track, identity, title FROM playlist_entry WHERE playlist = ? ORDER BY position", [Value(playlist)]
        ) { Entry(track: $0.intOrNil("track"), identity: $0.text("identity"), title: $0.text("title")) }
    }

    private func entries(for tracks: [Int]) throws(CatalogError) -> [Entry] {
        guard tracks.count <= Self.mostEntries else { throw Self.tooMany }
        var entries: [Entry] = []
        for track in tracks {
            guard
                let entry = try connection.row(
                    "SELECT content.identity, track.title FROM track JOIN content ON content.id = track.content WHERE track.id = ?",
                    Value(track), read: { Entry(track: track, identity: $0.text("identity"), title: $0.text("title")) })
            else { throw .refused("there is no track \(track)") }
            entries.append(entry)
        }
        return entries
    }

    private func write(entries: [Entry], from first: Int, of playlist: Int) throws(CatalogError) {
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

    private static func noPosition(_ position: Int, _ count: Int) -> CatalogError {
        .refused("there is no position \(position) in a list of \(count)")
    }
}
