import Catalog
import Music
import Subsonic
import Text
import Web

/// A song of a server as the catalog takes it.
struct RemoteSong {
    let path: [UInt8]
    let stamp: FileStamp
    let probe: TrackProbe

    /// What files of a name are, nearly always, in FFmpeg's names of codecs and containers.
    private static let kinds = [
        "mp3": ("mp3", "mp3"), "flac": ("flac", "flac"), "ogg": ("vorbis", "ogg"), "oga": ("vorbis", "ogg"),
        "opus": ("opus", "ogg"),
        "m4a": ("aac", "mov"), "aac": ("aac", "aac"), "wma": ("wmav2", "asf"), "wv": ("wavpack", "wv"), "ape": ("ape", "ape"),
        "mpc": ("musepack8", "mpc8"), "tta": ("tta", "tta"), "wav": ("pcm_s16le", "wav"), "aiff": ("pcm_s16be", "aiff"),
        "aif": ("pcm_s16be", "aiff"),
    ]
    /// Kilobits a second: more in an MP4 file is lossless.
    private static let mostOfAAC = 400

    /// Nil if its id cannot be part of a path. `known` says as which recording the catalog knows it: it keeps that, if it was listed as
    /// the song of another server before.
    init?(
        _ song: SubsonicSong, albumArtist: String?, server: String,
        known: (_ id: String, _ size: Int64) -> ContentIdentity? = { _, _ in nil }
    ) {
        let suffix = Self.suffix(of: song)
        let kind = Self.kinds[suffix] ?? (suffix, suffix)
        let codec = kind.0 == "aac" && song.bitRate ?? 0 > Self.mostOfAAC ? "alac" : kind.0
        path = Self.path(of: song)
        guard Self.id(in: path) == song.id else { return nil }
        var tags = Tags()
        tags.title = song.title
        tags.artist = song.artist
        tags.album = song.album
        tags.albumArtist = song.albumArtist ?? albumArtist
        tags.genre = song.genre
        tags.year = song.year.flatMap { (1...9999).contains($0) ? $0 : nil }
        tags.track = song.track.flatMap { (1...9999).contains($0) ? $0 : nil }
        tags.disc = song.disc.flatMap { (1...999).contains($0) ? $0 : nil }
        tags.isrc = song.isrcs.lazy.compactMap(RecordingCode.isrc).first
        tags.musicBrainzID = song.musicBrainzID.flatMap(RecordingCode.musicBrainz)
        let size = song.size.flatMap { (1...(1 << 40)).contains($0) ? $0 : nil } ?? 0
        let number = SHA256.digest(Array("\(server)\n\(song.id)\n\(size)".utf8))
        probe = TrackProbe(
            identity: known(song.id, size) ?? ContentIdentity(high: Self.number(number[0..<8]), low: Self.number(number[8..<16])),
            description: TrackDescription(codec: codec, container: kind.1, tags: tags),
            duration: song.duration.flatMap { (1...1_000_000).contains($0) ? Double($0) : nil },
            sampleRate: song.sampleRate.flatMap { (1...1_000_000).contains($0) ? $0 : nil } ?? 0,
            channels: song.channels.flatMap { (1...64).contains($0) ? $0 : nil } ?? 0,
            bitRate: song.bitRate.flatMap { (1...1_000_000).contains($0) ? $0 * 1000 : nil }, hasCover: false)
        // In place of a time there is a checksum of what the server says: it differs when tags were changed.
        let said = SHA256.digest(Array("\(tags)\n\(probe)\n\(song.cover ?? "")\n\(song.isStarred) \(song.rating)".utf8))
        stamp = FileStamp(
            size: size, modified: Int64(Self.number(said[0..<8]) >> 8), inode: Int64(Self.number(number[16..<24]) >> 1))
    }

    var twin: FileTwin { FileTwin(size: stamp.size, title: probe.description.tags.title ?? "") }

    /// The server's id of the song at a path.
    static func id(in path: [UInt8]) -> String? {
        let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path[...]
        let text = String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
        return PercentCoding.decoded(text) ?? text
    }

    static func path(of song: SubsonicSong) -> [UInt8] {
        let suffix = suffix(of: song)
        return Array("\(coded(song.albumID ?? song.id))/\(coded(song.id))\(suffix.isEmpty ? "" : ".")\(suffix)".utf8)
    }

    private static func suffix(of song: SubsonicSong) -> String {
        String((song.suffix ?? "").lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8))
    }

    /// An id as a part of a path: without slashes and dots.
    static func coded(_ id: String) -> String {
        PercentCoding.encoded(part: id.utf8).replacing(".", with: "%2E")
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
