package import Music

/// What a correction was after each change, so that changes can be undone and redone.
package struct CorrectionHistory: Hashable, Sendable {
    /// One state of the correction.
    package struct Entry: Hashable, Sendable {
        let number: Int
        /// JSON, as the API gives it; nil for what was found.
        package let steps: String?
        package let changedAt: Int
        /// The role of who changed it; empty for what was there before the history began.
        package let changedBy: String
        package let isCurrent: Bool
    }

    /// Most entries of a recording; the oldest is forgotten first.
    package static let most = 50

    /// Oldest first.
    package let entries: [Entry]

    var current: Int? { entries.firstIndex(where: \.isCurrent) }
    package var canUndo: Bool { (current ?? 0) > 0 }
    package var canRedo: Bool { current.map { $0 + 1 < entries.count } ?? false }

    static func schema(of part: Corrected) -> String {
        """
        CREATE TABLE \(part.history) (
            identity TEXT NOT NULL REFERENCES content (identity),
            number INTEGER NOT NULL,  -- counts up for each recording
            steps TEXT,  -- JSON, as the API gives it; NULL for the beats as they were found
            changed_at INTEGER NOT NULL,
            changed_by TEXT NOT NULL,
            is_current INTEGER NOT NULL,
            PRIMARY KEY (identity, number)
        ) STRICT, WITHOUT ROWID;
        """
    }

    static func read(
        of identity: ContentIdentity, _ part: Corrected, in connection: Connection
    ) throws(CatalogError) -> CorrectionHistory {
        CorrectionHistory(
            entries: try connection.rows(
                "SELECT number, steps, changed_at, changed_by, is_current FROM \(part.history) WHERE identity = ? ORDER BY number",
                [Value(identity.description)]
            ) { row in
                Entry(
                    number: row.int("number"), steps: row.textOrNil("steps"), changedAt: row.int("changed_at"),
                    changedBy: row.text("changed_by"), isCurrent: row.bool("is_current"))
            })
    }
}

extension Catalog {
    /// Adds a state after the current one, in place of those that were undone.
    func note(
        _ steps: String?, after known: String?, of identity: ContentIdentity, _ part: Corrected, at now: Int, by author: String
    ) throws(CatalogError) {
        let text = Value(identity.description)
        let history = try CorrectionHistory.read(of: identity, part, in: connection)
        var last = history.current.map { history.entries[$0] }
        try connection.run(
            "DELETE FROM \(part.history) WHERE identity = ? AND number > ?", text, Value(last?.number ?? -1))
        // The history may begin here, or the correction was changed without it.
        if last == nil || last?.steps != known {
            last = try append(known, after: last?.number, of: identity, part, at: now, by: "")
        }
        last = try append(steps, after: last?.number, of: identity, part, at: now, by: author)
        try connection.run(
            "DELETE FROM \(part.history) WHERE identity = ? AND number <= ?", text,
            Value((last?.number ?? 0) - CorrectionHistory.most))
    }

    private func append(
        _ steps: String?, after last: Int?, of identity: ContentIdentity, _ part: Corrected, at now: Int, by author: String
    ) throws(CatalogError) -> CorrectionHistory.Entry {
        let text = Value(identity.description)
        let number = (last ?? -1) + 1
        try connection.run("UPDATE \(part.history) SET is_current = 0 WHERE identity = ?", text)
        try connection.run(
            """
            INSERT INTO \(part.history) (identity, number, steps, changed_at, changed_by, is_current) VALUES (?, ?, ?, ?, ?, 1)
            """, text, Value(number), Value(steps), Value(now), Value(author))
        return CorrectionHistory.Entry(number: number, steps: steps, changedAt: now, changedBy: author, isCurrent: true)
    }

    /// Goes one state back, or forward again. Returns false, and changes nothing, if there is none.
    package func step(
        back: Bool, of identity: ContentIdentity, _ part: Corrected = .beats, at now: Int
    ) throws(CatalogError) -> Bool {
        try change { () throws(CatalogError) in
            let history = try CorrectionHistory.read(of: identity, part, in: connection)
            guard back ? history.canUndo : history.canRedo, let current = history.current else { return false }
            // A correction that was changed without the history is not overwritten by it.
            guard try StoredCorrection.text(of: identity, part, in: connection) == history.entries[current].steps else {
                return false
            }
            let next = history.entries[back ? current - 1 : current + 1]
            let text = Value(identity.description)
            try connection.run(
                "UPDATE \(part.history) SET is_current = (number = ?) WHERE identity = ?", Value(next.number), text)
            try StoredCorrection.write(next.steps, of: identity, part, at: now, in: connection)
            return true
        }
    }
}

extension CatalogReader {
    package func correctionHistory(
        of identity: ContentIdentity, _ part: Corrected = .beats
    ) throws(CatalogError) -> CorrectionHistory {
        try CorrectionHistory.read(of: identity, part, in: connection)
    }
}
