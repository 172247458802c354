internal import Music

/// What FFmpeg leaves out of ID3v2 tags: the ids of MusicBrainz, and in a WAV or AIFF file that has texts of its own format, too, the whole
/// tag, although those texts have no album artist, no disc and no totals.
enum HiddenTags {
    /// Bytes of a tag that are read: texts may stand behind a cover.
    private static let mostBytes = 16 << 20
    private static let mostFrames = 1_000
    /// Bytes of a tag at the start of a file in which an id is looked for: taggers put covers last.
    private static let mostBytesOfID = 256 << 10
    /// The owner of the ids of recordings among unique file identifiers.
    private static let musicBrainz = Array("http://musicbrainz.org".utf8)

    /// Fills in what is still missing.
    static func complete(_ tags: inout Tags, in source: borrowing ByteSource, container: String) {
        let isChunked = container == "wav" || container == "aiff"
        let bytes =
            isChunked
            ? ChunkItems.tag(in: source, isBigEndian: container == "aiff", atMost: mostBytes)
            : source.bytes(at: 0, count: min(Int(clamping: TagEnds.startOfSound(in: source)), mostBytesOfID))
        guard let tag = bytes.flatMap({ ID3Tag($0) }) else { return }
        if tags.musicBrainzID == nil { tags.musicBrainzID = musicBrainzID(in: tag) }
        if isChunked { complete(&tags, from: tag) }
    }

    /// ID3v2.4 frames, 4.1: an owner, a zero, and an id of any bytes.
    private static func musicBrainzID(in tag: ID3Tag) -> String? {
        tag.frames(named: ["UFID", "UFI"], atMost: mostFrames).lazy.filter { $0.starts(with: musicBrainz + [0]) }
            .compactMap { RecordingCode.musicBrainz(String(decoding: $0.dropFirst(musicBrainz.count + 1), as: UTF8.self)) }.first
    }

    private static func complete(_ tags: inout Tags, from tag: ID3Tag) {
        func text(_ name: String) -> String? {
            guard let body = tag.frames(named: [name], atMost: mostFrames).first,
                let encoding = body.first.flatMap({ ID3Text(rawValue: $0) })
            else { return nil }
            var (rest, order) = (
                (body.dropFirst() + [0, 0])[...], encoding == .utf16BigEndian ? ID3Text.Order.bigEndian : .littleEndian
            )
            return encoding.take(&rest, &order).map { RepairedText.text(of: Array($0.utf8)) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let names = [
            "title": "TIT2", "artist": "TPE1", "album": "TALB", "albumartist": "TPE2", "track": "TRCK", "disc": "TPOS",
            "genre": "TCON",
            "tcmp": "TCMP", "tsrc": "TSRC",
        ]
        var values: [String: String] = [:]
        for (field, name) in names { values[field] = text(name) }
        values["date"] = text("TDRC") ?? text("TYER")
        let hidden = TagReader.tags(from: values)
        tags.title = tags.title ?? hidden.title
        tags.artist = tags.artist ?? hidden.artist
        tags.album = tags.album ?? hidden.album
        tags.albumArtist = tags.albumArtist ?? hidden.albumArtist
        tags.genre = tags.genre ?? hidden.genre
        if tags.date == nil { (tags.date, tags.year) = (hidden.date, hidden.year) }
        (tags.track, tags.trackCount) = (tags.track ?? hidden.track, tags.trackCount ?? hidden.trackCount)
        (tags.disc, tags.discCount) = (tags.disc ?? hidden.disc, tags.discCount ?? hidden.discCount)
        tags.compilation = tags.compilation ?? hidden.compilation
        tags.isrc = tags.isrc ?? hidden.isrc
    }
}
