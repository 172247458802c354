import Music
import Testing

@testable import Catalog

@Suite("Practice", .serialized)
struct PracticeTests {
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func item(_ name: String, _ item: String, _ day: String, _ seconds: Int) throws -> PracticeItem {
        PracticeItem(
            name: name, item: item, day: try self.day(day), song: nil, title: "T\(seconds)", tempo: ClickTempo(tenths: 1205),
            seconds: seconds, bars: seconds / 2)
    }

    @Test("reports of one item in any order, and again, leave the one with the most seconds", arguments: 0..<20)
    func idempotent(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let library = try await TemporaryCatalog()
        let reports = try [30, 60, 90].map { try item("Ann", "a", "2026-11-25", $0) }
        for report in (reports + reports).shuffled(using: &random) { try await library.catalog.record(report) }
        let days = CalendarDay(number: 0)...CalendarDay(number: .max)
        let found = try await library.reader.practice(of: "Ann", in: days, limit: 9, offset: 0)
        #expect(found.items == [reports[2]] && found.total == 1, "seed \(seed)")
    }

    @Test("each name has its own items, days and sums")
    func names() async throws {
        let library = try await TemporaryCatalog()
        for (name, label, day, seconds) in [
            ("Ann", "a", "2026-11-24", 60), ("Ann", "b", "2026-11-25", 30), ("Ann", "c", "2026-11-25", 45),
            ("bob", "a", "2026-11-25", 90), ("Ann", "d", "2026-10-31", 100), ("Ann", "e", "2026-12-01", 1_000),
        ] { try await library.catalog.record(try item(name, label, day, seconds)) }
        #expect(try await library.reader.practiceNames() == ["Ann", "bob"])
        let month = try #require(CalendarDay.days(ofMonth: "2026-11"))
        let calendar = try await library.reader.practiceCalendar(of: "Ann", in: month, today: try day("2026-11-26"))
        #expect(calendar.days == [try day("2026-11-24"): 60, try day("2026-11-25"): 75])
        #expect((calendar.total, calendar.streaks.current, calendar.streaks.best) == (1_235, 2, 2))
        let some = try await library.reader.practice(of: "Ann", in: month, limit: 1, offset: 1)
        #expect(some.items.map(\.item) == ["c"] && some.total == 3)
        try await library.catalog.removePractice(of: "Ann")
        #expect(try await library.reader.practiceNames() == ["bob"])
        await #expect(throws: CatalogError.self) { try await library.catalog.removePractice(of: "Ann") }
    }

    @Test("an item outlives its song, and one of an unknown song is kept without it")
    func songs() async throws {
        let library = try await TemporaryCatalog()
        let song = try await library.catalog.addSong(Song.Sheet(title: "One"), at: 1)
        for (label, id) in [("a", song), ("b", 99)] {
            try await library.catalog.record(
                PracticeItem(
                    name: "Ann", item: label, day: try day("2026-11-25"), song: id, title: "One", tempo: ClickTempo(tenths: 900),
                    seconds: 30, bars: 4))
        }
        let days = try day("2026-11-25")...day("2026-11-25")
        func songs() async throws -> [Int?] {
            try await library.reader.practice(of: "Ann", in: days, limit: 9, offset: 0).items.map(\.song)
        }
        #expect(try await songs() == [song, nil])
        try await library.catalog.removeSong(song)
        #expect(try await songs() == [nil, nil])
    }

