package import Music

/// A song of the metronome.
package struct Song: Hashable, Sendable {
    /// What people write of a song.
    package struct Sheet: Hashable, Sendable {
        package var title: String
        package var artist = ""
        /// May have several lines.
        package var notes = ""
        package var rhythm = Rhythm()
        /// Whether the rhythm is that of the linked recording's beats, and changes with them.
        package var followsTrack = false
        package var kit = "wood"
        /// The linked recording.
        package var recording: ContentIdentity?

        package init(title: String) {
            self.title = title
        }
    }

    /// A change of a sheet; what is nil stays as it is.
    package struct Change: Hashable, Sendable {
        package var title: String?
        package var artist: String?
        package var notes: String?
        package var rhythm: Rhythm?
        package var followsTrack: Bool?
        package var kit: String?
        /// The inner nil ends the link.
        package var recording: ContentIdentity??

        package init() {}
    }

    package let id: Int
    package let sheet: Sheet
    /// The track to play the linked recording from; nil if the catalog has none.
    package let track: Int?
    package let changedAt: Int

    package var title: String { sheet.title }
    package var artist: String { sheet.artist }
    package var notes: String { sheet.notes }
    package var rhythm: Rhythm { sheet.rhythm }
    package var kit: String { sheet.kit }
    package var recording: ContentIdentity? { sheet.recording }

    /// A link is kept by identity, so that it finds the recording again after its files were forgotten meanwhile.
    static let schema = """
        CREATE TABLE song (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            artist TEXT NOT NULL,
            notes TEXT NOT NULL,
            rhythm TEXT NOT NULL,             -- as JSON
            follows_track INTEGER NOT NULL,
            kit TEXT NOT NULL,
            identity TEXT,
            words TEXT NOT NULL,              -- title and artist, folded, with a space before each word
            title_key TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX song_order ON song (title_key, id);
        CREATE INDEX song_of_recording ON song (identity) WHERE identity IS NOT NULL;
        """

    static let columns = """
        id, title, artist, notes, rhythm, follows_track, kit, identity, changed_at, \
        (SELECT track.id FROM content JOIN track ON track.content = content.id WHERE content.identity = song.identity \
        ORDER BY track.missing_since IS NOT NULL, track.id LIMIT 1) AS track
        """

    init(_ row: Row) {
        id = row.int("id")
        var sheet = Sheet(title: row.text("title"))
        sheet.artist = row.text("artist")
        sheet.notes = row.text("notes")
        // The catalog may have been altered: an unreadable rhythm counts as the usual one.
        sheet.rhythm = Rhythm(stored: row.text("rhythm")) ?? Rhythm()
        sheet.followsTrack = row.bool("follows_track")
        sheet.kit = row.text("kit")
        sheet.recording = row.textOrNil("identity").flatMap { ContentIdentity($0) }
        self.sheet = sheet
        track = row.intOrNil("track")
        changedAt = row.int("changed_at")
    }
}

extension Song.Sheet {
    package func changed(by change: Song.Change) -> Song.Sheet {
        var sheet = self
        sheet.title = change.title ?? title
        sheet.artist = change.artist ?? artist
        sheet.notes = change.notes ?? notes
        sheet.rhythm = change.rhythm ?? rhythm
        sheet.kit = change.kit ?? kit
        sheet.recording = change.recording ?? recording
        sheet.followsTrack = sheet.recording != nil && (change.followsTrack ?? followsTrack)
        return sheet
    }
}

extension CatalogReader {
    package func song(_ id: Int) throws(CatalogError) -> Song? {
        try connection.row("SELECT \(Song.columns) FROM song WHERE id = ?", Value(id)) { Song($0) }
    }

    /// Songs by title, from behind the song `last` on. Each word of `text` must begin a word of the title or the artist.
    package func songs(matching text: String, limit: Int, after last: Int?) throws(CatalogError) -> Page<Song> {
        var filter = Filter()
        // More words would only cost time.
        for word in folded(text).split(separator: " ").prefix(16) {
            filter.add("instr(words, ?) > 0", Value(" \(word)"))
        }
        return try snapshot { () throws(CatalogError) in
            let total = try count("song", filter)
            if let last {
                let key = try connection.row("SELECT title_key FROM song WHERE id = ?", Value(last)) { $0.text() }
                guard let key else { throw .nothing("there is no song \(last)") }
                filter.add("(title_key, id) > (?, ?)", Value(key), Value(last))
            }
            return Page(
                items: try connection.rows(
                    "SELECT \(Song.columns) FROM song \(filter.clause) ORDER BY title_key, id LIMIT ?",
                    filter.values + [Value(limit)]
                ) { Song($0) }, total: total)
        }
    }

    /// All songs and set lists, in the order in which they were made.
    package func songBook() throws(CatalogError) -> (songs: [Song], setLists: [SetList]) {
        try snapshot { () throws(CatalogError) in
            let songs = try connection.rows("SELECT \(Song.columns) FROM song ORDER BY id") { Song($0) }
            return (songs, try setLists("ORDER BY id", []))
        }
    }

    /// Whether the rhythm of a song is that of this recording's beats.
    package func hasFollowers(_ identity: ContentIdentity) throws(CatalogError) -> Bool {
        try connection.number(
            "SELECT count(*) FROM song WHERE identity = ? AND follows_track", Value(identity.description)) > 0
    }
}
