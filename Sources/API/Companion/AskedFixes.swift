import Catalog
import Library
import Web
import Workers

/// What an app wants mended in all tracks of an album, and in which: "same artist on all tracks", a flag, a genre for all.
struct AskedFixes {
    /// What a fix writes.
    private enum Value {
        case given([[UInt8]])
        /// What most of the tracks have.
        case commonest
    }

    /// Where the tracks are, unless paths name them.
    enum Place: Equatable {
        case folder(String)
        case albumID(String)
        /// An album by its title.
        case album(String)
    }

    /// Names of a fix or of a list of fixes, as `AskedMember` makes them plain.
    private static let fixNames: Set<String> = ["fix", "fixes", "action", "actions", "operation", "operations", "type", "kind"]
    private static let folderNames: Set<String> = [
        "folder", "folders", "directory", "dir", "albumpath", "albumfolder", "folderpath",
    ]
    /// Words of a fix's name that say nothing of the field: `set_same_artist_on_all_tracks` is about `artist`.
    private static let fillers: Set<String> = [
        "set", "fix", "same", "unify", "unified", "spread", "apply", "mark", "make", "as", "is", "the", "a", "an", "and", "to",
        "for", "on",
        "of", "in", "all", "track", "tracks", "song", "songs", "across", "whole", "flag", "common", "consistent", "normalize",
        "normalise",
    ]
    /// Fields of which the catalog knows what most tracks have.
    private static let spreadable: Set<TagField> = [.artist, .albumArtist, .album, .genre, .year]
    private static let variousArtists = "Various Artists"

    private(set) var paths = AskedPaths()
    private(set) var place: Place?
    /// The names that mean nothing here.
    private(set) var unknown: [String] = []
    private var fixes: [TagField: Value] = [:]

    init(_ body: AskedBody) throws {
        if let alone = body.alone { try paths.add(alone, of: "The body") }
        var (named, rest): ([AskedMember], [AskedMember]) = ([], [])
        for member in body.members {
            let name = member.plainName
            if Self.fixNames.contains(name) {
                named.append(member)
            } else if Self.folderNames.contains(name), let text = member.value.texts?.first {
                place = .folder(text)
            } else if name == "albumid", let text = member.value.texts?.first {
                place = .albumID(text)
            } else if AskedEdits.pathNames.contains(name) {
                try paths.add(member)
            } else {
                rest.append(member)
            }
        }
        // An album's title says where the tracks are if nothing else does.
        if paths.isEmpty, place == nil, let index = rest.firstIndex(where: { AskedTags.field($0.name) == .album }) {
            place = (rest[index].value.texts?.first).map { .album($0) }
            rest.remove(at: index)
        }
        try take(named, rest)
        guard !fixes.isEmpty else {
            throw Problem.badBody("fix must name what to mend: artist, album_artist, album, compilation, genre or year.")
        }
    }

    private mutating func take(_ named: [AskedMember], _ rest: [AskedMember]) throws {
        let words = rest.filter { $0.plainName == "value" }
        let tags = try AskedTags(rest.filter { $0.plainName != "value" })
        unknown = tags.unknown
        for member in named { try take(member.value.unfolded) }
        if named.isEmpty {
            for (field, values) in tags.fields.values { fixes[field] = .given(values) }
        } else {
            for (field, values) in tags.fields.values {
                // Beside named fixes a tag only says what these write.
                if fixes[field] != nil { fixes[field] = .given(values) } else { unknown.append(field.rawValue) }
            }
        }
        for word in words {
            guard fixes.count == 1, let field = fixes.keys.first, let texts = word.value.texts else {
                unknown.append(word.name)
                continue
            }
            fixes[field] = .given(try AskedTags.checked(field, texts))
        }
    }

    private mutating func take(_ value: AskedValue) throws {
        switch value {
        case .text(let text): for name in text.split(separator: ",") { try take(String(name), value: nil) }
        case .list(let values): for value in values { try take(value) }
        case .members(let members):
            let ways = members.filter { Self.fixNames.contains(AskedMember.plain($0.key)) || ["field", "name"].contains($0.key) }
            if let name = ways.values.first?.texts?.first {
                try take(name, value: members["value"] ?? members["to"])
            } else {
                for (name, value) in members.sorted(by: { $0.key < $1.key }) { try take(name, value: value) }
            }
        case .none, .truth, .number: throw Problem.badBody("fix must be a name or a list of names.")
        }
    }

    private mutating func take(_ name: String, value: AskedValue?) throws {
        let fields = Self.fields(name)
        guard !fields.isEmpty else {
            unknown.append(name)
            return
        }
        for field in fields {
            switch value {
            case nil, .some(.none): fixes[field] = try Self.usual(field)
            case .truth(true) where field != .compilation: fixes[field] = try Self.usual(field)
            case .truth(false) where field != .compilation: continue
            case .some(let value): fixes[field] = .given(try AskedTags.checked(field, value.texts ?? []))
            }
        }
    }

    private static func usual(_ field: TagField) throws -> Value {
        if field == .compilation { return .given(try AskedTags.checked(.compilation, ["1"])) }
        guard spreadable.contains(field) else { throw Problem.badBody("\(field.rawValue) needs a value.") }
        return .commonest
    }

    /// The fields that the name of a fix is about: all of its words together, or each.
    static func fields(_ name: String) -> [TagField] {
        var spaced = ""
        for character in name {
            if character.isUppercase, spaced.last?.isLowercase == true { spaced.append(" ") }
            spaced.append(character)
        }
        let words = spaced.lowercased().split { !$0.isLetter }.map(String.init).filter { !fillers.contains($0) }
        if let field = AskedTags.field(words.joined()) { return [field] }
        let fields = words.compactMap { AskedTags.field($0) }
        return fields.count == words.count ? fields : []
    }

    /// What all of these tracks get.
    func tags(for tracks: [Track]) throws(Problem) -> TagFields {
        var tags = TagFields()
        for (field, value) in fixes {
            switch value {
            case .given(let values): tags[field] = values
            case .commonest:
                guard let text = Self.commonest(field, of: tracks) else {
                    throw Problem(
                        .unprocessable, "No track has a \(field.rawValue) that the others could get: name one.", type: "refused")
                }
                tags[field] = [Array(text.utf8)]
            }
        }
        return tags
    }

    private static func commonest(_ field: TagField, of tracks: [Track]) -> String? {
        let artists = tracks.compactMap { $0.artist?.name }
        switch field {
        case .artist: return commonest(artists)
        case .albumArtist:
            let one = Set(artists).count == 1 ? artists.first : variousArtists
            return commonest(tracks.compactMap(\.albumArtist)) ?? (artists.isEmpty ? nil : one)
        case .album: return commonest(tracks.compactMap { $0.album?.name })
        case .genre: return commonest(tracks.compactMap(\.genre))
        case .year: return commonest(tracks.compactMap { $0.year.map { "\($0)" } })
        default: return nil
        }
    }

    /// The text that occurs most often; the first in the alphabet of several.
    private static func commonest(_ texts: [String]) -> String? {
        Dictionary(grouping: texts) { $0 }.min { ($1.value.count, $0.key) < ($0.value.count, $1.key) }?.key
    }
}
