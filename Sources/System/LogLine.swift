import CLinux
import Glibc

/// One line of the log, before it has a format.
struct LogLine: Sendable {
    let seconds: Int
    let milliseconds: Int
    let level: Log.Level
    /// The part of the program that logs it.
    let category: String
    let message: String
    let fields: [(String, String)]

    init(
        seconds: Int, milliseconds: Int, level: Log.Level, category: String, _ message: String, _ fields: [(String, String)]
    ) {
        self.seconds = seconds
        self.milliseconds = milliseconds
        self.level = level
        self.category = category
        self.message = message
        self.fields = fields
    }

    /// About what it takes in memory.
    var byteCount: Int {
        fields.reduce(message.utf8.count + 128) { $0 + $1.0.utf8.count + $1.1.utf8.count + 32 }
    }

    /// The same with values of at most so many characters.
    func cut(to limit: Int) -> LogLine {
        LogLine(
            seconds: seconds, milliseconds: milliseconds, level: level, category: category, message,
            fields.map { ($0.0, $0.1.utf8.count <= limit ? $0.1 : String($0.1.prefix(limit)) + "…") })
    }

    func text(_ format: Log.Format) -> String {
        switch format {
        case .text:
            let details = fields.map { " \($0.0)=\(Self.plain($0.1))" }.joined()
            return "\(timestamp) \(level.name) \(message)\(details)\n"
        case .json:
            let details = fields.map { ",\(JSONString.quoted($0.0)):\(JSONString.quoted($0.1))" }.joined()
            return "{\"time\":\"\(timestamp)\",\"level\":\"\(level.name)\",\"message\":\(JSONString.quoted(message))\(details)}\n"
        }
    }

    /// As an object with a number, for readers of the history.
    func json(_ number: Int) -> String {
        let fields = fields.map { "\(JSONString.quoted($0.0)):\(JSONString.quoted($0.1))" }.joined(separator: ",")
        return """
            {"number":\(number),"time":"\(timestamp)","level":"\(level.name)","category":"\(category)",\
            "message":\(JSONString.quoted(message)),"fields":{\(fields)}}
            """
    }

    private var timestamp: String {
        func padded(_ number: some BinaryInteger, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        var parts = tm()
        var seconds = seconds
        gmtime_r(&seconds, &parts)
        let date = "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
        let clock = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return "\(date)T\(clock).\(padded(milliseconds, 3))Z"
    }

    /// Unquoted if it is one plain word, else quoted, so that a value never looks like two fields.
    private static func plain(_ value: String) -> String {
        let isPlain = !value.isEmpty && value.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 34 && $0 != 61 }
        return isPlain ? value : JSONString.quoted(value)
    }
}
