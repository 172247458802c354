import Glibc
package import Music
import Text

/// How uploads are filed by their tags, such as `{albumartist}/{album}/{disc}-{track} {title}`.
package struct UploadPattern: Sendable, Equatable {
    private enum Field: String, CaseIterable {
        case title, artist, albumartist, album, genre, year, disc, track
    }

    private enum Part: Equatable {
        case text(String)
        case field(Field)
    }

    /// Why a text is no pattern.
    package struct Mistake: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Names on Linux have at most 255 bytes; the rest is for an ending and for the number that makes a name unique.
    static let longestName = 230
    /// More folders one in the other than anybody keeps music in.
    private static let mostLevels = 8
    /// What Windows and its network folders refuse in a name.
    private static let unsafe: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]

    package let text: String
    /// The folders, and the file's name at the end.
    private let levels: [[Part]]

    package init(_ text: String) throws(Mistake) {
        self.text = text
        var levels: [[Part]] = []
        for level in text.split(separator: "/", omittingEmptySubsequences: false) { levels.append(try Self.parts(of: level)) }
        guard (1...Self.mostLevels).contains(levels.count), levels.allSatisfy({ !$0.isEmpty }) else {
            throw Mistake(description: "at most \(Self.mostLevels) names with / between them")
        }
        guard levels.last?.contains(.field(.title)) == true else {
            throw Mistake(description: "a pattern with {title} in the last name")
        }
        self.levels = levels
    }

    private static func parts(of level: Substring) throws(Mistake) -> [Part] {
        var parts: [Part] = []
        var rest = level
        while let brace = rest.firstIndex(of: "{") {
            if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
            guard let end = rest[brace...].firstIndex(of: "}"),
                let field = Field(rawValue: String(rest[rest.index(after: brace)..<end]))
            else {
                let known = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw Mistake(description: "a pattern of \(known)")
            }
            parts.append(.field(field))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }

    /// The folders of a file and its name, without its ending. `name` stands for a title that is missing.
    package func path(of tags: Tags, name: String) -> [String] {
        levels.map { level in
            var words = ""
            var isLeftOut = false
            for part in level {
                switch part {
                // What stands behind a number that is missing belongs to it.
                case .text(let text): if !isLeftOut { words += text }
                case .field(let field):
                    let value = Self.value(of: field, tags, name: name)
                    isLeftOut = value == nil
                    words += value ?? ""
                }
            }
            return Self.safe(words)
        }
    }

    private static func value(of field: Field, _ tags: Tags, name: String) -> String? {
        switch field {
        case .title: filled(tags.title) ?? name
        case .artist: filled(tags.artist) ?? filled(tags.albumArtist) ?? "Unknown artist"
        case .albumartist:
            filled(tags.albumArtist) ?? (tags.compilation == true ? "Various artists" : filled(tags.artist) ?? "Unknown artist")
        case .album: filled(tags.album) ?? "Unknown album"
        case .genre: filled(tags.genre) ?? "Unknown genre"
        case .year: tags.year.map { "\($0)" }
        case .disc: tags.disc.map { "\($0)" }
        case .track: tags.track.map { $0 < 10 ? "0\($0)" : "\($0)" }
        }
    }

    private static func filled(_ text: String?) -> String? {
        text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Folders that every file system takes.
    static func safe(_ folders: [String]) -> [String] { folders.suffix(mostLevels).map(safe) }

    /// A name that every file system takes: nothing in it separates folders, hides the file or runs over the line.
    static func safe(_ words: String) -> String {
        var name = String(words.asOneLine.map { unsafe.contains($0) ? "_" : $0 })
        name = String(name.drop { $0 == "." || $0 == " " })
        while name.utf8.count > longestName { name.removeLast() }
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return name.isEmpty ? "_" : name
    }
}
