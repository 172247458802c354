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
    case version, tracks, corrections, lyrics, markers, playlists, songs, setLists, practice, favourites, favouriteAlbums
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
        try object.encode(catalog.favourites.map(FavouriteRow.init), forKey: .favourites)
        try object.encode(catalog.favouriteAlbums.map(AlbumRow.init), forKey: .favouriteAlbums)
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
    private let favourites: [FavouriteRow]
    private let favouriteAlbums: [AlbumRow]
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
        (practice, favourites) = (try list(.practice), try list(.favourites))
        (favouriteAlbums, plays) = (try list(.favouriteAlbums), try list(.plays))
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
        catalog.favourites = try Self.each(favourites, "favourites") { row throws(Problem) in try row.checked() }
        catalog.favouriteAlbums = try Self.each(favouriteAlbums, "favouriteAlbums") { row throws(Problem) in try row.checked() }
        catalog.ratings = try Self.each(ratings, "ratings") { row throws(Problem) in try row.checked() }
        catalog.plays = try Self.each(plays, "plays") { row throws(Problem) in try row.checked() }
        guard rooms.count <= RoomSheet.mostRooms, Set(rooms.map(\.name)).count == rooms.count else {
            throw .badBody("rooms may name at most \(RoomSheet.mostRooms) rooms, each once.")
        }
        return SettingsFile(catalog: catalog, rooms: rooms, servers: servers, sounds: sounds)
    }

    fileprivate static func noSong(_ count: Int) -> Problem {
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

// The rows

/// Bounds of numbers that are only kept and compared.
private let counts = 0...(1 << 40)
/// Longer texts fit no screen.
private let longestText = 1_000

private func identity(_ piece: String) throws(Problem) -> ContentIdentity {
    guard let identity = ContentIdentity(piece) else { throw .badBody("piece must be the identity of a recording.") }
    return identity
}

private func time(_ seconds: Int, _ name: String) throws(Problem) -> Int {
    guard counts.contains(seconds) else { throw .badBody("\(name) must be a time in seconds since 1970.") }
    return seconds
}

/// What helps to find a recording of which there is another encoding.
private struct HintRow: Codable {
    let piece: String
    let title: String
    let artist: String?
    let album: String?
    let duration: Double?

    init(_ hint: CatalogSettings.Hint) {
        (piece, title, artist, album, duration) = (hint.recording.description, hint.title, hint.artist, hint.album, hint.duration)
    }

    /// A hint is only compared: one that says nonsense finds nothing.
    var hint: CatalogSettings.Hint? {
        ContentIdentity(piece).map {
            CatalogSettings.Hint(recording: $0, title: title, artist: artist, album: album, duration: duration)
        }
    }
}

private struct CorrectionRow: Codable {
    let piece: String
    let steps: [GridCorrection.Step]
    let changedAt: Int

    /// Nil if what is stored cannot be read.
    init?(_ correction: CatalogSettings.Correction) {
        guard let read = try? JSON.read(GridCorrection.self, from: Array(correction.steps.utf8)) else { return nil }
        (piece, steps, changedAt) = (correction.recording.description, read.steps, correction.changedAt)
    }

    func checked() throws(Problem) -> CatalogSettings.Correction {
        let correction = GridCorrection(steps: steps).canonical
        guard (1...GridCorrection.mostSteps).contains(steps.count), !correction.steps.isEmpty else {
            throw .badBody("steps must be a correction of at most \(GridCorrection.mostSteps) steps.")
        }
        return CatalogSettings.Correction(
            recording: try identity(piece), steps: String(decoding: JSON.bytes(correction), as: UTF8.self),
            changedAt: try time(changedAt, "changedAt"))
    }
}

private struct LyricsRow: Codable {
    let piece: String
    let shift: Double
    let lines: [Lyrics.Line]?
    let changedAt: Int

    /// Nil if what is stored cannot be read.
    init?(_ correction: CatalogSettings.Correction) {
        guard let read = try? JSON.read(LyricsCorrection.self, from: Array(correction.steps.utf8)) else { return nil }
        (piece, shift, lines, changedAt) = (correction.recording.description, read.shift, read.lines, correction.changedAt)
    }

    func checked() throws(Problem) -> CatalogSettings.Correction {
        let recording = try identity(piece)
        let correction = LyricsCorrection(shift: shift, lines: lines)
        let text = JSON.bytes(correction)
        // Read as a request is, which refuses what no lyrics can be. A shift that is too large was cut.
        guard text.count <= LyricsCorrection.mostBytes, let read = try? JSON.read(LyricsCorrection.self, from: text), !read.isEmpty,
            abs(read.shift - shift) < 0.001
        else { throw .badBody("shift and lines must be a correction of lyrics.") }
        return CatalogSettings.Correction(
            recording: recording, steps: String(decoding: JSON.bytes(read), as: UTF8.self),
            changedAt: try time(changedAt, "changedAt"))
    }
}

private struct MarkerRow: Codable {
    let piece: String
    let start: Double
    let end: Double?
    let label: String
    let colour: String?

    init(_ marker: CatalogSettings.Marked) {
        (piece, start, end) = (marker.recording.description, marker.place.start, marker.place.end)
        (label, colour) = (marker.place.label, marker.place.colour)
    }

    func checked() throws(Problem) -> CatalogSettings.Marked {
        let body = LibraryAPI.MarkerBody(start: start, end: end, label: label, colour: colour)
        return CatalogSettings.Marked(
            recording: try identity(piece), place: try body.place(within: GridCorrection.times.upperBound))
    }
}

private struct PlaylistRow: Codable {
    struct Entry: Codable {
        let piece: String
        let title: String
    }

    let name: String
    let changedAt: Int
    let entries: [Entry]

    init(_ list: CatalogSettings.List) {
        (name, changedAt) = (list.name, list.changedAt)
        entries = list.entries.map { Entry(piece: $0.recording.description, title: $0.title) }
    }

    func checked() throws(Problem) -> CatalogSettings.List {
        var checked: [CatalogSettings.List.Entry] = []
        for entry in entries {
            guard entry.title.unicodeScalars.count <= longestText else {
                throw .badBody("the title of an entry may have at most \(longestText) characters.")
            }
            checked.append(CatalogSettings.List.Entry(recording: try identity(entry.piece), title: entry.title))
        }
        return CatalogSettings.List(
            name: try LibraryAPI.playlistName(name), entries: checked, changedAt: try time(changedAt, "changedAt"))
    }
}

private struct SongRow: Codable {
    private enum Field: String, CodingKey { case title, artist, notes, rhythm, followsTrack, kit, piece, changedAt }

    private let sheet: Song.Sheet
    private let changedAt: Int

    init(_ song: CatalogSettings.Sheet) {
        (sheet, changedAt) = (song.sheet, song.changedAt)
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Field.self)
        let change = try SongBody(from: decoder).change
        guard let title = change.title else {
            throw DecodingError.dataCorruptedError(forKey: .title, in: object, debugDescription: "is missing")
        }
        sheet = Song.Sheet(title: title).changed(by: change)
        changedAt = try object.decode(Int.self, forKey: .changedAt)
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Field.self)
        try object.encode(sheet.title, forKey: .title)
        try object.encode(sheet.artist, forKey: .artist)
        try object.encode(sheet.notes, forKey: .notes)
        try object.encode(sheet.rhythm, forKey: .rhythm)
        try object.encode(sheet.followsTrack, forKey: .followsTrack)
        try object.encode(sheet.kit, forKey: .kit)
        try object.encode(sheet.recording?.description, forKey: .piece)
        try object.encode(changedAt, forKey: .changedAt)
    }

    func checked() throws(Problem) -> CatalogSettings.Sheet {
        CatalogSettings.Sheet(sheet: sheet, changedAt: try time(changedAt, "changedAt"))
    }
}

