/// Debounces changes: collects changed folders until none has changed for a while. It reads no clock; times are in microseconds.
struct ChangeCollector {
    private let quiet: UInt64
    private let longest: UInt64
    private var folders: Set<[UInt8]> = []
    private var isOverflowed = false
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    /// `quiet`: seconds without a change that end a burst. `longest`: seconds after which even a burst that goes on is reported.
    init(quiet: Double, longest: Double) {
        self.quiet = UInt64(quiet * 1_000_000)
        self.longest = UInt64(longest * 1_000_000)
    }

    private var isEmpty: Bool { folders.isEmpty && !isOverflowed }

    mutating func note(_ folder: [UInt8], at now: UInt64) {
        begin(now)
        folders.insert(folder)
    }

    /// Records that events were lost: any folder may have changed.
    mutating func noteOverflow(at now: UInt64) {
        begin(now)
        isOverflowed = true
    }

    /// When the burst must be reported; nil while there is none.
    var due: UInt64? { isEmpty ? nil : min(last + quiet, first + longest) }

    /// Returns the changes of a burst that is due, and resets the collector.
    mutating func take(at now: UInt64) -> SourceChange? {
        guard let due, now >= due else { return nil }
        defer {
            folders = []
            isOverflowed = false
        }
        return isOverflowed ? .overflowed : .changed(folders.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private mutating func begin(_ now: UInt64) {
        if isEmpty { first = now }
        last = now
    }
}
