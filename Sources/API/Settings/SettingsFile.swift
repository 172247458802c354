import Catalog
import Foundation
import Library
import Music
import Session
import Text
import Web

/// What people entered, as one file: it fits every server that has the same music. It contains no secret.
struct SettingsFile: Sendable {
    /// Raised when older programs could no longer read the file.
    static let version = 1
    /// The uploaded sounds of the metronome take at most 13 MB, the rest a few.
    static let mostBytes = 32 << 20

    /// A music server, for people: its login is not in the file, so it is not taken over.
    struct Server: Codable, Sendable {
        let name: String
        let addresses: [String]
    }

    /// A sound of an uploaded kit.
    struct Sound: Codable, Sendable {
        let kit: String
        let voice: String
        /// A WAV file in base64.
        let wave: String
    }

    var catalog: CatalogSettings
    var rooms: [RoomSheet] = []
    var servers: [Server] = []
    var sounds: [Sound] = []
}

/// Its members, in the order in which they are written.
private enum Key: String, CodingKey {
    case kind = "downbeat"
    case version, tracks, corrections, lyrics, markers, playlists, songs, setLists, practice, looks, favourites, favouriteAlbums,
        pinnedAlbums
    case ratings, plays, rooms, servers, sounds
}

/// What the file says of itself.
private let fileKind = "settings"

extension SettingsFile: Encodable {
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(fileKind, forKey: .kind)
        try object.encode(Self.version, forKey: .version)
        try object.encode(catalog.hints.map(HintRow.init), forKey: .tracks)
        try object.encode(catalog.corrections.compactMap(CorrectionRow.init), forKey: .corrections)
        try object.encode(catalog.lyrics.compactMap(LyricsRow.init), forKey: .lyrics)
        try object.encode(catalog.markers.map(MarkerRow.init), forKey: .markers)
        try object.encode(catalog.playlists.map(PlaylistRow.init), forKey: .playlists)
        try object.encode(catalog.songs.map(SongRow.init), forKey: .songs)
        try object.encode(catalog.setLists.map(SetListRow.init), forKey: .setLists)
        try object.encode(catalog.practice.map { LibraryAPI.PracticeJSON(item: $0) }, forKey: .practice)
        try object.encode(catalog.looks.compactMap(LookRow.init), forKey: .looks)
        try object.encode(catalog.favourites.map(FavouriteRow.init), forKey: .favourites)
        try object.encode(catalog.favouriteAlbums.map(AlbumRow.init), forKey: .favouriteAlbums)
        try object.encode(catalog.pinnedAlbums.map(AlbumRow.init), forKey: .pinnedAlbums)
        try object.encode(catalog.ratings.map(RatingRow.init), forKey: .ratings)
        try object.encode(catalog.plays.map(PlaysRow.init), forKey: .plays)
        try object.encode(rooms, forKey: .rooms)
        try object.encode(servers, forKey: .servers)
        try object.encode(sounds, forKey: .sounds)
    }
}

/// A file as it was sent. Lists that it lacks are empty; what it says is checked like a request that says the same.
struct SentSettings: Decodable {
    /// More than people enter; limits scripts.
    private static let mostItems = 200_000

