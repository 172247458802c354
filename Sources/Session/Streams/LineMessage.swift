package import Music
package import Text

/// The message for a line of lyrics.
package enum LineMessage {
    /// Line `index` of these lyrics, on a running course.
    package static func bytes(_ lyrics: Lyrics, on course: Course, line index: Int, sent: ServerTime) -> [UInt8] {
        let line = lyrics.lines[index]
        let due = { (position: MediaTime) -> Int64 in
            guard let due = course.timeline.due(of: position) else {
                preconditionFailure("no line is due while the music stands still")
            }
            return due.microseconds
        }
        let span = LineSchedule.span(of: index, in: lyrics)
        return JSON.bytes(
            LineText(
                sent: sent.microseconds, due: due(span.lowerBound), until: due(span.upperBound),
                generation: course.timeline.generation.number, source: course.timeline.piece.sourceID, line: index,
                language: lyrics.language, text: line.text,
                words: line.words.map { LineText.Word(due: due(LineSchedule.place($0.start)), text: $0.text) },
                estimated: line.isEstimated))
    }
}

/// The due times of the lines of synced lyrics.
package enum LineSchedule {
    /// The lines that begin on a course after one moment and up to another; empty while paused, and for plain lyrics.
    ///
    /// However a span of time is split, each line is returned exactly once.
    package static func lines(of lyrics: Lyrics, on course: Course, after: ServerTime, through: ServerTime) -> Range<Int> {
        guard lyrics.isSynced, let last = lyrics.lines.last?.start else { return 0..<0 }
        let all = MediaTime.zero..<place(last) + MediaTime(microseconds: 1)
        let positions = course.positions(within: all, after: after, through: through)
        return index(atOrAfter: positions.lowerBound, in: lyrics)..<index(atOrAfter: positions.upperBound, in: lyrics)
    }

    /// The lines that are being sung at a position.
    package static func lines(of lyrics: Lyrics, at position: MediaTime) -> Range<Int> {
        guard lyrics.isSynced else { return 0..<0 }
        let end = index(atOrAfter: position, in: lyrics)
        guard end > 0, let start = lyrics.lines[end - 1].start, position < span(of: end - 1, in: lyrics).upperBound else {
            return 0..<0
        }
        return index(atOrAfter: place(start), in: lyrics)..<end
    }

    /// When the first line after a moment is due; nil if there is none.
    package static func nextLine(of lyrics: Lyrics, on course: Course, after: ServerTime) -> ServerTime? {
        let lines = lines(of: lyrics, on: course, after: after, through: ServerTime(microseconds: .max))
        guard let line = lines.first, let start = lyrics.lines[line].start else { return nil }
        return course.timeline.due(of: place(start))
    }

    /// From the start of a line to the start of the next one that is later; the last lasts as long as its words.
    static func span(of index: Int, in lyrics: Lyrics) -> Range<MediaTime> {
        let line = lyrics.lines[index]
        let start = line.start ?? 0
        let next = lyrics.lines[index...].lazy.compactMap(\.start).first { $0 > start }
        return place(start)..<place(max(start, next ?? line.end ?? start))
    }

    /// A time of lyrics; one that is out of range never comes.
    static func place(_ seconds: Double) -> MediaTime { MediaTime(checking: seconds) ?? .furthest }

    private static func index(atOrAfter position: MediaTime, in lyrics: Lyrics) -> Int {
        var (low, high) = (0, lyrics.lines.count)
        while low < high {
            let middle = (low + high) / 2
            if place(lyrics.lines[middle].start ?? 0) < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

private struct LineText: Encodable {
    struct Word: Encodable {
        let due: Int64
        let text: String
    }

    let type = "line"
    let sent: Int64
    let due: Int64
    let until: Int64
    let generation: Int
    let source: String
    let line: Int
    let language: String?
    let text: String
    let words: [Word]
    let estimated: Bool

    private enum Key: String, CodingKey { case type, sent, due, until, generation, source, line, language, text, words, estimated }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(type, forKey: .type)
        try object.encode(sent, forKey: .sent)
        try object.encode(due, forKey: .due)
        try object.encode(until, forKey: .until)
        try object.encode(generation, forKey: .generation)
        try object.encode(source, forKey: .source)
        try object.encode(line, forKey: .line)
        try object.encode(language, forKey: .language)
        try object.encode(text, forKey: .text)
        try object.encode(words, forKey: .words)
        try object.encode(estimated, forKey: .estimated)
    }
}
