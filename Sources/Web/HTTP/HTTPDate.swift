/// Dates in the format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110, 5.6.7).
package enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let daySeconds = 86_400
    /// The years 0000 to 9999, all that four digits can express.
    private static let writable = -62_167_219_200...253_402_300_799

    /// The date `seconds` after 1970 began (UTC, leap seconds not counted), clamped to the years 0000 to 9999.
    package static func text(_ seconds: Int) -> String {
        let held = min(max(seconds, writable.lowerBound), writable.upperBound)
        let day = (held - floorModulo(held, daySeconds)) / daySeconds
        let second = floorModulo(held, daySeconds)
        let (year, month, dayOfMonth) = civil(day)
        let weekday = weekdays[floorModulo(day, 7)]
        let clock = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
        return "\(weekday), \(two(dayOfMonth)) \(months[month - 1]) \(two(year / 100))\(two(year % 100)) \(clock) GMT"
    }

    /// The seconds since 1970 of an IMF-fixdate; nil for any other format and for dates that do not exist.
    package static func seconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        let span = bytes.span
        guard span.count == 29, span.text(3..<5) == ", ", span.text(25..<29) == " GMT",
            bytes[7] == 0x20, bytes[11] == 0x20, bytes[16] == 0x20, bytes[19] == 0x3A, bytes[22] == 0x3A,
            let month = months.firstIndex(of: span.text(8..<11)), let dayOfMonth = span.decimal(5..<7),
            let year = span.decimal(12..<16), let hour = span.decimal(17..<19), let minute = span.decimal(20..<22),
            let second = span.decimal(23..<25), hour < 24, minute < 60, second < 60
        else { return nil }
        let day = days(year, month + 1, dayOfMonth)
        guard civil(day) == (year, month + 1, dayOfMonth), weekdays[floorModulo(day, 7)] == span.text(0..<3) else {
            return nil
        }
        return day * daySeconds + hour * 3600 + minute * 60 + second
    }

    /// Days since 1970-01-01 of a date in the Gregorian calendar. Years start in March, so that the leap day is the last of
    /// its year and the months before it follow one pattern: 153 days in every five.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let inYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let leapDays = floorQuotient(shifted, 4) - floorQuotient(shifted, 100) + floorQuotient(shifted, 400)
        return shifted * 365 + leapDays + inYear - daysFromYearZero
    }

    /// From 1 March of the year 0 to 1 January 1970.
    private static let daysFromYearZero = 719_468

    /// The inverse of `days`: estimates the year by its mean length, then steps back if the estimate is too late.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        // 400 Gregorian years have 146,097 days.
        var shifted = floorQuotient((day + daysFromYearZero) * 400, 146_097) + 1
        while days(shifted, 3, 1) > day { shifted -= 1 }
        let inYear = day - days(shifted, 3, 1)
        let monthFromMarch = (5 * inYear + 2) / 153
        let month = (monthFromMarch + 2) % 12 + 1
        let dayOfMonth = inYear - (153 * monthFromMarch + 2) / 5 + 1
        return (month > 2 ? shifted : shifted + 1, month, dayOfMonth)
    }

    private static func floorModulo(_ value: Int, _ divisor: Int) -> Int {
        let remainder = value % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    private static func floorQuotient(_ value: Int, _ divisor: Int) -> Int {
        (value - floorModulo(value, divisor)) / divisor
    }

    private static func two(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