private struct SetListRow: Codable {
    let title: String
    let songs: [Int]
    let changedAt: Int

    init(_ list: CatalogSettings.Program) {
        (title, songs, changedAt) = (list.title, list.songs, list.changedAt)
    }

    func checked(songs count: Int) throws(Problem) -> CatalogSettings.Program {
        guard songs.allSatisfy((0..<count).contains) else { throw SentSettings.noSong(count) }
        do throws(SongProblem) {
            return CatalogSettings.Program(
                title: try SongText.line(title, "title"), songs: songs, changedAt: min(max(changedAt, 0), counts.upperBound))
        } catch {
            throw .badBody("\(error).")
        }
    }
}

private struct FavouriteRow: Codable {
    let piece: String
    let since: Int

    init(_ favourite: CatalogSettings.Favourite) {
        (piece, since) = (favourite.recording.description, favourite.since)
    }

    func checked() throws(Problem) -> CatalogSettings.Favourite {
        CatalogSettings.Favourite(recording: try identity(piece), since: try time(since, "since"))
    }
}

private struct AlbumRow: Codable {
    let key: String
    let folder: String?
    let since: Int

    init(_ album: CatalogSettings.FavouriteAlbum) {
        (key, folder, since) = (album.key, album.folder, album.since)
    }

    func checked() throws(Problem) -> CatalogSettings.FavouriteAlbum {
        guard (1...(4 * longestText)).contains(key.utf8.count) else { throw .badBody("key must name an album.") }
        return CatalogSettings.FavouriteAlbum(key: key, folder: folder, since: try time(since, "since"))
    }
}

private struct RatingRow: Codable {
    let piece: String
    let stars: Int

    init(_ rating: CatalogSettings.Rating) {
        (piece, stars) = (rating.recording.description, rating.stars)
    }

    func checked() throws(Problem) -> CatalogSettings.Rating {
        guard Track.ratings.contains(stars) else { throw .badBody("stars must be a whole number from 1 to 5.") }
        return CatalogSettings.Rating(recording: try identity(piece), stars: stars)
    }
}

private struct PlaysRow: Codable {
    let piece: String
    let count: Int
    let last: Int?

    init(_ plays: CatalogSettings.Plays) {
        (piece, count, last) = (plays.recording.description, plays.count, plays.last)
    }

    func checked() throws(Problem) -> CatalogSettings.Plays {
        guard count > 0, counts.contains(count) else { throw .badBody("count must be a number of plays.") }
        return CatalogSettings.Plays(
            recording: try identity(piece), count: count, last: try last.map { last throws(Problem) in try time(last, "last") })
    }
}
