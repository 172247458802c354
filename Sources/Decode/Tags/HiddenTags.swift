internal import Music

/// The ID3v2 tag of a WAV or AIFF file that has texts of its own format, too: FFmpeg then leaves it out, although those texts have no
/// album artist, no disc and no totals.
enum HiddenTags {
    /// Bytes of a tag that are read: texts may stand behind a cover.
    private static let mostBytes = 16 << 20
    private static let mostFrames = 1_000

    /// Fills in what is still missing.
    static func complete(_ tags: inout Tags, in source: borrowing ByteSource, container: String) {
        guard container == "wav" || container == "aiff",
            let bytes = ChunkItems.tag(in: source, isBigEndian: container == "aiff", atMost: mostBytes), let tag = ID3Tag(bytes)
        else { return }
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
            "tcmp": "TCMP",
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
    }
}
