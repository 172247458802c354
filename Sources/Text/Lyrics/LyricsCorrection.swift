/// What people changed of a track's lyrics: a shift in time, and perhaps other lines.
///
/// The JSON form: {"shift":-0.2,"lines":[{"t":12.5,"text":"Hello you"}]}, times in seconds.
package struct LyricsCorrection: Hashable, Sendable {
    /// Seconds; larger shifts are mistakes.
    private static let furthestShift = 600.0
    /// Bytes of JSON that are stored.
    package static let mostBytes = 256 << 10

    /// Seconds by which all lines come later, in whole milliseconds.
    package var shift: Double
    /// The lines in place of those that were found, sorted by time if they have times; nil keeps those that were found.
    package var lines: [Lyrics.Line]?

    package init(shift: Double = 0, lines: [Lyrics.Line]? = nil) {
        self.shift = (min(max(shift, -Self.furthestShift), Self.furthestShift) * 1000).rounded() / 1000
        self.lines = lines
    }

    package var isEmpty: Bool { shift == 0 && lines == nil }

    /// The same lines later by some seconds.
    package func shifted(by seconds: Double) -> LyricsCorrection { LyricsCorrection(shift: shift + seconds, lines: lines) }

    /// The lyrics as they are shown; nil if there are none.
    package func applied(to found: Lyrics?) -> Lyrics? {
        guard let lines = lines ?? found?.lines else { return nil }
        return Lyrics(lines: lines.map { $0.shifted(by: shift) }, language: found?.language)
    }
}

extension LyricsCorrection: Codable {
    private enum Key: String, CodingKey { case shift, lines }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let shift = try object.decodeIfPresent(Double.self, forKey: .shift) ?? 0
        guard abs(shift) <= Self.furthestShift else {
            throw DecodingError.dataCorruptedError(
                forKey: .shift, in: object, debugDescription: "a shift is at most \(Self.furthestShift) seconds, not \(shift)")
        }
        var lines = try object.decodeIfPresent([Lyrics.Line].self, forKey: .lines)
        if let given = lines {
            let timed = given.count { $0.start != nil }
            guard given.count <= Lyrics.mostLines, timed == 0 || timed == given.count else {
                throw DecodingError.dataCorruptedError(
                    forKey: .lines, in: object,
                    debugDescription: "lyrics have at most \(Lyrics.mostLines) lines, and times for all of them or for none")
            }
            lines = given.enumerated().sorted { ($0.element.start ?? 0, $0.offset) < ($1.element.start ?? 0, $1.offset) }
                .map(\.element)
        }
        self.init(shift: shift, lines: lines)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(shift, forKey: .shift)
        try object.encode(lines, forKey: .lines)
    }
}