    private let tracks: [HintRow]
    private let corrections: [CorrectionRow]
    private let lyrics: [LyricsRow]
    private let markers: [MarkerRow]
    private let playlists: [PlaylistRow]
    private let songs: [SongRow]
    private let setLists: [SetListRow]
    private let practice: [LibraryAPI.PracticeBody]
    private let looks: [LookRow]
    private let favourites: [FavouriteRow]
    private let favouriteAlbums: [AlbumRow]
    private let pinnedAlbums: [AlbumRow]
    private let ratings: [RatingRow]
    private let plays: [PlaysRow]
    private let rooms: [RoomSheet]
    private let servers: [SettingsFile.Server]
    private let sounds: [SettingsFile.Sound]

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        func list<Item: Decodable>(_ key: Key) throws -> [Item] {
            let items = try object.decodeIfPresent([Item].self, forKey: key) ?? []
            guard items.count <= Self.mostItems else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: object, debugDescription: "there may be at most \(Self.mostItems) of them")
            }
            return items
        }
        guard try object.decode(String.self, forKey: .kind) == fileKind else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: object,
                debugDescription: "this is no file of settings, which begins with \"downbeat\":\"settings\"")
        }
        let version = try object.decode(Int.self, forKey: .version)
        guard version == SettingsFile.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: object,
                debugDescription: "this server reads version \(SettingsFile.version), and the file has version \(version)")
        }
        (tracks, corrections, lyrics) = (try list(.tracks), try list(.corrections), try list(.lyrics))
        (markers, ratings) = (try list(.markers), try list(.ratings))
        (playlists, songs, setLists) = (try list(.playlists), try list(.songs), try list(.setLists))
        (practice, looks, favourites) = (try list(.practice), try list(.looks), try list(.favourites))
        (favouriteAlbums, pinnedAlbums, plays) = (try list(.favouriteAlbums), try list(.pinnedAlbums), try list(.plays))
        (rooms, servers, sounds) = (try list(.rooms), try list(.servers), try list(.sounds))
    }

    /// The content; throws one sentence about the first mistake, with its place.
    func checked() throws(Problem) -> SettingsFile {
        var catalog = CatalogSettings()
        catalog.hints = tracks.compactMap(\.hint)
        catalog.corrections = try Self.each(corrections, "corrections") { row throws(Problem) in try row.checked() }
        catalog.lyrics = try Self.each(lyrics, "lyrics") { row throws(Problem) in try row.checked() }
        catalog.markers = try Self.each(markers, "markers") { row throws(Problem) in try row.checked() }
        catalog.playlists = try Self.each(playlists, "playlists") { row throws(Problem) in try row.checked() }
        catalog.songs = try Self.each(songs, "songs") { row throws(Problem) in try row.checked() }
        catalog.setLists = try Self.each(setLists, "setLists") { row throws(Problem) in try row.checked(songs: songs.count) }
        catalog.practice = try Self.each(practice, "practice") { row throws(Problem) in
            let item = try row.practice()
            guard item.song.map({ songs.indices.contains($0) }) ?? true else { throw Self.noSong(songs.count) }
            return item
        }
        catalog.looks = try Self.each(looks, "looks") { row throws(Problem) in try row.checked() }
        catalog.favourites = try Self.each(favourites, "favourites") { row throws(Problem) in try row.checked() }
        catalog.favouriteAlbums = try Self.each(favouriteAlbums, "favouriteAlbums") { row throws(Problem) in try row.checked() }
        catalog.pinnedAlbums = try Self.each(pinnedAlbums, "pinnedAlbums") { row throws(Problem) in try row.checked() }
        catalog.ratings = try Self.each(ratings, "ratings") { row throws(Problem) in try row.checked() }
        catalog.plays = try Self.each(plays, "plays") { row throws(Problem) in try row.checked() }
        guard rooms.count <= RoomSheet.mostRooms, Set(rooms.map(\.name)).count == rooms.count else {
            throw .badBody("rooms may name at most \(RoomSheet.mostRooms) rooms, each once.")
        }
        return SettingsFile(catalog: catalog, rooms: rooms, servers: servers, sounds: sounds)
    }

    static func noSong(_ count: Int) -> Problem {
        .badBody("song must be a position in songs, from 0 to \(count - 1).")
    }

    /// Checks each row, and adds its place to the sentence about a mistake.
    private static func each<Row, Checked>(
        _ rows: [Row], _ name: String, _ check: (Row) throws(Problem) -> Checked
    ) throws(Problem) -> [Checked] {
        var checked: [Checked] = []
        checked.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            do throws(Problem) {
                checked.append(try check(row))
            } catch {
                throw .badBody("\(name)[\(index)]: \(error.detail)")
            }
        }
        return checked
    }
}
