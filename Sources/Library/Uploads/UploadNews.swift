import Text

/// How far an upload is, for those who listen.
package struct UploadNews: Encodable, Equatable, Sendable {
    package enum State: String, Encodable, Sendable {
        case receiving, checking, done, failed
    }

    /// Of an upload that can go on after a break; nil for one that came in one request.
    package let id: String?
    package let name: String
    package let state: State
    /// From 0 to 1: of its bytes while it comes, of its files while they are checked.
    package let progress: Double?
    /// Files that were stored, whose sound was in the library already, and that were refused; nil before the end.
    package let stored: Int?
    package let duplicates: Int?
    package let refused: Int?
    /// Why it failed.
    package let detail: String?

    private init(
        _ id: String?, _ name: String, _ state: State, progress: Double? = nil, _ report: UploadReport? = nil, detail: String? = nil
    ) {
        (self.id, self.name, self.state, self.progress, self.detail) = (id, name, state, progress, detail)
        (stored, duplicates, refused) = (report?.newCount, report?.knownCount, report?.refusedCount)
    }

    /// So much of all has come.
    static func receiving(_ id: String, _ name: String, _ done: Int, of all: Int) -> UploadNews {
        UploadNews(id, name, .receiving, progress: share(done, of: all))
    }

    /// So many of its files are checked.
    static func checking(_ id: String?, _ name: String, _ done: Int, of all: Int) -> UploadNews {
        UploadNews(id, name, .checking, progress: share(done, of: all))
    }

    static func done(_ id: String?, _ name: String, _ report: UploadReport) -> UploadNews {
        UploadNews(id, name, .done, progress: 1, report)
    }

    static func failed(_ id: String?, _ name: String, _ reason: String) -> UploadNews {
        UploadNews(id, name, .failed, detail: reason)
    }

    private static func share(_ done: Int, of all: Int) -> Double { all > 0 ? rounded(Double(done) / Double(all), to: 2) : 0 }

    /// Whether a tenth is complete that was not before: steps of a tenth are enough for a progress bar.
    static func isNewTenth(_ before: Int, _ after: Int, of all: Int) -> Bool {
        let tenth = max(1, all / 10)
        return before / tenth != after / tenth
    }
}
