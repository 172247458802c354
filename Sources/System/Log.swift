import CLinux
import Dispatch
import Glibc
import Synchronization

/// Structured log lines on standard error, written by a dedicated thread so that a blocked terminal blocks no other thread.
package final class Log: Sendable {
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug, info, warning, error

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

        package var name: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }
    }

    package enum Format: String, Sendable {
        case text, json
    }

    /// Queued lines for a slow reader; past it new ones are counted and dropped.
    private static let waitingLimit = 1024
    /// The same message is written at most once in this time; the next one says how often it was suppressed.
    private static let repeatInterval: UInt64 = 10_000_000

    private struct State {
        var waiting = 0
        var dropped = 0
        var recent: [String: (until: UInt64, heldBack: Int)] = [:]
    }

    private let level: Level
    private let format: Format
    private let descriptor: Int32
    /// Monotonic microseconds: after the wall clock was set back, lines would stay suppressed.
    private let clock: @Sendable () -> UInt64
    private let queue = DispatchQueue(label: "downbeat.log")
    private let state = Mutex(State())

    package init(
        level: Level = .info, format: Format = .text, descriptor: Int32 = STDERR_FILENO,
        clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.now }
    ) {
        self.clock = clock
        self.level = level
        self.format = format
        self.descriptor = descriptor
    }

    package func debug(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { write(.debug, message, fields) }
    package func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { write(.info, message, fields) }

    package func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
        write(.warning, message, fields)
    }

    package func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { write(.error, message, fields) }

    /// Whether lines of this level are written: ask before making a costly one.
    package func tells(_ level: Level) -> Bool {
        level >= self.level
    }

    /// Writes a text for people unformatted, after the lines logged before.
    package func show(_ text: String) {
        guard tells(.info), state.withLock({ Self.makeRoom(&$0) }) else { return }
        put(text)
    }

    /// Waits until all queued lines are written: call it before the process exits.
    package func drain() {
        queue.sync {}
    }

    private func write(_ level: Level, _ message: String, _ fields: KeyValuePairs<String, String>) {
        guard tells(level) else { return }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let moment = clock()
        let heldBack = state.withLock { state -> Int? in
            guard level >= .warning else { return Self.makeRoom(&state) ? 0 : nil }
            let last = state.recent[message]
            if let last, moment < last.until {
                state.recent[message] = (last.until, last.heldBack + 1)
                return nil
            }
            state.recent[message] = (moment + Self.repeatInterval, 0)
            return Self.makeRoom(&state) ? last?.heldBack ?? 0 : nil
        }
        guard let heldBack else { return }
        var pairs = fields.map { ($0.key, $0.value) }
        if heldBack > 0 { pairs.append(("repeated", "\(heldBack)")) }
        put(LogLine(seconds: now.tv_sec, milliseconds: now.tv_nsec / 1_000_000, level: level, message, pairs).text(format))
    }

    private func put(_ text: String) {
        queue.async { [self] in
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            state.withLock { $0.waiting -= 1 }
        }
    }

    private static func makeRoom(_ state: inout State) -> Bool {
        guard state.waiting < waitingLimit else {
            state.dropped += 1
            return false
        }
        state.waiting += 1
        return true
    }
}

/// One line of the log, before it has a format.
struct LogLine: Sendable {
    let seconds: Int
    let milliseconds: Int
    let level: Log.Level
    let message: String
    let fields: [(String, String)]

    init(seconds: Int, milliseconds: Int, level: Log.Level, _ message: String, _ fields: [(String, String)]) {
        self.seconds = seconds
        self.milliseconds = milliseconds
        self.level = level
        self.message = message
        self.fields = fields
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
