import Foundation
import Library
import Web
import Workers

/// The tags that an app wants written.
///
/// An empty text removes a tag, and null changes nothing: many apps send null for what a person left alone.
struct AskedTags {
    private static let names: [String: TagField] = [
        "title": .title, "artist": .artist, "album": .album, "album_artist": .albumArtist, "track_number": .track,
        "disc_number": .disc, "year": .year, "genre": .genre, "compilation": .compilation, "comment": .comment,
        "composer": .composer, "lyrics": .lyrics, "artwork": .cover, "cover": .cover,
    ]

    private(set) var fields = TagFields()

    /// Throws if a name is none of a tag, and names the first.
    init(_ members: [AskedBody.Member]) throws {
        var texts: [TagField: [String]] = [:]
        for (name, value) in members {
            let field = try Self.field(name)
            if value == .none { continue }
            guard let given = value.texts else { throw Problem.badBody("\(name) must be a text, a number, true or false.") }
            texts[field, default: []] += given
        }
        for (field, all) in texts { fields[field] = try Self.checked(field, all) }
        // As in "3/12".
        for (field, count) in [(TagField.track, TagField.trackCount), (.disc, .discCount)] {
            let parts = (texts[field]?.last ?? "").split(separator: "/")
            if parts.count == 2 { fields[count] = try TagFields.checked(count, [String(parts[1])]) }
        }
    }

    /// The field that a name means.
    static func field(_ name: String) throws(Problem) -> TagField {
        guard let field = names[name] else {
            throw .badBody("\(name.excerpt) is not known here. Tags are \(names.keys.sorted().joined(separator: ", ")).")
        }
        return field
    }

    private static func checked(_ field: TagField, _ texts: [String]) throws(TagRefusal) -> [[UInt8]] {
        switch field {
        case .cover:
            guard let text = texts.first, !text.isEmpty else { return [] }
            return try TagFields.checked(coverInBase64: text)
        case .track, .disc: return try TagFields.checked(field, texts.map { String($0.prefix { $0 != "/" }) })
        default: return try TagFields.checked(field, texts)
        }
    }

    /// Whether a file of a form is the cover.
    static func isCover(_ file: FormContent.File) -> Bool { names[file.field] == .cover }

    /// Takes the picture among the files of a form, if there is one. Reads it, and so blocks.
    mutating func takeCover(among files: [FormContent.File]) throws {
        for file in files where Self.isCover(file) {
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
