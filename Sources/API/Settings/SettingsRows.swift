import Catalog
import Foundation
import Library
import Music
import Session
import Text
import Web

// The rows of a settings file: each is written from what the catalog keeps, and checked when it comes back.

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
struct HintRow: Codable {
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

struct CorrectionRow: Codable {
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

struct LyricsRow: Codable {
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

struct MarkerRow: Codable {
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

struct PlaylistRow: Codable {
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

struct SongRow: Codable {
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

struct SetListRow: Codable {
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

struct LookRow: Codable {
    let name: String
    let look: Look
    let changedAt: Int

    /// Nil if what is stored cannot be read.
    init?(_ saved: CatalogSettings.NamedLook) {
        guard let look = try? JSON.read(Look.self, from: Array(saved.settings.utf8)) else { return nil }
        (name, self.look, changedAt) = (saved.name, look, saved.changedAt)
    }

    func checked() throws(Problem) -> CatalogSettings.NamedLook {
        let body = LibraryAPI.LookBody(name: name, look: look)
        guard let name = try body.checkedName(), let settings = body.settings else { throw .badBody("name and look are missing.") }
        return CatalogSettings.NamedLook(name: name, settings: settings, changedAt: try time(changedAt, "changedAt"))
    }
}

struct FavouriteRow: Codable {
    let piece: String
    let since: Int

    init(_ favourite: CatalogSettings.Favourite) {
        (piece, since) = (favourite.recording.description, favourite.since)
    }

    func checked() throws(Problem) -> CatalogSettings.Favourite {
        CatalogSettings.Favourite(recording: try identity(piece), since: try time(since, "since"))
    }
}

struct AlbumRow: Codable {
    let key: String
    let folder: String?
    let since: Int

    init(_ album: CatalogSettings.MarkedAlbum) {
        (key, folder, since) = (album.key, album.folder, album.since)
    }

    func checked() throws(Problem) -> CatalogSettings.MarkedAlbum {
        guard (1...(4 * longestText)).contains(key.utf8.count) else { throw .badBody("key must name an album.") }
        return CatalogSettings.MarkedAlbum(key: key, folder: folder, since: try time(since, "since"))
    }
}

struct RatingRow: Codable {
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

struct PlaysRow: Codable {
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
