/// The words of a song: plain, or with the times of their lines and perhaps of their words. Reading never fails: of a damaged
/// file, what makes sense is read.
package struct Lyrics: Hashable, Sendable {
    /// A piece of a line with its time; the pieces of a line together are its text, with the space between words in them.
    package struct Word: Hashable, Sendable {
        /// Seconds from the start of the track.
        package let start: Double
        package let text: String
    }

    package struct Line: Hashable, Sendable {
        /// Seconds from the start of the track; nil in plain lyrics.
        package let start: Double?
        /// When its last word ends, if that is stated.
        package let end: Double?
        /// Empty in a pause, and between the verses of plain lyrics.
        package let text: String
        /// Empty unless the words have times; then their times never fall, and none is before the line.
        package let words: [Word]
        /// Whether the times of the words are estimated from that of the line.
        package var isEstimated = false
    }

    /// No lyrics.
    package static let none = Lyrics(lines: [], language: nil)

    /// Bytes that are read of a file: the longest song has a twentieth of them.
    package static let mostBytes = 256 << 10
    /// A line every three seconds for four hours.
    static let mostLines = 5_000
    static let mostWords = 20_000
    /// Bytes of a line; longer ones are cut.
    static let longestLine = 1_000
    /// Bytes of text in all lines: a line with several times stands for several lines.
    static let mostText = 512 << 10
    /// Seconds at which a line may begin: a day, like any other time of a track.
    static let times = 0...86_400.0

    /// Sorted by time if they have times.
    package let lines: [Line]
    /// A language tag such as "en" or "por", if one is stated.
    package let language: String?

    /// Whether the lines have times.
    package var isSynced: Bool { lines.first?.start != nil }

    init(lines: [Line], language: String?) {
        self.lines = lines
        self.language = language
    }

    /// Reads a file in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252, which contains Latin-1; `language` counts if the
    /// file itself states none.
    package init(_ bytes: [UInt8], language: String? = nil) {
        self.init(text: CharacterSets.text(bytes.prefix(Self.mostBytes)), language: language)
    }

    /// Reads text, such as that of a tag; `language` counts if the text itself states none.
    package init(text: String, language: String? = nil) {
        var reader = LyricsReader()
        var line: [UInt8] = []
        var before: UInt8 = 0
        for byte in text.utf8.prefix(Self.mostBytes) + [UInt8(ascii: "\n")] {
            defer { before = byte }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                line.append(byte)
                continue
            }
            // Windows ends a line with both.
            if byte == UInt8(ascii: "\n"), before == UInt8(ascii: "\r") { continue }
            guard reader.read(line) else { break }
            line.removeAll(keepingCapacity: true)
        }
        lines = reader.lines
        self.language = reader.language ?? language.flatMap(Self.languageTag)
    }

    /// A language tag as it is written in BCP 47, in lower case; nil for other words. "xxx" in an ID3 tag stands for none.
    package static func languageTag(_ text: String) -> String? {
        let tag = text.trimmed.lowercased()
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, 2...3 ~= first.count, tag.utf8.count <= 35, tag != "xxx", tag != "und",
            first.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }),
            parts.allSatisfy({ part in
                1...8 ~= part.count
                    && part.allSatisfy {
                        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    }
            })
        else { return nil }
        return tag
    }
}
