import Decode
import System
import Workers

/// The worker's part of showing tags: writes all fields of the input.
enum ReadTagsTask {
    /// The only argument is the file's name.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output else { throw WorkMissing() }
        let file = try TaggedFile(descriptor: input.descriptor, name: bench.arguments.first ?? "")
        var fields = try file.tags.read()
        // A larger picture can be shown and replaced, but not edited as a field.
        if let cover = fields[.cover]?.first, cover.count > TagFields.mostPictureBytes {
            fields[.cover] = nil
            bench.note(TagNotes.largeCover)
        }
        try NewFile.write(fields.bytes, to: output, at: 0)
    }
}

/// The worker's part of an edit: writes fields into the output, which is a copy of the input, and then checks that nothing else differs.
enum EditTagsTask {
    /// The only argument is the file's name; the second input holds the fields.
    static func run(_ bench: WorkerBench) throws {
        guard let input = bench.input, let output = bench.output, let second = bench.second else { throw WorkMissing() }
        guard second.size <= TagFields.mostBytes, let block = Disk.real.read(second.descriptor, 0..<second.size),
            let changes = TagFields(bytes: block)
        else { throw WorkMissing() }
        let name = bench.arguments.first ?? ""
        let before = try TaggedFile(descriptor: input.descriptor, name: name)
        try TaggedFile(descriptor: output, name: name).tags.write(changes)
        let after = try TaggedFile(descriptor: output, name: name)
        try check(before, after, changes)
    }

    private static func check(_ before: TaggedFile, _ after: TaggedFile, _ changes: TagFields) throws {
        let written = try after.tags.read()
        // A picture may have others behind it; that this one came or went shows below.
        for (field, values) in changes.values where field != .cover && written.shown(field) != changes.shown(field, values) {
            throw TagProblem.notAsked(field)
        }
        if let cover = changes[.cover]?.first, written[.cover]?.first != cover { throw TagProblem.notAsked(.cover) }
        guard before.look.identity == after.look.identity, before.look.sound == after.look.sound else {
            throw TagProblem.soundChanged
        }
        let earlier = try before.tags.read()
        for field in TagField.allCases
        where field != .cover && changes[field] == nil && earlier.shown(field) != written.shown(field) {
            throw TagProblem.lost(field.rawValue)
        }
        let touched = Set(changes.values.keys.flatMap(\.itemNames))
        let repeated = Set(TagField.allCases.flatMap(\.itemNames))
        let name = TagItem.difference(before.look.items, after.look.items, apartFrom: touched, repeating: repeated)
        if let name { throw TagProblem.lost(name) }
    }

}

extension TagFields {
    /// The values as they are compared: a number without leading zeros, no compilation as none.
    fileprivate func shown(_ field: TagField, _ values: [[UInt8]]? = nil) -> [String] {
        let texts = (values ?? self.values[field] ?? []).map { String(decoding: $0, as: UTF8.self) }
        switch field {
        case .track, .trackCount, .disc, .discCount: return texts.prefix(1).map { Int($0).map { "\($0)" } ?? $0 }
        case .compilation: return texts.prefix(1).filter { $0 != "0" }
        default: return texts
        }
    }
}

/// An open file with its tags and what must stay as it is.
private struct TaggedFile {
    let tags: TagFile
    let look: TagLook

    init(descriptor: Int32, name: String) throws {
        look = try TagLook(descriptor: descriptor, nameHint: name)
        tags = try TagFile(descriptor: descriptor, container: look.container, codec: look.codec)
    }
}

extension TagField {
    /// The names of the items that hold it, in all formats.
    fileprivate var itemNames: [String] {
        switch self {
        case .title: ["TIT2", "TT2", "TITLE", "APE TITLE", "\u{A9}NAM", "INFO INAM", "CHUNK NAME", "ID3V1 TITLE"]
        case .artist: ["TPE1", "TP1", "ARTIST", "APE ARTIST", "\u{A9}ART", "INFO IART", "CHUNK AUTH", "ID3V1 ARTIST"]
        case .album: ["TALB", "TAL", "ALBUM", "APE ALBUM", "\u{A9}ALB", "INFO IPRD", "ID3V1 ALBUM"]
        case .albumArtist: ["TPE2", "TP2", "ALBUMARTIST", "ALBUM ARTIST", "APE ALBUM ARTIST", "APE ALBUMARTIST", "AART"]
        case .track, .trackCount:
            [
                "TRCK", "TRK", "TRACKNUMBER", "TRACKTOTAL", "TOTALTRACKS", "APE TRACK", "TRKN", "INFO IPRT", "INFO ITRK",
                "ID3V1 TRACK",
            ]
        case .disc, .discCount: ["TPOS", "TPA", "DISCNUMBER", "DISCTOTAL", "TOTALDISCS", "APE DISC", "DISK"]
        case .year: ["TDRC", "TYER", "TYE", "DATE", "YEAR", "APE YEAR", "APE DATE", "\u{A9}DAY", "INFO ICRD", "ID3V1 YEAR"]
        case .genre: ["TCON", "TCO", "GENRE", "APE GENRE", "\u{A9}GEN", "GNRE", "INFO IGNR", "ID3V1 GENRE"]
        case .compilation: ["TCMP", "TCP", "COMPILATION", "APE COMPILATION", "CPIL"]
        case .comment:
            ["COMM:", "COM:", "COMMENT", "DESCRIPTION", "APE COMMENT", "\u{A9}CMT", "INFO ICMT", "CHUNK ANNO", "ID3V1 COMMENT"]
        case .composer: ["TCOM", "TCM", "COMPOSER", "APE COMPOSER", "\u{A9}WRT"]
        case .lyrics: ["USLT", "ULT", "LYRICS", "UNSYNCEDLYRICS", "APE LYRICS", "\u{A9}LYR"]
        case .cover: [TagItem.picture]
        }
    }
}
