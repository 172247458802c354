import Foundation
import Library
import Workers

/// The tags that an app wants written, under any of the names that apps have for them.
///
/// An empty text removes a tag, and null changes nothing: many apps send null for what a person left alone.
struct AskedTags {
    /// What each name means, as `AskedMember` makes it plain.
    private static let names: [String: TagField] = {
        let all: [TagField: String] = [
            .title: "title tracktitle songtitle",
            .artist: "artist artists trackartist artistname",
            .album: "album albumtitle albumname",
            .albumArtist: "albumartist albumartists",
            .track: "track tracknumber trackno tracknum",
            .trackCount: "trackcount tracktotal totaltracks",
            .disc: "disc disk discnumber disknumber discno",
            .discCount: "disccount disctotal totaldiscs",
            .year: "year date releaseyear releasedate",
            .genre: "genre genres",
            .compilation: "compilation iscompilation",
            .comment: "comment comments",
            .composer: "composer composers",
            .lyrics: "lyrics",
            .cover: "cover coverart coverdata coverimage artwork artworkdata albumart art picture image",
        ]
        var names: [String: TagField] = [:]
        for (field, words) in all {
            for word in words.split(separator: " ") { names[String(word)] = field }
        }
        return names
    }()
    /// Objects that only hold tags.
    private static let groups: Set<String> = ["metadata", "tags", "changes", "fields", "values"]
    private static let truths = ["yes": "1", "on": "1", "no": "0", "off": "0"]

    private(set) var fields = TagFields()
    /// The names that mean nothing here.
    private(set) var unknown: [String] = []

    init(_ members: [AskedMember]) throws(TagRefusal) {
        var texts: [TagField: [String]] = [:]
        collect(members, &texts)
        for (field, all) in texts { fields[field] = try Self.checked(field, all) }
        // As in "3/12".
        for (field, count) in [(TagField.track, TagField.trackCount), (.disc, .discCount)] where fields[count] == nil {
            let parts = (texts[field]?.last ?? "").split(separator: "/")
            if parts.count == 2 { fields[count] = try TagFields.checked(count, [String(parts[1])]) }
        }
    }

    private mutating func collect(_ members: [AskedMember], _ texts: inout [TagField: [String]]) {
        for member in members {
            if Self.groups.contains(member.plainName), let inner = member.value.unfolded.members {
                collect(inner, &texts)
            } else if let field = Self.names[member.plainName] {
                if member.value == .none { continue }
                if let given = member.value.texts { texts[field, default: []] += given } else { unknown.append(member.name) }
            } else {
                unknown.append(member.name)
            }
        }
    }

    /// The field that a name means; nil if none.
    static func field(_ name: String) -> TagField? { names[AskedMember.plain(name)] }

    /// The values of a field; throws the rule that they break.
    static func checked(_ field: TagField, _ texts: [String]) throws(TagRefusal) -> [[UInt8]] {
        switch field {
        case .cover:
            guard let text = texts.first, !text.isEmpty else { return [] }
            return try TagFields.checked(coverInBase64: text)
        case .track, .disc: return try TagFields.checked(field, texts.map { String($0.prefix { $0 != "/" }) })
        // A moment is sent by apps that keep dates.
        case .year: return try TagFields.checked(field, texts.map { String($0.prefix { $0 != "T" }) })
        case .compilation: return try TagFields.checked(field, texts.map { Self.truths[$0.lowercased()] ?? $0.lowercased() })
        default: return try TagFields.checked(field, texts)
        }
    }

    /// Takes the picture among the files of a form, if there is one. Reads it, and so blocks.
    mutating func takeCover(among files: [FormContent.File]) throws {
        for file in files where Self.field(file.field) == .cover {
            fields[.cover] = try TagFields.checked(cover: try file.file.file.start(atMost: TagFields.mostPictureBytes + 1))
        }
    }

    /// Without what an empty field of a form would remove.
    var filled: TagFields { TagFields(fields.values.filter { !$0.value.isEmpty }) }
}

extension TagFields {
    /// A cover in base 64, also as a data address.
    static func checked(coverInBase64 text: String) throws(TagRefusal) -> [[UInt8]] {
        let digits = text.hasPrefix("data:") ? String(text.split(separator: ",", maxSplits: 1).last ?? "") : text
        guard let data = Data(base64Encoded: digits, options: .ignoreUnknownCharacters) else {
            throw .badValue(.cover, "is a picture in base 64")
        }
        return try checked(cover: Array(data))
    }

    /// With the values of others, which come before its own.
    func merged(with others: TagFields) -> TagFields { TagFields(values.merging(others.values) { $1 }) }
}
