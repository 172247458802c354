internal import CFFmpeg
internal import Music

/// Reads the tags of the container and the stream, under the names that their formats use.
enum TagReader {
    /// Longer text is truncated.
    private static let mostBytes = 4 << 10
    private static let mostLyricBytes = 256 << 10
    /// EBU R 128 gains in Opus files are relative to -23 LUFS, ReplayGain to -18 (RFC 7845, 5.2.1).
    private static let replayGainAboveR128 = 5.0

    static func tags(of context: UnsafeMutablePointer<AVFormatContext>, stream: UnsafeMutablePointer<AVStream>) -> Tags {
        tags(from: values(of: context, stream: stream))
    }

    /// The values of all tags by their plain names.
    static func values(
        of context: UnsafeMutablePointer<AVFormatContext>, stream: UnsafeMutablePointer<AVStream>
    ) -> [String: String] {
        var values: [String: String] = [:]
        // The container's tags come first; in Ogg the tags are in the stream.
        for entry in entries(of: context.pointee.metadata) + entries(of: stream.pointee.metadata) {
            let name = plain(entry.key)
            if values[name] == nil, !entry.value.isEmpty { values[name] = entry.value }
        }
        return values
    }

    /// All entries of an FFmpeg dictionary, in order, as valid text without white space at the ends.
    static func entries(of dictionary: OpaquePointer?) -> [(key: String, value: String)] {
        var entries: [(key: String, value: String)] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            entry = next
            let bytes = UnsafeBufferPointer(start: next.pointee.value, count: min(strlen(next.pointee.value), mostLyricBytes))
            entries.append(
                (String(cString: next.pointee.key), RepairedText.text(of: bytes.map { UInt8(bitPattern: $0) })))
        }
        return entries
    }

    /// The tags that these values mean, by their plain names.
    static func tags(from values: [String: String]) -> Tags {
        func text(_ names: String...) -> String? {
            names.lazy.compactMap { values[$0] }.first.map { RepairedText.cut($0, to: mostBytes) }
        }
        var tags = Tags()
        tags.title = text("title")
        tags.artist = text("artist", "author")
        tags.album = text("album")
        tags.albumArtist = text("albumartist", "ensemble", "band")
        tags.genre = text("genre")
        tags.date = text("date", "year", "originaldate", "tyer", "tdor", "wmyear")
        tags.year = tags.date.flatMap(year)
        (tags.track, tags.trackCount) = position(text("track", "tracknumber"), of: text("tracktotal", "totaltracks"))
        (tags.disc, tags.discCount) = position(text("disc", "discnumber", "disk"), of: text("disctotal", "totaldiscs"))
        tags.compilation = text("compilation", "itunescompilation", "tcmp").flatMap(truth)
        tags.lyrics = lyrics(values)?.text
        tags.trackGain = gain(text("replaygaintrackgain"), orR128: text("r128trackgain"))
        tags.albumGain = gain(text("replaygainalbumgain"), orR128: text("r128albumgain"))
        tags.trackPeak = text("replaygaintrackpeak").flatMap(number)
        tags.albumPeak = text("replaygainalbumpeak").flatMap(number)
        tags.isrc = text("isrc", "tsrc", "trc", "wmisrc").flatMap(RecordingCode.isrc)
        // What taggers call the id of the track is that of the recording.
        tags.musicBrainzID = text("musicbrainztrackid", "musicbrainzrecordingid").flatMap(RecordingCode.musicBrainz)
        return tags
    }

    /// "REPLAYGAIN_TRACK_GAIN", "ReplayGain Track Gain" and "replaygain_track_gain" are one name.
    private static func plain(_ key: String) -> String {
        String(
            decoding: key.lowercased().utf8.filter { $0 > 0x7F || isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }, as: UTF8.self)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    /// Lyrics, those with times first, and the language in the name of their tag ("lyrics-eng").
    static func lyrics(_ values: [String: String]) -> (text: String, language: String?)? {
        let names = ["syncedlyrics", "lyrics", "unsyncedlyrics", "wm-lyrics", "wmlyrics"]
        if let text = names.lazy.compactMap({ values[$0] }).first { return (text, nil) }
        let first = values.filter { $0.key.hasPrefix("lyrics-") }.min { $0.key < $1.key }
        return first.map { ($0.value, String($0.key.dropFirst("lyrics-".count))) }
    }

    /// "3", "3/12" or "3 of 12": the number and the total.
    private static func position(_ text: String?, of total: String?) -> (Int?, Int?) {
        let numbers = (text ?? "").split { !("0"..."9" ~= $0) }.prefix(2).map { Int($0) }
        let which = numbers.first ?? nil
        let count = (numbers.count > 1 ? numbers[1] : nil) ?? total.flatMap { Int($0) }
        return (which.flatMap(positive), count.flatMap(positive))
    }

    private static func positive(_ number: Int) -> Int? { 1...99_999 ~= number ? number : nil }

    /// The year: the first group of four digits, or the first four of eight.
    private static func year(_ date: String) -> Int? {
        date.split { !("0"..."9" ~= $0) }.first { $0.count == 4 || $0.count == 8 }.flatMap { Int($0.prefix(4)) }
            .flatMap { 1_000...9_999 ~= $0 ? $0 : nil }
    }

    private static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "true", "yes": true
        case "0", "false", "no": false
        default: nil
        }
    }

    /// The gain in dB relative to ReplayGain's level.
    private static func gain(_ replayGain: String?, orR128 r128: String?) -> Double? {
        if let replayGain { return number(replayGain) }
        return r128.flatMap { Int($0) }.map { Double($0) / 256 + replayGainAboveR128 }
    }

    /// The number at the start of "-6.50 dB", also with a decimal comma or a typographic minus sign.
    private static func number(_ text: String) -> Double? {
        let digits = text.replacing(",", with: ".").replacing("\u{2212}", with: "-")
            .prefix { "0"..."9" ~= $0 || "+-.eE".contains($0) }
        return Double(digits).flatMap { $0.isFinite && abs($0) < 1_000 ? $0 : nil }
    }
}
