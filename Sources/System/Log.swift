import Dispatch
import Glibc
import Synchronization

/// Structured log lines on standard error, written by a dedicated thread so that a blocked terminal blocks no other thread. The last ones
/// are also kept in memory.
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

    package let history: LogHistory
    private let level: Level
    private let format: Format
    private let descriptor: Int32
    private let clock: any HouseClock
    private let queue = DispatchQueue(label: "downbeat.log")
    private let state = Mutex(State())

    package init(
        level: Level = .info, format: Format = .text, descriptor: Int32 = STDERR_FILENO,
        clock: any HouseClock
    ) {
        self.clock = clock
        history = LogHistory(at: clock.wall)
        self.level = level
        self.format = format
        self.descriptor = descriptor
    }

    package func debug(_ message: String, _ fields: KeyValuePairs<String, String> = [:], file: StaticString = #fileID) {
        write(.debug, message, fields, file)
    }

    package func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:], file: StaticString = #fileID) {
        write(.info, message, fields, file)
    }

    package func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:], file: StaticString = #fileID) {
        write(.warning, message, fields, file)
    }

    package func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:], file: StaticString = #fileID) {
        write(.error, message, fields, file)
    }

    /// Whether lines of this level are written or kept: ask before making a costly one.
    package func tells(_ level: Level) -> Bool {
        level >= self.level || history.takes(level)
    }

    /// Writes a text for people unformatted, after the lines logged before. It is not kept, since it may show keys.
    package func show(_ text: String) {
        guard .info >= level, state.withLock({ Self.makeRoom(&$0) }) else { return }
        put(text)
    }

    /// Waits until all queued lines are written: call it before the process exits.
    package func drain() {
        queue.sync {}
    }

    private func write(_ level: Level, _ message: String, _ fields: KeyValuePairs<String, String>, _ file: StaticString) {
        guard tells(level), let heldBack = heldBack(level, message) else { return }
        let milliseconds = Int(clock.wall / 1_000)
        var pairs = fields.map { ($0.key, $0.value) }
        if heldBack > 0 { pairs.append(("repeated", "\(heldBack)")) }
        let line = LogLine(
            seconds: milliseconds / 1_000, milliseconds: milliseconds % 1_000, level: level, category: Self.category(file), message,
            pairs)
        history.add(line)
        guard level >= self.level, state.withLock({ Self.makeRoom(&$0) }) else { return }
        put(line.text(format))
    }

    /// How often a message was held back since it was last written; nil if it is held back now.
    private func heldBack(_ level: Level, _ message: String) -> Int? {
        guard level >= .warning else { return 0 }
        // Not the wall clock: after it was set back, lines would stay suppressed.
        let moment = clock.now
        return state.withLock { state in
            let last = state.recent[message]
            if let last, moment < last.until {
                state.recent[message] = (last.until, last.heldBack + 1)
                return nil
            }
            state.recent[message] = (moment + Self.repeatInterval, 0)
            return last?.heldBack ?? 0
        }
    }

    /// The part of the program that a file belongs to, as the README's map of the house names it, in lower case.
    private static func category(_ file: StaticString) -> String {
        String(file.description.prefix { $0 != "/" }).lowercased()
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
