/// A day of the calendar, without a time zone: as a device's owner counts it.
package struct CalendarDay: Hashable, Comparable, Sendable {
    /// The last day of the year 9999, the last with four digits.
    private static let last = 2_932_896

    /// Days since 1970-01-01.
    package let number: Int

    /// The nearest day from 1970 to 9999.
    package init(number: Int) {
        self.number = min(max(number, 0), Self.last)
    }

    /// Nil if the calendar has no such day from 1970 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years that begin in March end with the leap day (Howard Hinnant, "chrono-compatible low-level date algorithms").
        let (years, months) = (month > 2 ? year : year - 1, (month + 9) % 12)
        let (era, yearOfEra) = (years / 400, years % 400)
        let dayOfYear = (153 * months + 2) / 5 + day - 1
        self.init(number: era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
        // The 31st of a shorter month is a day of the next.
        guard parts == (year, month, day) else { return nil }
    }

    /// The year, the month and the day, each from 1 on.
    package var parts: (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        let (era, dayOfEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let months = (5 * dayOfYear + 2) / 153
        let month = months < 10 ? months + 3 : months - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * months + 2) / 5 + 1)
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay: LosslessStringConvertible {
    /// Reads a text such as "2026-11-25"; nil for any other.
    package init?(_ text: String) {
        guard let parts = Self.numbers(text, [4, 2, 2]) else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }

    package var description: String {
        let (year, month, day) = parts
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))"
    }

    /// The days of a month such as "2026-11"; nil for any other text.
    package static func days(ofMonth text: String) -> ClosedRange<CalendarDay>? {
        guard let parts = numbers(text, [4, 2]), let first = CalendarDay(year: parts[0], month: parts[1], day: 1) else {
            return nil
        }
        let last = (28...31).reversed().lazy.compactMap { CalendarDay(year: parts[0], month: parts[1], day: $0) }.first
        return first...(last ?? first)
    }

    /// Numbers with these counts of digits, with hyphens between them.
    private static func numbers(_ text: String, _ lengths: [Int]) -> [Int]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == lengths else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
            numbers.append(part.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) })
        }
        return numbers
    }
}