    @Test("beyond the limits no name and no item is added, and known items still grow")
    func limits() async throws {
        let library = try await TemporaryCatalog()
        try await library.catalog.script(
            """
            INSERT INTO practice WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                SELECT 'Ann', i, 0, NULL, '', 900, 30, 1 FROM n;
            INSERT INTO practice WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
                SELECT 'name' || i, 'a', 0, NULL, '', 900, 30, 1 FROM n
            """)
        for name in ["Ann", "Zoe"] {
            await #expect(throws: CatalogError.self) {
                try await library.catalog.record(try item(name, "new", "2026-11-25", 30))
            }
        }
        try await library.catalog.record(try item("Ann", "7", "2026-11-25", 31))
        try await library.catalog.record(try item("name9", "new", "2026-11-25", 31))
        #expect(try await library.reader.practiceNames().count == 200)
        #expect(try await library.catalog.number("SELECT seconds FROM practice WHERE item = '7'") == 31)
    }

    @Test("numbers that no page reports are bounded when they are read")
    func altered() async throws {
        let library = try await TemporaryCatalog()
        for day in ["9223372036854775807", "-9223372036854775808", "20000"] {
            try await library.catalog.script(
                "INSERT INTO practice VALUES ('Ann', '\(day)', \(day), NULL, '', \(day), 9223372036854775807, \(day))")
        }
        let month = try #require(CalendarDay.days(ofMonth: "9999-12"))
        let calendar = try await library.reader.practiceCalendar(of: "Ann", in: month, today: CalendarDay(number: .max))
        #expect(calendar.total == 3 * 86_400 && calendar.days.count == 1)
        let all = CalendarDay(number: .min)...CalendarDay(number: .max)
        #expect(try await library.reader.practice(of: "Ann", in: all, limit: 9, offset: 0).items.count == 1)
    }
}

@Suite("Days")
struct CalendarDayTests {
    @Test(
        "are numbered from 1970 on",
        arguments: [
            ("1970-01-01", 0), ("1970-02-28", 58), ("1970-03-01", 59), ("1972-02-29", 789), ("2000-02-29", 11_016),
            ("2001-01-01", 11_323), ("2026-11-25", 20_782), ("9999-12-31", 2_932_896),
        ])
    func known(text: String, number: Int) throws {
        #expect(CalendarDay(text)?.number == number)
        #expect(CalendarDay(number: number).description == text)
    }

    @Test("every day of 800 years is written and read alike, and the months have their lengths")
    func roundTrip() {
        var counts: [String: Int] = [:]
        for number in 0..<292_194 {
            let text = CalendarDay(number: number).description
            guard CalendarDay(text)?.number == number else { return #expect(Bool(false), "\(text)") }
            counts[String(text.prefix(7)), default: 0] += 1
        }
        for (month, count) in [
            ("2023-02", 28), ("2024-02", 29), ("2000-02", 29), ("2100-02", 28), ("2024-04", 30), ("2024-12", 31),
        ] {
            #expect(counts[month] == count && CalendarDay.days(ofMonth: month)?.count == count, "\(month)")
        }
    }

    @Test(
        "no other text is one",
        arguments: [
            "", "2026-11-31", "2023-02-29", "2100-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "1969-12-31", "26-11-25",
            "2026-1-25", "2026-11-25 ", "2026-11-25T00", "2026/11/25", "٢٠٢٦-11-25", "+026-11-25", "2026-11--5", "-2026-11-25",
            "99999999999999999999-11-25",
        ])
    func refused(text: String) {
        #expect(CalendarDay(text) == nil)
        #expect(CalendarDay.days(ofMonth: text) == nil)
    }
}

extension ClosedRange<CalendarDay> {
    fileprivate var count: Int { upperBound.number - lowerBound.number + 1 }
}

@Suite("Streaks")
struct PracticeStreakTests {
    @Test(
        "count days in a row up to today or yesterday, over the ends of months and leap days",
        arguments: [
            ([], "2026-11-25", 0, 0), (["2026-11-25"], "2026-11-25", 1, 1), (["2026-11-24"], "2026-11-25", 1, 1),
            (["2026-11-23"], "2026-11-25", 0, 1), (["2026-11-30", "2026-12-01"], "2026-12-01", 2, 2),
            (["2025-12-31", "2026-01-01", "2026-01-02"], "2026-01-03", 3, 3),
            (["2024-02-28", "2024-02-29", "2024-03-01"], "2024-03-01", 3, 3),
            (["2023-02-28", "2023-03-01"], "2023-03-02", 2, 2), (["2024-02-28", "2024-03-01"], "2024-03-01", 1, 1),
            (["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-05"], "2026-11-05", 1, 3),
            (["2026-11-24", "2026-11-25", "2026-11-26"], "2026-11-25", 3, 3), (["2030-01-01", "2030-01-02"], "2026-11-25", 0, 2),
        ] as [([String], String, Int, Int)])
    func known(days: [String], today: String, current: Int, best: Int) throws {
        let streaks = PracticeStreaks(days.compactMap { CalendarDay($0) }, today: try #require(CalendarDay(today)))
        #expect((streaks.current, streaks.best) == (current, best))
    }
}
