/// The JSON form of a line: {"t":12.5,"end":14,"text":"Hello you","words":[{"t":12.5,"text":"Hello "},{"t":13.1,"text":"you"}]}.
/// Estimated words come with "estimated":true, and are not read.
extension Lyrics.Line: Codable {
    private enum Key: String, CodingKey { case t, end, text, words, estimated }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        let text = try object.decode(String.self, forKey: .text)
        guard text.isOneLine, text.utf8.count <= Lyrics.longestLine else {
            throw DecodingError.dataCorruptedError(
                forKey: .text, in: object,
                debugDescription: "a line has at most \(Lyrics.longestLine) bytes, and no control characters")
        }
        let start = try object.decodeIfPresent(Double.self, forKey: .t)
        let end = try object.decodeIfPresent(Double.self, forKey: .end)
        let isEstimated = try object.decodeIfPresent(Bool.self, forKey: .estimated) ?? false
        let words = isEstimated ? [] : try object.decodeIfPresent([Lyrics.Word].self, forKey: .words) ?? []
        let times = [start].compactMap(\.self) + words.map(\.start) + [end].compactMap(\.self)
        guard times.allSatisfy(Lyrics.times.contains), times == times.sorted() else {
            throw DecodingError.dataCorruptedError(
                forKey: .t, in: object, debugDescription: "times are 0 to 86400 seconds, and never fall within a line")
        }
        guard words.isEmpty || start != nil && words.map(\.text).joined() == text.trimmed else {
            throw DecodingError.dataCorruptedError(
                forKey: .words, in: object, debugDescription: "the words of a line with a time are its text")
        }
        self.init(start: start, end: start == nil || isEstimated ? nil : end, text: text.trimmed, words: words)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encodeIfPresent(start, forKey: .t)
        try object.encodeIfPresent(end, forKey: .end)
        try object.encode(text, forKey: .text)
        if !words.isEmpty { try object.encode(words, forKey: .words) }
        if isEstimated { try object.encode(true, forKey: .estimated) }
    }

    /// The same line later by some seconds, but not before the start of the track.
    func shifted(by seconds: Double) -> Lyrics.Line {
        guard seconds != 0 else { return self }
        let later = { (time: Double) in max(0, ((time + seconds) * 1000).rounded() / 1000) }
        return Lyrics.Line(
            start: start.map(later), end: end.map(later), text: text,
            words: words.map { Lyrics.Word(start: later($0.start), text: $0.text) })
    }
}

extension Lyrics.Word: Codable {
    private enum Key: String, CodingKey { case t, text }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        self.init(start: try object.decode(Double.self, forKey: .t), text: try object.decode(String.self, forKey: .text))
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(start, forKey: .t)
        try object.encode(text, forKey: .text)
    }
}
