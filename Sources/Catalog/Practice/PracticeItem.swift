package import Music

/// A stretch of practice without a break, as the page of whoever practised reported it.
package struct PracticeItem: Hashable, Sendable {
    package let name: String
    /// What its page calls it: a UUID in small letters.
    package let item: String
    /// The day on the device.
    package let day: CalendarDay
    /// Nil without a song, or if it was deleted.
    package let song: Int?
    package let title: String
    package let tempo: ClickTempo
    package let seconds: Int
    package let bars: Int

    package init(
        name: String, item: String, day: CalendarDay, song: Int?, title: String, tempo: ClickTempo, seconds: Int, bars: Int
    ) {
        (self.name, self.item, self.day, self.song, self.title) = (name, item, day, song, title)
        (self.tempo, self.seconds, self.bars) = (tempo, seconds, bars)
    }

    /// An item is within one day.
    package static let mostSeconds = 86_400

    static let schema = """
        CREATE TABLE practice (
            name TEXT NOT NULL,
            item TEXT NOT NULL,
            day INTEGER NOT NULL,             -- since 1970-01-01
            song INTEGER REFERENCES song (id) ON DELETE SET NULL,
            title TEXT NOT NULL,
            tempo INTEGER NOT NULL,           -- tenths of a quarter a minute
            seconds INTEGER NOT NULL,
            bars INTEGER NOT NULL,
            PRIMARY KEY (name, item)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX practice_by_day ON practice (name, day, seconds);
        CREATE INDEX practice_of_song ON practice (song) WHERE song IS NOT NULL;
        """

    init(_ row: Row) {
        self.init(
            name: row.text("name"), item: row.text("item"), day: CalendarDay(number: row.int("day")), song: row.intOrNil("song"),
            title: row.text("title"), tempo: ClickTempo(tenths: row.int("tempo")), seconds: row.int("seconds"),
            bars: row.int("bars"))
    }
}

/// What somebody has practised.
package struct PracticeCalendar: Hashable, Sendable {
    /// Seconds of each day with practice.
    package let days: [CalendarDay: Int]
    package let streaks: PracticeStreaks
    /// Seconds in all.
    package let total: Int
}

extension Catalog {
    /// More than a school of music has pupils; limits strangers.
    package static let mostPractisers = 200
    /// An hour a day in five pieces lasts ten years; limits strangers.
    package static let mostPracticeItems = 20_000
    /// Of all names together: some 50 MB, and at most five times that.
    package static let mostPracticeInAll = 200_000

    /// Records an item. Of several reports of one item the one with the most seconds counts, in whatever order they arrive.
    package func record(_ practice: PracticeItem) throws(CatalogError) {
        try change { () throws(CatalogError) in try insert(practice) }
    }

    func insert(_ practice: PracticeItem) throws(CatalogError) {
        let name = Value(practice.name)
        let isKnown =
            try connection.number(
                "SELECT count(*) FROM practice WHERE name = ? AND item = ?", name, Value(practice.item)) > 0
        if !isKnown { try makeRoom(for: practice.name) }
        try connection.run(
            """
            INSERT INTO practice (name, item, day, song, title, tempo, seconds, bars) \
            VALUES (?, ?, ?, (SELECT id FROM song WHERE id = ?), ?, ?, ?, ?) \
            ON CONFLICT (name, item) DO UPDATE SET day = excluded.day, song = excluded.song, title = excluded.title, \
            tempo = excluded.tempo, seconds = excluded.seconds, bars = excluded.bars WHERE excluded.seconds > practice.seconds
            """, name, Value(practice.item), Value(practice.day.number), Value(practice.song), Value(practice.title),
            Value(practice.tempo.tenths), Value(practice.seconds), Value(practice.bars))
    }

    /// Deletes all that was recorded under a name.
    package func removePractice(of name: String) throws(CatalogError) {
        try change { () throws(CatalogError) in
            try connection.run("DELETE FROM practice WHERE name = ?", Value(name))
            guard connection.changedRows > 0 else { throw .nothing("nobody of this name has practised") }
        }
    }

    private func makeRoom(for name: String) throws(CatalogError) {
        let count = try connection.number("SELECT count(*) FROM practice WHERE name = ?", Value(name))
        guard count < Self.mostPracticeItems else {
            throw .conflict("\(Self.mostPracticeItems) items are recorded under this name already")
        }
        guard try connection.number("SELECT count(*) FROM practice") < Self.mostPracticeInAll else {
            throw .conflict("\(Self.mostPracticeInAll) items are recorded already")
        }
        guard count == 0 else { return }
        guard try PracticeNames.all(in: connection).count < Self.mostPractisers else {
            throw .conflict("there are \(Self.mostPractisers) names already")
        }
    }
}

extension CatalogReader {
    /// The names under which practice is recorded.
    package func practiceNames() throws(CatalogError) -> [String] { try PracticeNames.all(in: connection) }

    /// What was practised on some days, the last first.
    package func practice(
        of name: String, in days: ClosedRange<CalendarDay>, limit: Int, offset: Int
    ) throws(CatalogError) -> Page<PracticeItem> {
        let values = [Value(name), Value(days.lowerBound.number), Value(days.upperBound.number)]
        return try snapshot { () throws(CatalogError) in
            let clause = "FROM practice WHERE name = ? AND day BETWEEN ? AND ?"
            return Page(
                items: try connection.rows(
                    "SELECT * \(clause) ORDER BY day DESC, item LIMIT ? OFFSET ?", values + [Value(limit), Value(offset)]
                ) { PracticeItem($0) },
                total: try connection.rows("SELECT count(*) \(clause)", values) { $0.int() }.first ?? 0)
        }
    }

    /// What was practised in a month, and all in all.
    package func practiceCalendar(
        of name: String, in month: ClosedRange<CalendarDay>, today: CalendarDay
    ) throws(CatalogError) -> PracticeCalendar {
        // A sum that overflows would be an error of SQLite, and the catalog may have been altered.
        let days = try connection.rows(
            """
            SELECT day, sum(min(max(seconds, 0), \(PracticeItem.mostSeconds))) AS seconds FROM practice WHERE name = ? \
            GROUP BY day ORDER BY day
            """, [Value(name)]
        ) { (day: CalendarDay(number: $0.int("day")), seconds: $0.int("seconds")) }
        return PracticeCalendar(
            days: Dictionary(days.filter { month.contains($0.day) }.map { ($0.day, $0.seconds) }) { $0 + $1 },
            streaks: PracticeStreaks(days.map(\.day), today: today), total: days.reduce(0) { $0 + $1.seconds })
    }
}

private enum PracticeNames {
    /// Each name is found by the key, without reading the items between.
    static func all(in connection: Connection) throws(CatalogError) -> [String] {
        try connection.rows(
            """
            WITH RECURSIVE known (name) AS (SELECT min(name) FROM practice UNION ALL \
            SELECT (SELECT min(name) FROM practice WHERE name > known.name) FROM known WHERE known.name IS NOT NULL) \
            SELECT name FROM known WHERE name IS NOT NULL ORDER BY name COLLATE NOCASE, name
            """
        ) { $0.text() }
    }
}
