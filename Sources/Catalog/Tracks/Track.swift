package import Music

/// A track with everything that is known of it without opening its file.
package struct Track: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let folder: Int
        /// Within the folder.
        package let path: [UInt8]
        package let stamp: FileStamp

        package init(folder: Int, path: [UInt8], stamp: FileStamp) {
            self.folder = folder
            self.path = path
            self.stamp = stamp
        }
    }

    package struct Analysis: Hashable, Sendable {
        package let state: AnalysisState
        package let attempts: Int
        /// Why the last attempt failed.
        package let reason: String?
        package let profile: Profile?
    }

    /// A row of another table that the track refers to.
    package struct Mention: Hashable, Sendable {
        package let id: Int
        package let name: String
    }

    package let id: Int
    package let identity: ContentIdentity
    package let place: Place
    /// False while its file or its whole folder is missing.
    package let isAvailable: Bool
    package let addedAt: Int
    package let title: String
    package let artist: Mention?
    package let album: Mention?
    package let albumArtist: String?
    package let number: Int?
    package let disc: Int?
    package let genre: String?
    package let year: Int?
    package let isrc: String?
    /// The id of its recording.
    package let musicBrainzID: String?
    /// Seconds: as decoded, or before that as the container states.
    package let duration: Double?
    package let codec: String
    package let container: String
    package let sampleRate: Int
    package let channels: Int
    package let bitRate: Int?
    /// Whether its file embeds a picture that can be shown.
    package let carriesCover: Bool
    /// Whether it has a cover that can be shown, in its file or its folder.
    package let hasCover: Bool
    /// The picture beside it that cannot be shown, as a cache names it; nil for none.
    package let refusedBeside: String?
    package let analysis: Analysis
    package let hasCorrection: Bool
    package let isFavourite: Bool
    /// Stars that people gave; nil for none.
    package let rating: Int?
    /// How often it was played.
    package let plays: Int
    package let lastPlayed: Int?

    /// How many stars a track can be given.
    package static let ratings = 1...5

    package var piece: Piece { .recording(identity) }

    static let columns = """
        track.id, content.identity, track.folder, track.path, track.size, track.modified, track.inode, \
        track.missing_since IS NULL AND folder.is_online AS is_available, track.added_at, track.title, \
        track.artist, artist.name AS artist_name, track.album, album.title AS album_title, track.album_artist, \
        track.number, track.disc, track.genre, track.year, track.isrc, track.musicbrainz_id, coalesce(content.duration, track.duration) AS duration, \
        track.codec, track.container, track.sample_rate, track.channels, track.bit_rate, track.has_cover, \
        track.refused_beside, \(TrackRow.hasCover) AS shows_cover, \
        content.state, content.attempts, content.reason, \
        EXISTS (SELECT 1 FROM correction WHERE correction.identity = content.identity) AS has_correction, \
        listening.favourite_since IS NOT NULL AS is_favourite, listening.rating, coalesce(listening.plays, 0) AS plays, \
        listening.last_played, \
        \(Profile.columns)
        """

    /// The joins that `columns` needs.
    static let joins = """
        JOIN content ON content.id = track.content JOIN folder ON folder.id = track.folder \
        LEFT JOIN artist ON artist.id = track.artist LEFT JOIN album ON album.id = track.album \(Listening.join)
        """

    init(_ row: Row) {
        id = row.int("id")
        identity = ContentIdentity(row.text("identity")) ?? ContentIdentity(high: 0, low: 0)
        place = Place(folder: row.int("folder"), path: row.bytes("path"), stamp: FileStamp(row))
        isAvailable = row.bool("is_available")
        addedAt = row.int("added_at")
        title = row.text("title")
        artist = Mention(row, "artist", named: "artist_name")
        album = Mention(row, "album", named: "album_title")
        albumArtist = row.textOrNil("album_artist")
        number = row.intOrNil("number")
        disc = row.intOrNil("disc")
        genre = row.textOrNil("genre")
        year = row.intOrNil("year")
        isrc = row.textOrNil("isrc")
        musicBrainzID = row.textOrNil("musicbrainz_id")
        duration = row.realOrNil("duration")
        codec = row.text("codec")
        container = row.text("container")
        sampleRate = row.int("sample_rate")
        channels = row.int("channels")
        bitRate = row.intOrNil("bit_rate")
        carriesCover = row.bool("has_cover")
        hasCover = row.bool("shows_cover")
        refusedBeside = row.textOrNil("refused_beside")
        analysis = Analysis(
            state: AnalysisState(rawValue: row.text("state")) ?? .pending, attempts: row.int("attempts"),
            reason: row.textOrNil("reason"), profile: Profile(row))
        hasCorrection = row.bool("has_correction")
        isFavourite = row.bool("is_favourite")
        rating = row.intOrNil("rating")
        plays = row.int("plays")
        lastPlayed = row.intOrNil("last_played")
    }
}

extension Track.Mention {
    /// Nil where the row refers to nothing.
    init?(_ row: Row, _ id: StaticString, named name: StaticString) {
        guard let id = row.intOrNil(id), let name = row.textOrNil(name) else { return nil }
        self.init(id: id, name: name)
    }
}
