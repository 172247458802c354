/// Decides when a room is written to disk, and which commands are answered then. One write runs at a time; changes during a write
/// are collected for the next.
package struct RoomKeeper<Answer> {
    /// Commands that wait for the disk at a time; more are refused.
    package static var mostWaiting: Int { 1_000 }

    /// The room as it is on disk; nil if the whole room must be written.
    package private(set) var kept: RoomState?
    /// Whether the last write failed.
    package private(set) var hasTrouble = false
    private var isWriting = false
    /// The greatest revision that must be written and is not on disk yet.
    private var due: Int?
    private var waiting: [(revision: Int, answer: Answer)] = []

    package init(kept: RoomState? = nil) {
        self.kept = kept
    }

    package var isFull: Bool { waiting.count >= Self.mostWaiting }

    /// Whether the room must stay until an answer has been given.
    package var isAtWork: Bool { isWriting || !waiting.isEmpty }

    /// Notes a revision to write, and the answer that waits for it. False if the disk has that revision already: a room that
    /// nobody has changed is not written.
    package mutating func take(_ revision: Int, _ answer: Answer?) -> Bool {
        guard revision != kept?.revision ?? 0 else { return false }
        due = max(due ?? 0, revision)
        if let answer { waiting.append((revision, answer)) }
        return true
    }

    /// Whether to write the room now. If true, the caller must write it and call `ended` afterwards.
    package mutating func begin() -> Bool {
        guard due != nil, !isWriting else { return false }
        isWriting = true
        return true
    }

    /// The result of a write.
    package struct Outcome {
        package let answers: [(revision: Int, answer: Answer)]
        /// Whether writes start to fail or to succeed again.
        package let isNews: Bool
    }

    /// Call when the write of this state has ended.
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
