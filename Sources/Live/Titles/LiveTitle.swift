package import Music
import Text

/// What a source says that it plays.
package struct LiveTitle: Equatable, Sendable {
    /// Bytes of each text: more than the longest titles have.
    private static let longest = 300

    package let title: String
    package let artist: String?
    package let album: String?

    /// Nil without a title. Texts come from anywhere: each becomes one line.
    init?(title: String?, artist: String?, album: String?) {
        guard let title = Self.line(title) else { return nil }
        (self.title, self.artist, self.album) = (title, Self.line(artist), Self.line(album))
    }

    private static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let start = text.drop(while: \.isWhitespace).prefix(longest)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        var line = String(start[...last]).asOneLine
        while line.utf8.count > longest { line.removeLast() }
        return line
    }
}

/// The titles of a source so far.
package struct LiveTitles: Sendable {
    /// A title, and the position of its source from which it is true.
    package struct Part: Sendable {
        package let from: MediaTime
        /// Nil where the source plays what has none.
        package let title: LiveTitle?
    }

    /// As many as a room keeps.
    private static let most = 32

    /// The last of them.
    package private(set) var parts: [Part] = []
    /// How many there were.
    package private(set) var count = 0

    mutating func add(_ title: LiveTitle?, from position: MediaTime) -> Bool {
        guard count > 0 ? parts.last?.title != title : title != nil else { return false }
        parts.append(Part(from: position, title: title))
        if parts.count > Self.most { parts.removeFirst() }
        count += 1
        return true
    }
}
