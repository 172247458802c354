import Music

extension CatalogReader {
    /// Everything that people entered. The same catalog always gives the same lists, in the same order.
    package func settings() throws(CatalogError) -> CatalogSettings {
        try snapshot { () throws(CatalogError) in
            var settings = CatalogSettings()
            try readEdits(into: &settings)
            try readPlaylists(into: &settings)
            try readSongs(into: &settings)
            settings.looks = try connection.rows("SELECT \(SavedLook.columns) FROM look ORDER BY name") { row in
                let look = SavedLook(row)
                return CatalogSettings.NamedLook(name: look.name, settings: look.settings, changedAt: look.changedAt)
            }
            try readListening(into: &settings)
            settings.hints = try hints(for: settings.recordings)
            return settings
        }
    }

    private func readEdits(into settings: inout CatalogSettings) throws(CatalogError) {
        (settings.corrections, settings.lyrics) = (try corrections(.beats), try corrections(.lyrics))
        settings.markers = try connection.rows(
            "SELECT identity, \(Marker.columns) FROM marker ORDER BY identity, start, id"
        ) { row in
            ContentIdentity(row.text("identity")).map { CatalogSettings.Marked(recording: $0, place: Marker(row).place) }
        }.compactMap(\.self)
    }

    private func corrections(_ part: Corrected) throws(CatalogError) -> [CatalogSettings.Correction] {
        try connection.rows("SELECT identity, steps, changed_at FROM \(part.table) ORDER BY identity") { row in
            ContentIdentity(row.text("identity")).map {
                CatalogSettings.Correction(recording: $0, steps: row.text("steps"), changedAt: row.int("changed_at"))
            }
        }.compactMap(\.self)
    }

    /// Playlists of people only: those from files come with their files.
    private func readPlaylists(into settings: inout CatalogSettings) throws(CatalogError) {
        let lists = try connection.rows("SELECT id, name, changed_at FROM playlist WHERE folder IS NULL ORDER BY name, id") {
            (id: $0.int("id"), name: $0.text("name"), changedAt: $0.int("changed_at"))
        }
        for list in lists {
            let entries = try connection.rows(
                "SELECT identity, title FROM playlist_entry WHERE playlist = ? ORDER BY position", [Value(list.id)]
            ) { row in
                ContentIdentity(row.text("identity")).map { CatalogSettings.List.Entry(recording: $0, title: row.text("title")) }
            }.compactMap(\.self)
            settings.playlists.append(CatalogSettings.List(name: list.name, entries: entries, changedAt: list.changedAt))
        }
    }

    private func readSongs(into settings: inout CatalogSettings) throws(CatalogError) {
        let songs = try connection.rows("SELECT \(Song.columns) FROM song ORDER BY title, artist, id") { Song($0) }
        let places = Dictionary(uniqueKeysWithValues: songs.enumerated().map { ($1.id, $0) })
        settings.songs = songs.map { CatalogSettings.Sheet(sheet: $0.sheet, changedAt: $0.changedAt) }
        settings.setLists = try setLists("ORDER BY title, id", []).map {
            CatalogSettings.Program(title: $0.title, songs: $0.songs.compactMap { places[$0] }, changedAt: $0.changedAt)
        }
        settings.practice = try connection.rows("SELECT * FROM practice ORDER BY name, item") { PracticeItem($0) }
            .map { $0.of(song: $0.song.flatMap { places[$0] }) }
    }

    private func readListening(into settings: inout CatalogSettings) throws(CatalogError) {
        try connection.each("SELECT * FROM listening ORDER BY identity", []) { row in
            guard let recording = ContentIdentity(row.text("identity")) else { return true }
            if let since = row.intOrNil("favourite_since") {
                settings.favourites.append(CatalogSettings.Favourite(recording: recording, since: since))
            }
            if let stars = row.intOrNil("rating") {
                settings.ratings.append(CatalogSettings.Rating(recording: recording, stars: stars))
            }
            if row.int("plays") > 0 {
                settings.plays.append(
                    CatalogSettings.Plays(recording: recording, count: row.int("plays"), last: row.intOrNil("last_played")))
            }
            return true
        }
        settings.favouriteAlbums = try albums("favourite_album ORDER BY grouping")
        settings.pinnedAlbums = try albums("pinned_album ORDER BY since, grouping")
    }

    private func albums(_ table: String) throws(CatalogError) -> [CatalogSettings.MarkedAlbum] {
        let folders = try folderPaths(in: connection)
        return try connection.rows("SELECT grouping, since FROM \(table)") { row in
            let (key, folder) = AlbumGrouping.travelling(row.text("grouping"), folders: folders)
            return CatalogSettings.MarkedAlbum(key: key, folder: folder, since: row.int("since"))
        }
    }

    private func hints(for recordings: Set<ContentIdentity>) throws(CatalogError) -> [CatalogSettings.Hint] {
        var hints: [CatalogSettings.Hint] = []
        for recording in recordings.sorted(by: { $0.description < $1.description }) {
            let hint = try connection.row(
                """
                SELECT track.title, artist.name AS artist, album.title AS album, coalesce(content.duration, track.duration) AS duration \
                FROM content JOIN track ON track.content = content.id LEFT JOIN artist ON artist.id = track.artist \
                LEFT JOIN album ON album.id = track.album WHERE content.identity = ? \
                ORDER BY track.missing_since IS NOT NULL, track.id LIMIT 1
                """, Value(recording.description)
            ) { row in
                CatalogSettings.Hint(
                    recording: recording, title: row.text("title"), artist: row.textOrNil("artist"), album: row.textOrNil("album"),
                    duration: row.realOrNil("duration"))
            }
            if let hint { hints.append(hint) }
        }
        return hints
    }
}

/// The paths of all music folders by their numbers.
func folderPaths(in connection: Connection) throws(CatalogError) -> [Int: String] {
    let rows = try connection.rows("SELECT id, path FROM folder") {
        ($0.int("id"), String(decoding: $0.bytes("path"), as: UTF8.self))
    }
    return Dictionary(rows) { first, _ in first }
}

extension CatalogSettings {
    /// All that is named anywhere.
    fileprivate var recordings: Set<ContentIdentity> {
        Set(
            (corrections + lyrics).map(\.recording) + markers.map(\.recording) + playlists.flatMap { $0.entries.map(\.recording) }
                + songs.compactMap(\.sheet.recording) + favourites.map(\.recording) + ratings.map(\.recording)
                + plays.map(\.recording))
    }
}

extension PracticeItem {
    /// The same, of another song.
    func of(song: Int?) -> PracticeItem {
        PracticeItem(name: name, item: item, day: day, song: song, title: title, tempo: tempo, seconds: seconds, bars: bars)
    }
}

extension AlbumGrouping {
    private static let folderWord = "folder "

    /// A key without the number of its music folder, and the path of that folder, if the key has one.
    static func travelling(_ key: String, folders: [Int: String]) -> (key: String, folder: String?) {
        guard key.hasPrefix(folderWord) else { return (key, nil) }
        let rest = key.dropFirst(folderWord.count)
        guard let number = Int(rest.prefix { $0 != " " }), let path = folders[number] else { return (key, nil) }
        return (folderWord + rest.drop { $0 != " " }, path)
    }

    /// The key that a travelling one has here; nil if the folder is not one of this library.
    static func key(of album: CatalogSettings.MarkedAlbum, folders: [String: Int]) -> String? {
        guard let folder = album.folder else { return album.key }
        guard let number = folders[folder], album.key.hasPrefix(folderWord) else { return nil }
        return folderWord + "\(number)" + album.key.dropFirst(folderWord.count)
    }
}
