import Catalog
import Library
import Web
import Workers

/// What an app wants mended in all tracks of an album, and in which.
struct AskedFixes {
    /// Where the tracks are, unless paths name them.
    enum Place: Equatable {
        case folder(String)
        case albumID(String)
        /// An album by its title.
        case album(String)
    }

    /// Fields of which the catalog knows what most tracks have.
    private static let spreadable: Set<TagField> = [.artist, .albumArtist, .album, .genre, .year]
    private static let variousArtists = "Various Artists"

    private(set) var paths = AskedPaths()
    private(set) var place: Place?
    /// The values that all tracks get.
    private var given = TagFields()
    /// The fields in which all get what most of them have.
    private var commonest: Set<TagField> = []

    init(_ body: AskedBody) throws {
        var (named, rest): (Set<TagField>, [AskedBody.Member]) = ([], [])
        for member in body.members {
            switch member.name {
            case "fix":
                guard let names = member.value.texts else {
                    throw Problem.badBody("fix must be a name of a tag, or a list of them.")
                }
                for name in names { named.insert(try AskedTags.field(name)) }
            case "folder": place = (member.value.texts?.first).map { .folder($0) }
            case "album_id": place = (member.value.texts?.first).map { .albumID($0) }
            case let name where AskedPaths.names.contains(name): try paths.add(member.value, of: name)
            default: rest.append(member)
            }
        }
        // An album's title says where the tracks are if nothing else does.
        if paths.isEmpty, place == nil, let index = rest.firstIndex(where: { $0.name == "album" }) {
            place = (rest[index].value.texts?.first).map { .album($0) }
            rest.remove(at: index)
        }
        given = try AskedTags(rest).fields
        guard !given.values.isEmpty || !named.isEmpty else {
            throw Problem.badBody("fix must name what to mend: artist, album_artist, album, compilation, genre or year.")
        }
        guard named.isEmpty || given.values.keys.allSatisfy({ named.contains($0) || [.trackCount, .discCount].contains($0) }) else {
            throw Problem.badBody("A tag with a value stands beside fix, which does not name it.")
        }
        for field in named where given[field] == nil {
            if field == .compilation {
                given[field] = try TagFields.checked(field, ["1"])
            } else {
                guard Self.spreadable.contains(field) else { throw Problem.badBody("\(field.rawValue) needs a value.") }
                commonest.insert(field)
            }
        }
    }

    /// What all of these tracks get.
    func tags(for tracks: [Track]) throws(Problem) -> TagFields {
        var tags = given
        for field in commonest {
            guard let text = Self.commonest(field, of: tracks) else {
                throw Problem(
                    .unprocessable, "No track has a \(field.rawValue) that the others could get: name one.", type: "refused")
            }
            tags[field] = [Array(text.utf8)]
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
