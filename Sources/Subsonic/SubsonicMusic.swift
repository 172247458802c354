import Text

/// A song as a server lists it. Everything but the id may be missing.
package struct SubsonicSong: Sendable, Decodable {
    package let id: String
    package let title: String?
    package let album: String?
    package let albumID: String?
    package let artist: String?
    package let albumArtist: String?
    package let track: Int?
    package let disc: Int?
    package let year: Int?
    package let genre: String?
    /// Bytes of the file.
    package let size: Int64?
    /// The extension of the file's name.
    package let suffix: String?
    /// Seconds.
    package let duration: Int?
    /// Kilobits a second.
    package let bitRate: Int?
    package let sampleRate: Int?
    package let channels: Int?
    package let cover: String?
    package let isStarred: Bool
    /// 1 to 5 stars of the user's, or 0 for none.
    package let rating: Int
    /// As the server writes them.
    package let isrcs: [String]
    package let musicBrainzID: String?
    /// Videos and podcasts are listed among songs by some servers.
    package let isMusic: Bool

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let id = members.text("id"), (1...Self.longestID).contains(id.utf8.count) else { throw Unnamed() }
        self.id = id
        let title = members.name("title")
        album = members.name("album")
        albumID = members.text("albumId") ?? members.text("parent")
        artist = members.name("displayArtist") ?? members.name("artist")
        albumArtist =
            members.name("displayAlbumArtist") ?? members.list("albumArtists", Named.self).first?.name
            ?? members.name("albumArtist")
        // A file without tags is listed by its name, with numbers that nobody has written.
        let isUntagged =
            title != nil && artist == nil && album == nil
            && title == members.text("path")?.split(separator: "/").last.map(String.init)
        self.title = isUntagged ? title.map { String($0.prefix(upTo: $0.lastIndex(of: ".") ?? $0.endIndex)) } : title
        track = isUntagged ? nil : members.whole("track")
        disc = isUntagged ? nil : members.whole("discNumber")
        year = members.whole("year")
        genre = members.list("genres", Named.self).first?.name ?? members.name("genre")
        size = members.whole("size").map { Int64($0) }
        suffix = members.text("suffix")
        duration = members.whole("duration")
        bitRate = members.whole("bitRate")
        sampleRate = members.whole("samplingRate")
        channels = members.whole("channelCount")
        cover = members.text("coverArt")
        isStarred = members.text("starred") != nil
        rating = members.whole("userRating").flatMap { (1...5).contains($0) ? $0 : nil } ?? 0
        isrcs = members.list("isrc", String.self)
        musicBrainzID = members.text("musicBrainzId")
        isMusic =
            members.truth("isDir") != true && members.truth("isVideo") != true
            && ["music", "audiobook", nil].contains(members.text("type"))
    }

    private static let longestID = 200

    private struct Unnamed: Error {}
}

/// An album without its songs.
package struct SubsonicAlbum: Sendable, Decodable {
    package let id: String
    package let artist: String?

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = members.text("id") ?? ""
        artist = members.name("displayArtist") ?? members.name("artist")
    }
}

/// A thing with a name.
private struct Named: Decodable {
    let name: String?

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: JSONName.self).name("name")
    }
}

/// What servers write in place of a tag that a file lacks.
private let placeholders: Set = ["[unknown]", "[unknown artist]", "[unknown album]", "[non-album tracks]", "<unknown>"]

extension KeyedDecodingContainer<JSONName> {
    /// A text for people, at most as long as a tag; nil if there is none.
    fileprivate func name(_ key: JSONName) -> String? {
        guard let text = text(key), !text.isEmpty, !placeholders.contains(text.lowercased()) else { return nil }
        return text.unicodeScalars.count <= 1_000 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
    }
}

/// The songs that a search found.
struct SongSearch: Decodable {
    let songs: [SubsonicSong]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let result = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "searchResult3")
        songs = result?.list("song", SubsonicSong.self) ?? []
    }
}

/// A playlist without its songs.
package struct SubsonicPlaylist: Sendable, Decodable {
    package let id: String
    package let name: String
    /// Differs when the playlist was changed.
    package let edition: String

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = members.text("id") ?? ""
        name = members.name("name") ?? ""
        edition = [members.text("changed"), members.text("songCount"), members.text("duration")].map { $0 ?? "" }.joined(
            separator: " ")
    }
}

struct PlaylistList: Decodable {
    let playlists: [SubsonicPlaylist]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let list = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "playlists")
        playlists = list?.list("playlist", SubsonicPlaylist.self).filter { !$0.id.isEmpty } ?? []
    }
}

struct PlaylistSongs: Decodable {
    let songs: [SubsonicSong]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let list = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "playlist")
        songs = list?.list("entry", SubsonicSong.self) ?? []
    }
}

struct OneSong: Decodable {
    let song: SubsonicSong?

    init(from decoder: any Decoder) throws {
        song = try decoder.container(keyedBy: JSONName.self).part("song", SubsonicSong.self)
    }
}

struct AlbumList: Decodable {
    let albums: [SubsonicAlbum]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let list = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "albumList2")
        albums = list?.list("album", SubsonicAlbum.self).filter { !$0.id.isEmpty } ?? []
    }
}

struct AlbumSongs: Decodable {
    let songs: [SubsonicSong]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let album = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "album")
        songs = album?.list("song", SubsonicSong.self) ?? []
    }
}
