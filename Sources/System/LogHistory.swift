import Synchronization

/// The last lines of the log, in memory, and those who follow it.
package final class LogHistory: Sendable {
    /// How far somebody has read.
    package struct Place: Sendable, Equatable {
        fileprivate var told = 0
        fileprivate var whispered = 0
    }

    /// What somebody has not read yet.
    package struct Piece: Sendable {
        /// Each as JSON, the oldest first.
        package var lines: [(number: Int, json: String)] = []
        /// Lines that were forgotten before they were read.
        package var forgotten = 0
    }

    /// A night of a busy server.
    private static let most = 2_000
    /// Lines of the level debug are many, so they have places of their own and drive out no others.
    private static let mostWhispered = 1_000
    /// Bytes of either kind.
    private static let mostBytes = 1 << 20
    /// Characters of a value; a longer one is cut.
    private static let longestValue = 2_000

    private struct State {
        /// The number of the last line.
        var number: Int
        var told = Shelf(most: most, bytes: mostBytes)
        var whispered = Shelf(most: mostWhispered, bytes: mostBytes)
        var followers: [Int: @Sendable () -> Void] = [:]
        var lastFollower = 0
    }

    private let state: Mutex<State>
    private let debugFollowers = Atomic(0)

    /// Numbers begin at the time, in milliseconds: those of a server that was started again are higher than those before.
    init(at wall: Int64) {
        state = Mutex(State(number: Int(wall / 1_000)))
    }

    /// Lines of the level debug are kept only while somebody wants them.
    func takes(_ level: Log.Level) -> Bool {
        level > .debug || debugFollowers.load(ordering: .relaxed) > 0
    }

    func add(_ line: LogLine) {
        let line = line.cut(to: Self.longestValue)
        let followers = state.withLock { state in
            state.number += 1
            if line.level > .debug { state.told.add(state.number, line) } else { state.whispered.add(state.number, line) }
            return Array(state.followers.values)
        }
        for follower in followers { follower() }
    }

    /// Calls `heard` after every line from now on, on the thread that logs it, until the returned closure is called. With `debug` the
    /// lines of that level are kept meanwhile.
    package func follow(debug: Bool, _ heard: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        if debug { debugFollowers.add(1, ordering: .relaxed) }
        let number = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = heard
            return state.lastFollower
        }
        return { [self] in
            let wasThere = state.withLock { $0.followers.removeValue(forKey: number) != nil }
            if wasThere, debug { debugFollowers.subtract(1, ordering: .relaxed) }
        }
    }

    /// The place before the first line whose number is higher than this one.
    package func place(after number: Int) -> Place {
        state.withLock { Place(told: $0.told.index(after: number), whispered: $0.whispered.index(after: number)) }
    }

    /// At most `limit` lines from a place on, which is moved behind them.
    package func read(from place: inout Place, debug: Bool, atMost limit: Int) -> Piece {
        let (told, whispered) = state.withLock { state in
            (state.told.read(from: place.told, limit), state.whispered.read(from: place.whispered, debug ? limit : nil))
        }
        var piece = Piece(forgotten: told.forgotten + whispered.forgotten)
        place.told += told.forgotten
        place.whispered += whispered.forgotten
        let both = (told.lines.map { ($0, true) } + whispered.lines.map { ($0, false) }).sorted { $0.0.number < $1.0.number }
        for (kept, isTold) in both.prefix(limit) {
            piece.lines.append((kept.number, kept.line.json(kept.number)))
            if isTold { place.told += 1 } else { place.whispered += 1 }
        }
        return piece
    }
}

/// Lines in the order of their numbers; the oldest are forgotten first.
private struct Shelf {
    typealias Kept = (number: Int, line: LogLine)

    let most: Int
    let mostBytes: Int
    private var lines: [Kept] = []
    /// Where the oldest is in `lines`.
    private var start = 0
    /// How many were forgotten since the beginning.
    private var forgotten = 0
    private var bytes = 0

    init(most: Int, bytes: Int) {
        self.most = most
        mostBytes = bytes
    }

    mutating func add(_ number: Int, _ line: LogLine) {
        lines.append((number, line))
        bytes += line.byteCount
        while lines.count - start > most || bytes > mostBytes, lines.count - start > 1 {
            bytes -= lines[start].line.byteCount
            start += 1
            forgotten += 1
        }
        // Moving them costs as much as adding them did.
        guard start > most else { return }
        lines.removeFirst(start)
        start = 0
    }

    /// The index, counted from the beginning, of the first line with a higher number.
    func index(after number: Int) -> Int {
        forgotten + (lines[start...].firstIndex { $0.number > number } ?? lines.count) - start
    }

    /// Nothing without a limit.
    func read(from index: Int, _ limit: Int?) -> (lines: ArraySlice<Kept>, forgotten: Int) {
        guard let limit else { return ([], 0) }
        let missed = max(0, forgotten - index)
        return (lines[min(lines.count, start + index + missed - forgotten)...].prefix(limit), missed)
    }
}
