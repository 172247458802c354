/// Decides when a room is written to the disk, and who is told that it was: one writing at a time, and while it goes on, later
/// changes gather for the next.
package struct RoomKeeper<Answer> {
    /// Commands that wait for the disk at a time; more are refused.
    package static var mostWaiting: Int { 1_000 }

    /// The room as the disk has it; nil if the whole room must be written.
    package private(set) var kept: RoomState?
    /// Whether the last writing failed.
    package private(set) var hasTrouble = false
    private var isWriting = false
    /// The greatest revision that is to be kept and is not yet.
    private var due: Int?
    private var waiting: [(revision: Int, answer: Answer)] = []

    package init(kept: RoomState? = nil) {
        self.kept = kept
    }

    package var isFull: Bool { waiting.count >= Self.mostWaiting }

    /// Whether the room must stay until an answer has been given.
    package var isAtWork: Bool { isWriting || !waiting.isEmpty }

    /// Takes note of a revision, and of who waits until the disk has it. False where it has it already; a room that nobody has
    /// changed needs no keeping.
    package mutating func take(_ revision: Int, _ answer: Answer?) -> Bool {
        guard revision != kept?.revision ?? 0 else { return false }
        due = max(due ?? 0, revision)
        if let answer { waiting.append((revision, answer)) }
        return true
    }

    /// Whether the room is to be written now; whoever asks does so, and tells how it ended.
    package mutating func begin() -> Bool {
        guard due != nil, !isWriting else { return false }
        isWriting = true
        return true
    }

    /// What follows from a writing.
    package struct Outcome {
        package let answers: [(revision: Int, answer: Answer)]
        /// Whether writing fails now that did not before, or the other way round.
        package let isNews: Bool
    }

    /// A writing of the room as it was then has ended.
    package mutating func ended(_ state: RoomState, isKept: Bool) -> Outcome {
        isWriting = false
        let outcome = Outcome(
            answers: waiting.filter { $0.revision <= state.revision }, isNews: hasTrouble == isKept)
        waiting.removeAll { $0.revision <= state.revision }
        if let due, due <= state.revision { self.due = nil }
        hasTrouble = !isKept
        if isKept { kept = state }
        return outcome
    }
}
