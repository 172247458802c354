import Session

/// A room's queue as people see it: each edition is encoded once for all, long ones on another thread and one at a time.
struct QueueShowing {
    /// What becomes of a wish for the newest edition.
    enum Making {
        case made(QueueSheet)
        /// It must be encoded on another thread; `take` takes it.
        case encode(QueueMessage, edition: Int)
        /// Another edition is being encoded; the newest comes next.
        case waits
    }

    /// The room's revision with the last change.
    private(set) var revision = 0
    /// Counts up whenever the content of the message changes.
    private(set) var edition = 0
    /// The newest that is encoded.
    private var sheet: QueueSheet?
    private var isEncoding = false
    /// The edition that was sent last.
    private var sent: Int?
    /// The newest edition that somebody waits for.
    private var awaited: Int?

    mutating func change(at revision: Int) {
        self.revision = revision
        edition += 1
    }

    /// More is known of a piece.
    mutating func renew() { edition += 1 }

    /// An encoded long queue takes a megabyte.
    mutating func free() { sheet = nil }

    var isSent: Bool { sent == edition }

    mutating func noteSent(_ edition: Int) { sent = edition }

    mutating func newest(_ message: QueueMessage) -> Making {
        if let sheet, sheet.edition == edition { return .made(sheet) }
        guard message.entries.count > QueueSheet.fewEntries else {
            let made = QueueSheet(message, edition: edition)
            sheet = made
            return .made(made)
        }
        guard !isEncoding else { return .waits }
        isEncoding = true
        return .encode(message, edition: edition)
    }

    /// Somebody waits for the newest edition.
    mutating func noteAwaited() { awaited = edition }

    /// Takes an encoded edition. Returns whether somebody waits for a newer one, and whether all are to be sent this one.
    mutating func take(_ made: QueueSheet) -> (isAwaited: Bool, isNews: Bool) {
        isEncoding = false
        if sheet.map({ $0.edition < made.edition }) ?? true { sheet = made }
        let isAwaited = awaited.map { $0 > made.edition } ?? false
        if !isAwaited { awaited = nil }
        return (isAwaited, sent.map { $0 <= made.edition } ?? true)
    }

    mutating func noteHanded() { awaited = nil }
}
