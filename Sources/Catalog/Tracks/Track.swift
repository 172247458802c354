package import Music

/// A track with everything that is known of it without opening its file.
package struct Track: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let folder: Int
        /// Within the folder.
        package let path: [UInt8]
        package let stamp: FileStamp
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
    /// Seconds: as decoded, or before that as the container states.
    package let duration: Double?
    package let codec: String
    package let container: String
    package let sampleRate: Int
    package let channels: Int
    package let bitRate: Int?
    /// Whether its file embeds a picture.
    package let carriesCover: Bool
    /// Whether it has a cover, in its file or its folder.
    package let hasCover: Bool
    package let analysis: Analysis
    package let hasCorrection: Bool

    package var piece: Piece { .recording(identity) }

    static let columns = """
        track.id, content.identity, track.folder, track.path, track.size, track.modified, track.inode, \
        track.missing_since IS NULL AND folder.is_online, track.added_at, track.title, track.artist, \
        artist.name, track.album, album.title, track.album_artist, track.number, track.disc, track.genre, track.year, \
        coalesce(content.duration, track.duration), track.codec, track.container, track.sample_rate, track.channels, \
        track.bit_rate, track.has_cover, track.cover_beside, content.state, content.attempts, content.reason, \
        EXISTS (SELECT 1 FROM correction WHERE correction.identity = content.identity), \(Profile.columns)
        """

    /// The joins that `columns` needs.
    static let joins = """
        JOIN content ON content.id = track.content JOIN folder ON folder.id = track.folder \
        LEFT JOIN artist ON artist.id = track.artist LEFT JOIN album ON album.id = track.album
        """

    init(_ row: inout Row) {
        id = row.int()
        identity = ContentIdentity(row.text()) ?? ContentIdentity(high: 0, low: 0)
        place = Place(folder: row.int(), path: row.bytes(), stamp: FileStamp(&row))
        isAvailable = row.bool()
        addedAt = row.int()
        title = row.text()
        artist = Self.mention(&row)
        album = Self.mention(&row)
        albumArtist = row.textOrNil()
        number = row.intOrNil()
        disc = row.intOrNil()
        genre = row.textOrNil()
        year = row.intOrNil()
        duration = row.realOrNil()
        codec = row.text()
        container = row.text()
        sampleRate = row.int()
        channels = row.int()
        bitRate = row.intOrNil()
        carriesCover = row.bool()
        hasCover = row.bool() || carriesCover
        let (state, attempts, reason) = (AnalysisState(rawValue: row.text()) ?? .pending, row.int(), row.textOrNil())
        hasCorrection = row.bool()
        analysis = Analysis(state: state, attempts: attempts, reason: reason, profile: Profile.read(&row))
    }

    static func mention(_ row: inout Row) -> Mention? {
        let (id, name) = (row.intOrNil(), row.textOrNil())
        return id.flatMap { id in name.map { Mention(id: id, name: $0) } }
    }
}
