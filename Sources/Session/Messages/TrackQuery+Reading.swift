import Music

/// The fields by which `GET /tracks` filters and sorts, as a command has them.
extension TrackQuery {
    private static let names: Set = [
        "q", "sort", "order", "artist", "album", "genre", "state", "minBpm", "maxBpm", "minYear", "maxYear", "favourite", "played",
        "key", "limit",
    ]

    private enum Direction: String, CaseIterable {
        case asc, desc
    }

    init(_ members: Members) throws(MessageProblem) {
        self.init()
        // A misspelled filter would select the whole library.
        if let unknown = members.names.sorted().first(where: { !Self.names.contains($0) }) {
            throw MessageProblem(.badValue, "smart has no field \(MessageProblem.quote(unknown)).")
        }
        text = try Self.text("q", of: members)
        order = try members.word("sort", of: Order.self) ?? .relevance
        isDescending = try members.word("order", of: Direction.self) == .desc
        artist = try members.whole("artist", in: .numbers)
        album = try members.whole("album", in: .numbers)
        genre = try Self.text("genre", of: members)
        state = try members.word("state", of: AnalysisState.self)
        let (slowest, fastest) = (try members.number("minBpm", in: Self.tempos), try members.number("maxBpm", in: Self.tempos))
        tempo = try Self.range("minBpm", "maxBpm", slowest, fastest, Self.tempos)
        key = try Self.key(of: members)
        let (first, last) = (try members.whole("minYear", in: Self.years), try members.whole("maxYear", in: Self.years))
        years = try Self.range("minYear", "maxYear", first, last, Self.years)
        isFavourite = try members.truth("favourite")
        wasPlayed = try members.truth("played")
        limit = try members.whole("limit", in: 1...RoomQueue.mostEntries) ?? RoomQueue.mostEntries
    }

    /// A text; nil if it is missing or empty.
    private static func text(_ name: String, of members: Members) throws(MessageProblem) -> String? {
        guard let text = try members.text(name, atMost: .max), !text.isEmpty else { return nil }
        guard text.unicodeScalars.count <= longestText else {
            throw members.wrong(name, "a text of at most \(longestText) characters")
        }
        return text
    }

    private static func key(of members: Members) throws(MessageProblem) -> MusicalKey? {
        guard let name = try text("key", of: members) else { return nil }
        guard let key = MusicalKey(name) else { throw members.wrong("key", MusicalKey.form) }
        return key
    }

    /// A range whose ends may be omitted.
    private static func range<Number>(
        _ low: String, _ high: String, _ lower: Number?, _ upper: Number?, _ limits: ClosedRange<Number>
    ) throws(MessageProblem) -> ClosedRange<Number>? {
        guard lower != nil || upper != nil else { return nil }
        let (start, end) = (lower ?? limits.lowerBound, upper ?? limits.upperBound)
        guard start <= end else { throw MessageProblem(.badValue, "smart.\(low) must not be greater than smart.\(high).") }
        return start...end
    }
}
