/// Decides when a room's log is written, when a snapshot of the room takes the place of its entries, and which commands are answered
/// then.
///
/// Entries are written one lot after the other, and snapshots beside them, so that no command waits for a long queue.
package struct RoomLog<Answer> {
    /// Commands that wait for the disk at a time; more are refused.
    package static var mostWaiting: Int { 1_000 }
    /// The weight of the entries after which a snapshot takes their place: a moment to read at the start. A snapshot of a long queue takes
    /// two megabytes, and flash cards wear.
    package static func mostWeight(ofQueue count: Int) -> Int { 256 + count / 16 }

    /// What to write. The caller must call `ended` with it afterwards.
    package enum Work: Hashable, Sendable {
        /// These entries, the first of which has this number.
        case entries([LogEntry], first: Int)
        /// The room as it is after all entries up to this number; then those are not needed any more. If nothing on the disk can be
        /// continued, it takes the place of all.
        case snapshot(through: Int, isWhole: Bool)
    }

    /// The result of a write.
    package struct Outcome {
        package let answers: [Answer]
        /// Whether writes start to fail or to succeed again.
        package let isNews: Bool
    }

    /// Whether the last write failed.
    package private(set) var hasTrouble = false
    /// The number of the newest entry.
    private var last = 0
    /// The number of the last entry before which all are on the disk.
    private var kept = 0
    /// The newest entries, which are not being written yet.
    private var pending: [LogEntry] = []
    private var waiting: [(number: Int, answer: Answer)] = []
    /// Whether entries can follow what is on the disk.
    private var isContinued = false
    /// Whether there is something to write that no failed write has tried since.
    private var isDue = false
    private var (writesEntries, writesSnapshot) = (false, false)
    /// The weight of the entries since the last snapshot.
    private var weight = 0

    package init() {}

    package var isFull: Bool { waiting.count >= Self.mostWaiting }

    /// Whether the room must stay until an answer has been given.
    package var isAtWork: Bool { writesEntries || writesSnapshot || !waiting.isEmpty }

    /// Takes new entries.
    package mutating func append(_ entries: [LogEntry]) {
        guard !entries.isEmpty else { return }
        last += entries.count
        weight += entries.reduce(0) { $0 + $1.weight }
        pending += entries
        isDue = true
    }

    /// Has an answer wait until all entries are on the disk. False if they are: a room that nobody has changed is not written.
    package mutating func wait(_ answer: Answer) -> Bool {
        guard kept < last else { return false }
        waiting.append((last, answer))
        return true
    }

    /// Tries once more to write what could not be written.
    package mutating func retry() { isDue = isDue || hasTrouble }

    /// What to write now of a room with a queue of this length; ask until it is nil.
    package mutating func next(ofQueue count: Int = 0) -> Work? {
        if isDue, !isContinued {
            guard !writesEntries, !writesSnapshot else { return nil }
            (isDue, writesSnapshot, weight, pending) = (false, true, 0, [])
            return .snapshot(through: last, isWhole: true)
        }
        if isDue, !writesEntries {
            let entries = pending
            (isDue, writesEntries, pending) = (false, !entries.isEmpty, [])
            if !entries.isEmpty { return .entries(entries, first: last - entries.count + 1) }
        }
        guard isContinued, weight >= Self.mostWeight(ofQueue: count), !writesSnapshot else { return nil }
        (writesSnapshot, weight) = (true, 0)
        return .snapshot(through: last, isWhole: false)
    }

    package mutating func ended(_ work: Work, isKept: Bool) -> Outcome {
        let through: Int
        switch work {
        case .entries(let entries, let first):
            through = first + entries.count - 1
            writesEntries = false
            // Entries after them would follow a gap.
            if !isKept { isContinued = false }
        case .snapshot(let number, let isWhole):
            through = number
            writesSnapshot = false
            if isWhole { isContinued = isKept }
        }
        if isKept { kept = max(kept, through) }
        let isNews = hasTrouble == isKept
        hasTrouble = !isKept
        let answers = waiting.filter { $0.number <= through }.map(\.answer)
        waiting.removeAll { $0.number <= through }
        return Outcome(answers: answers, isNews: isNews)
    }
}
