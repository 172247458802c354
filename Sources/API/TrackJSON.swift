import Catalog
import Foundation
package import Music
import Text

/// A track in the API's JSON. Times are in seconds; unknown values are null, never omitted.
struct TrackJSON: Encodable {
    let track: Track
    /// The path of its file; nil for clients that are not hosts.
    let path: String?

    private enum Key: String, CodingKey {
        case id, identity, title, artist, album, albumArtist, number, disc, genre, year, duration, codec, container, sampleRate
        case channels, bitRate, size, path, addedAt, available, hasCover, analysis, profile, corrected
        case favourite, rating, plays, lastPlayed, isrc, musicBrainzId
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(track.id, forKey: .id)
        try object.encode(track.identity.description, forKey: .identity)
        try object.encode(track.title, forKey: .title)
        try object.encode(track.artist.map(MentionJSON.init), forKey: .artist)
        try object.encode(track.album.map(MentionJSON.init), forKey: .album)
        try object.encode(track.albumArtist, forKey: .albumArtist)
        try object.encode(track.number, forKey: .number)
        try object.encode(track.disc, forKey: .disc)
        try object.encode(track.genre, forKey: .genre)
        try object.encode(track.year, forKey: .year)
        try object.encode(track.duration.map { rounded($0, to: 3) }, forKey: .duration)
        try object.encode(track.codec, forKey: .codec)
        try object.encode(track.container, forKey: .container)
        try object.encode(track.sampleRate, forKey: .sampleRate)
        try object.encode(track.channels, forKey: .channels)
        try object.encode(track.bitRate, forKey: .bitRate)
        try object.encode(track.place.stamp.size, forKey: .size)
        try object.encode(path, forKey: .path)
        try object.encode(track.addedAt, forKey: .addedAt)
        try object.encode(track.isAvailable, forKey: .available)
        try object.encode(track.hasCover, forKey: .hasCover)
        try object.encode(AnalysisJSON(analysis: track.analysis), forKey: .analysis)
        try object.encode(track.analysis.profile.map(ProfileJSON.init), forKey: .profile)
        try object.encode(track.hasCorrection, forKey: .corrected)
        try object.encode(track.isFavourite, forKey: .favourite)
        try object.encode(track.rating, forKey: .rating)
        try object.encode(track.plays, forKey: .plays)
        try object.encode(track.lastPlayed, forKey: .lastPlayed)
        try object.encode(track.isrc, forKey: .isrc)
        try object.encode(track.musicBrainzID, forKey: .musicBrainzId)
    }
}

struct MentionJSON: Encodable {
    let id: Int
    let name: String

    init(_ mention: Track.Mention) {
        (id, name) = (mention.id, mention.name)
    }
}

private struct AnalysisJSON: Encodable {
    let analysis: Track.Analysis

    private enum Key: String, CodingKey { case state, attempts, reason }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(analysis.state.rawValue, forKey: .state)
        try object.encode(analysis.attempts, forKey: .attempts)
        try object.encode(analysis.reason, forKey: .reason)
    }
}

/// The results of the analysis; the keys are those of `downbeat analyze`.
struct ProfileJSON: Encodable {
    let profile: Profile

    init(_ profile: Profile) {
        self.profile = profile
    }

    private enum Key: String, CodingKey {
        case duration, bpm, bpmRange, meter, confidence, beats, loudness, silence, key, keyConfidence, colours, damage
    }

    private struct SilenceJSON: Encodable {
        let start: Double
        let end: Double
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        let range = profile.slowest.flatMap { slowest in profile.fastest.map { [rounded(slowest, to: 3), rounded($0, to: 3)] } }
        let silence = profile.soundStart.flatMap { start in profile.soundEnd.map { SilenceJSON(start: start, end: $0) } }
        try object.encode(rounded(profile.duration, to: 6), forKey: .duration)
        try object.encode(profile.tempo.map { rounded($0, to: 3) }, forKey: .bpm)
        try object.encode(range, forKey: .bpmRange)
        try object.encode(profile.tempo == nil ? nil : profile.meter, forKey: .meter)
        try object.encode(rounded(profile.confidence, to: 3), forKey: .confidence)
        try object.encode(profile.beats, forKey: .beats)
        try object.encode(LoudnessReport(loudness: profile.loudness), forKey: .loudness)
        try object.encode(silence, forKey: .silence)
        try object.encode(profile.key?.key.name, forKey: .key)
        try object.encode((profile.key?.confidence).map { rounded(Double($0), to: 3) }, forKey: .keyConfidence)
        try object.encode(profile.colours, forKey: .colours)
        try object.encode(profile.damage, forKey: .damage)
    }
}

struct AlbumJSON: Encodable {
    let album: Album

    private enum Key: String, CodingKey {
        case id, title, artist, tracks, duration, year, genre, addedAt, favourite, plays, coverTrack, pinned
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(album.id, forKey: .id)
        try object.encode(album.title, forKey: .title)
        try object.encode(album.artist.map(MentionJSON.init), forKey: .artist)
        try object.encode(album.trackCount, forKey: .tracks)
        try object.encode(rounded(album.duration, to: 3), forKey: .duration)
        try object.encode(album.year, forKey: .year)
        try object.encode(album.genre, forKey: .genre)
        try object.encode(album.addedAt, forKey: .addedAt)
        try object.encode(album.isFavourite, forKey: .favourite)
        try object.encode(album.plays, forKey: .plays)
        try object.encode(album.coverTrack, forKey: .coverTrack)
        try object.encode(album.isPinned, forKey: .pinned)
    }
}

struct ArtistJSON: Encodable {
    let id: Int
    let name: String
    let tracks: Int
    let albums: Int

    init(_ artist: Artist) {
        (id, name, tracks, albums) = (artist.id, artist.name, artist.trackCount, artist.albumCount)
    }
}

struct GenreJSON: Encodable {
    let name: String
    let tracks: Int
    let albums: Int

    init(_ genre: Genre) {
        (name, tracks, albums) = (genre.name, genre.trackCount, genre.albumCount)
    }
}

/// A page of a list, with its offset and the total.
struct PageJSON<Item: Encodable>: Encodable {
    let items: [Item]
    let total: Int
    let limit: Int
    let offset: Int
}

/// Loudness as JSON, rounded.
package struct LoudnessReport: Encodable {
    let loudness: Loudness

    package init(loudness: Loudness) {
        self.loudness = loudness
    }

    private enum Key: String, CodingKey { case integrated, range, truePeak }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(loudness.integrated.map { rounded($0, to: 2) }, forKey: .integrated)
        try object.encode(rounded(loudness.range, to: 2), forKey: .range)
        try object.encode(loudness.truePeak.map { rounded($0, to: 2) }, forKey: .truePeak)
    }
}
