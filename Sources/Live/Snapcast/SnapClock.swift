/// How far a server's clock is ahead of ours, by questions for its time.
struct SnapClock {
    /// The last answers that count: clocks differ by up to 0.1 ms a second.
    private static let memory = 20
    /// Those that were answered soonest tell most: both ways were hardly held up.
    private static let part = 4
    /// Longer ways tell nothing.
    private static let longest = 2_000_000.0

    /// Microseconds: how far ahead, and how long both ways took.
    private var answers: [(ahead: Double, took: Double)] = []

    /// Takes an answer that has just come: how long the question took by both clocks, when the answer was sent by the server's, and when it came by
    /// ours, in microseconds.
    mutating func take(there: Int64, sent: Int64, received: UInt64) {
        let back = Double(received) - Double(sent)
        let took = Double(there) + back
        guard took >= 0, took < Self.longest else { return }
        answers.append(((Double(there) - back) / 2, took))
        if answers.count > Self.memory { answers.removeFirst() }
    }

    /// Microseconds that the server's clock shows more than ours; nil before the first answer.
    var ahead: Double? {
        guard !answers.isEmpty else { return nil }
        let count = max(1, (answers.count + Self.part - 1) / Self.part)
        let best = answers.sorted { $0.took < $1.took }.prefix(count).map(\.ahead).sorted()
        return best[best.count / 2]
    }
}
