import Catalog
import Foundation
import Library
import Music
import System
import Text
import Web

/// The practice log: who practised what on which day, as their devices count the days.
extension LibraryAPI {
    /// Shorter practice is a try of a button.
    private static let leastSeconds = 30
    private static let mostBars = 1_000_000
    /// An item is far shorter.
    private static let practiceBody = BodyPolicy.memory(limit: 8 << 10)
    private static let allDays = CalendarDay(number: .min)...CalendarDay(number: .max)

    struct PracticeBody: Decodable {
        let name: String
        let item: String
        let day: String
        let song: Int?
        let title: String?
        let bpm: Double
        let seconds: Double
        let bars: Int

        func practice() throws(Problem) -> PracticeItem {
            guard let id = UUID(uuidString: item) else { throw .badBody("item must be a UUID.") }
            guard let day = CalendarDay(day) else { throw .badBody("day must be a day such as 2026-11-25.") }
            guard let tempo = ClickTempo(checking: bpm) else { throw .badBody("bpm must be \(RhythmChange.bpmText).") }
            guard seconds >= 0, seconds <= Double(PracticeItem.mostSeconds), let whole = Int(exactly: seconds.rounded(.down)) else {
                throw .badBody("seconds must be a number from 0 to \(PracticeItem.mostSeconds).")
            }
            guard (0...mostBars).contains(bars) else { throw .badBody("bars must be a whole number from 0 to \(mostBars).") }
            do throws(SongProblem) {
                return PracticeItem(
                    name: try SongText.name(name), item: id.uuidString.lowercased(), day: day, song: song,
                    title: try SongText.line(title ?? "", "title", in: 0...SongText.longestTitle), tempo: tempo, seconds: whole,
                    bars: bars)
            } catch {
                throw .badBody("\(error).")
            }
        }
    }

    struct PracticeJSON: Encodable {
        let item: PracticeItem

        private enum Key: String, CodingKey { case name, item, day, song, title, bpm, seconds, bars }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(item.name, forKey: .name)
            try object.encode(item.item, forKey: .item)
            try object.encode(item.day.description, forKey: .day)
            try object.encode(item.song, forKey: .song)
            try object.encode(item.title, forKey: .title)
            try object.encode(item.tempo.beatsPerMinute, forKey: .bpm)
            try object.encode(item.seconds, forKey: .seconds)
            try object.encode(item.bars, forKey: .bars)
        }
    }

    private struct CalendarJSON: Encodable {
        let days: [String: Int]
        let streak: Int
        let best: Int
        let total: Int

        init(_ calendar: PracticeCalendar) {
            days = Dictionary(uniqueKeysWithValues: calendar.days.map { ($0.key.description, $0.value) })
            (streak, best, total) = (calendar.streaks.current, calendar.streaks.best, calendar.total)
        }
    }

    private struct NamesJSON: Encodable {
        let names: [String]
    }

    func addPractice(to routes: inout Routes) {
        let access = access
        let admit: Routes.Guard = { try access.checkSender($0) }
        // A page that was without its server reports several items at once.
        let allowances = AddressAllowances(perSecond: 1, burst: 30)
        routes.on(.post, Self.prefix + "/practice", body: Self.practiceBody, guard: admit) { request in
            try take(from: allowances, for: request.caller.asker, "reports of practice")
            let practice = try request.json(PracticeBody.self).practice()
            return try await Self.explaining {
                if practice.seconds >= Self.leastSeconds { try await library.catalog.record(practice) }
                return Response(.noContent)
            }
        }
        read("/practice", takes: PageRequest.effort(usual: PageRequest.mostItems), in: &routes) { request in
            let query = QueryReader(request)
            let (paging, name) = (try PageRequest(query, usual: PageRequest.mostItems), try Self.name(query))
            let from = try Self.day("from", query) ?? Self.allDays.lowerBound
            let to = try Self.day("to", query) ?? Self.allDays.upperBound
            guard from <= to else { throw Problem.badQuery("from must not be later than to.") }
            return try await page(
                request, paging,
                { try await library.reader.practice(of: name, in: from...to, limit: paging.limit, offset: paging.offset) },
                PracticeJSON.init)
        }
        read("/practice/calendar", in: &routes) { request in
            let query = QueryReader(request)
            let name = try Self.name(query)
            let today = try Self.day("today", query) ?? dayHere
            let text = try query.text("month") ?? String(today.description.prefix(7))
            guard let month = CalendarDay.days(ofMonth: text) else {
                throw Problem.badQuery("month must be a month such as 2026-11.")
            }
            let calendar = try await library.reader.practiceCalendar(of: name, in: month, today: today)
            return Response(json: CalendarJSON(calendar)).uncached
        }
        read("/practice/names", in: &routes) { request in
            try await tagged(request) { NamesJSON(names: try await library.reader.practiceNames()) }
        }
        change(.delete, "/practice", .editSongs, in: &routes) { request in
            try await library.catalog.removePractice(of: try Self.name(QueryReader(request)))
            return Response(.noContent)
        }
    }

    private static func name(_ query: QueryReader) throws(Problem) -> String {
        let text = try query.text("name") ?? ""
        do throws(SongProblem) {
            return try SongText.name(text)
        } catch {
            throw .badQuery("\(error).")
        }
    }

    private static func day(_ name: String, _ query: QueryReader) throws(Problem) -> CalendarDay? {
        guard let text = try query.text(name) else { return nil }
        guard let day = CalendarDay(text) else { throw .badQuery("\(name) must be a day such as 2026-11-25.") }
        return day
    }

    /// The day at the server, for clients that do not say theirs.
    private var dayHere: CalendarDay {
        let parts = Calendar(identifier: .gregorian).dateComponents(
            [.year, .month, .day],
            from: Date(timeIntervalSince1970: Double(library.clock.second)))
        return CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) ?? Self.allDays.lowerBound
    }
}
