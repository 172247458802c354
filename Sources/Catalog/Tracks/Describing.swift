internal import Music

extension Catalog {
    /// Updates a track's row and its search index from the probe of its file.
    func describe(_ id: Int, _ file: FoundFile, _ probe: TrackProbe, _ content: Int, in folder: Int) throws(CatalogError) {
        let tags = probe.description.tags
        let title = Self.filled(tags.title) ?? Self.name(of: file.path)
        let artistName = Self.filled(tags.artist) ?? Self.filled(tags.albumArtist)
        let artist = try artistName.map { (name) throws(CatalogError) in try self.artist(named: name) }
        let album = try album(of: tags, of: id, at: file.path, in: folder)
        let named = DiscFolder.parts(of: tags.album ?? "")
        let albumTitle = album == nil ? "" : named.title
        let disc = tags.disc ?? named.disc ?? DiscFolder.number(of: file.path)
        let genre = Self.filled(tags.genre)
        try connection.run(
            """
            UPDATE track SET folder = ?, path = ?, size = ?, modified = ?, inode = ?, content = ?, missing_since = NULL, \
            title = ?, artist = ?, album = ?, album_artist = ?, number = ?, disc = ?, genre = ?, year = ?, duration = ?, \
            codec = ?, container = ?, sample_rate = ?, channels = ?, bit_rate = ?, has_cover = ?, cover_beside = ?, title_key = ?, \
            artist_key = ?, album_key = ?, isrc = ?, musicbrainz_id = ?, reading = ? WHERE id = ?
            """, Value(folder), Value(file.path), Value(file.stamp.size), Value(file.stamp.modified), Value(file.stamp.inode),
            Value(content), Value(title), Value(artist), Value(album), Value(Self.filled(tags.albumArtist)), Value(tags.track),
            Value(disc), Value(genre), Value(tags.year), Value(probe.duration),
            Value(probe.description.codec), Value(probe.description.container), Value(probe.sampleRate), Value(probe.channels),
            Value(probe.bitRate), Value(probe.hasCover), Value(file.hasCoverBeside), Value(folded(title)),
            Value(folded(artistName ?? "")),
            Value(folded(albumTitle)), Value(tags.isrc), Value(tags.musicBrainzID), Value(TrackRow.reading), Value(id))
        try connection.run("DELETE FROM track_words WHERE rowid = ?", Value(id))
        try connection.run(
            "INSERT INTO track_words (rowid, title, artist, album, genre) VALUES (?, ?, ?, ?, ?)", Value(id), Value(folded(title)),
            Value(Self.words([artistName, tags.albumArtist])), Value(folded(albumTitle)), Value(folded(genre ?? "")))
    }

    /// Marks a track as missing; all its data stays.
    func setMissing(_ id: Int, at now: Int) throws(CatalogError) {
        try connection.run("UPDATE track SET missing_since = ? WHERE id = ? AND missing_since IS NULL", Value(now), Value(id))
        try connection.run("DELETE FROM track_words WHERE rowid = ?", Value(id))
    }

    /// Restores a missing track whose file is at its old path again.
    func setPresent(_ id: Int, at now: Int) throws(CatalogError) {
        guard
            let row = try connection.row(
                "SELECT title_key, artist_key, album_artist, album_key, genre, folder, path FROM track WHERE id = ?", Value(id),
                read: { row in
                    (
                        title: row.text("title_key"), artist: row.text("artist_key"), albumArtist: row.textOrNil("album_artist"),
                        album: row.text("album_key"), genre: row.textOrNil("genre"), folder: row.int("folder"),
                        path: row.bytes("path")
                    )
                })
        else { return }
        let inTheWay = try connection.row(
            "SELECT id FROM track WHERE folder = ? AND path = ? AND missing_since IS NULL AND id <> ?", Value(row.folder),
            Value(row.path), Value(id), read: { $0.int() })
        if let inTheWay { try setMissing(inTheWay, at: now) }
        try forgetRejection(of: row.path, in: row.folder)
        try connection.run("UPDATE track SET missing_since = NULL WHERE id = ?", Value(id))
        try connection.run("DELETE FROM track_words WHERE rowid = ?", Value(id))
        try connection.run(
            "INSERT INTO track_words (rowid, title, artist, album, genre) VALUES (?, ?, ?, ?, ?)", Value(id), Value(row.title),
            Value(Self.words([row.artist, row.albumArtist])), Value(row.album), Value(folded(row.genre ?? "")))
    }

