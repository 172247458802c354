import Glibc

/// Hours of each day in local time, such as from 23 to 7.
package struct DailyHours: Codable, Hashable, Sendable, CustomStringConvertible {
    package let from: Int
    /// The first hour after them.
    package let to: Int

    /// Nil unless both are hours of a day, and differ.
    package init?(from: Int, to: Int) {
        guard (0...23).contains(from), (0...24).contains(to), from != to % 24 else { return nil }
        (self.from, self.to) = (from, to % 24)
    }

    /// Parses "23-7".
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let from = parts[0], let to = parts[1] else { return nil }
        self.init(from: from, to: to)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let hours = DailyHours(
            from: try members.decode(Int.self, forKey: .from), to: try members.decode(Int.self, forKey: .to))
        guard let hours else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "takes two hours of a day, such as from 23 to 7"))
        }
        self = hours
    }

    private enum CodingKeys: String, CodingKey { case from, to }

    package var description: String { "\(from)-\(to)" }

    /// Whether an hour of the day is one of them.
    package func contains(_ hour: Int) -> Bool {
        from < to ? (from..<to).contains(hour) : hour >= from || hour < to
    }

    /// The hour of the day at a time in seconds since 1970, where this machine is.
    static func hour(at second: Int) -> Int {
        var (time, parts) = (second, tm())
        localtime_r(&time, &parts)
        return Int(parts.tm_hour)
    }
}