    private func artist(named name: String) throws(CatalogError) -> Int {
        // Names without letters and digits fold to nothing; then the name itself is used.
        let key = Self.key(of: name)
        if let known = try connection.row(
            "SELECT id, name FROM artist WHERE key = ?", Value(key), read: { (id: $0.int("id"), name: $0.text("name")) })
        {
            // A new spelling in the tags replaces the old one.
            if known.name != name {
                try connection.run("UPDATE artist SET name = ? WHERE id = ?", Value(name), Value(known.id))
            }
            return known.id
        }
        try connection.run("INSERT INTO artist (name, key) VALUES (?, ?)", Value(name), Value(key))
        let id = connection.insertedID
        try connection.run("INSERT INTO artist_words (rowid, name) VALUES (?, ?)", Value(id), Value(folded(name)))
        return id
    }

    private func album(of tags: Tags, of track: Int, at path: [UInt8], in folder: Int) throws(CatalogError) -> Int? {
        guard let title = Self.filled(tags.album).map({ DiscFolder.parts(of: $0).title }) else { return nil }
        let grouping = AlbumGrouping(tags, title: title, path: path, folder: folder)
        let artist = try grouping.artist.map { (name) throws(CatalogError) in try self.artist(named: name) }
        if let known = try connection.row(
            "SELECT id, title, artist FROM album WHERE grouping = ?", Value(grouping.key),
            read: { (id: $0.int("id"), title: $0.text("title"), artist: $0.intOrNil("artist")) })
        {
            if known.title != title {
                try connection.run("UPDATE album SET title = ? WHERE id = ?", Value(title), Value(known.id))
            }
            if let artist, artist != known.artist {
                let isOfSeveral =
                    try connection.number(
                        """
                        SELECT EXISTS \
                        (SELECT 1 FROM track WHERE album = ? AND artist <> ? AND id <> ? AND missing_since IS NULL)
                        """, Value(known.id), Value(artist), Value(track)) == 1
                if !isOfSeveral || known.artist != nil {
                    try give(known.id, title, to: isOfSeveral ? nil : artist, named: isOfSeveral ? nil : grouping.artist)
                }
            }
            return known.id
        }
        try connection.run(
            "INSERT INTO album (title, artist, grouping, title_key, artist_key) VALUES (?, ?, ?, ?, ?)", Value(title),
            Value(artist), Value(grouping.key), Value(folded(title)), Value(folded(grouping.artist ?? "")))
        let id = connection.insertedID
        if tags.compilation == true {
            for marks in ["favourite_album", "pinned_album"] {
                try connection.run(
                    "INSERT OR IGNORE INTO \(marks) (grouping, since) SELECT ?, since FROM \(marks) WHERE grouping = ?",
                    Value(grouping.key), Value(AlbumGrouping.formerKey(ofCompilation: title)))
            }
        }
        try connection.run(
            "INSERT INTO album_words (rowid, title, artist) VALUES (?, ?, ?)", Value(id), Value(folded(title)),
            Value(folded(grouping.artist ?? "")))
        return id
    }

    /// Sets the artist of an album, or several if none is named.
    private func give(_ album: Int, _ title: String, to artist: Int?, named name: String?) throws(CatalogError) {
        let key = folded(name ?? "")
        try connection.run("UPDATE album SET artist = ?, artist_key = ? WHERE id = ?", Value(artist), Value(key), Value(album))
        try connection.run("DELETE FROM album_words WHERE rowid = ?", Value(album))
        try connection.run(
            "INSERT INTO album_words (rowid, title, artist) VALUES (?, ?, ?)", Value(album), Value(folded(title)), Value(key))
    }

    private static func words(_ names: [String?]) -> String {
        var seen: [String] = []
        for name in names.compactMap({ $0 }).map(folded) where !seen.contains(name) { seen.append(name) }
        return seen.joined(separator: " ")
    }

    static func key(of name: String) -> String {
        let key = folded(name)
        return key.isEmpty ? name : key
    }

    static func filled(_ text: String?) -> String? {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text
    }

    /// A file's name without its extension, for a track without a title tag.
    private static func name(of path: [UInt8]) -> String {
        let name = path.split(separator: UInt8(ascii: "/")).last ?? []
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
        return String(decoding: stem.isEmpty ? name : stem, as: UTF8.self)
    }
}
