package import Music
package import Workers

/// An edit of the tags of many tracks, with how far it has come.
package struct TagJob: Sendable {
    /// What to write into one track's file.
    package struct Part: Sendable {
        package let track: Int
        /// The recording that the track must still be; nil takes any.
        let identity: ContentIdentity?
        package let changes: TagFields

        package init(track: Int, identity: ContentIdentity? = nil, changes: TagFields) {
            self.track = track
            self.identity = identity
            self.changes = changes
        }
    }

    package enum Outcome: Equatable, Sendable {
        case done
        /// The file had these tags already.
        case unchanged
        /// One plain sentence; the file is as it was.
        case failed(String)

        /// The outcome for clients.
        package var word: String {
            switch self {
            case .done: "done"
            case .unchanged: "unchanged"
            case .failed: "failed"
            }
        }

        /// Why it failed.
        package var reason: String? {
            if case .failed(let reason) = self { reason } else { nil }
        }
    }

    package let id: Int
    package let count: Int
    let keepsTime: Bool
    let author: String
    var isCancelled = false
    /// What has become of the tracks so far, in order.
    package private(set) var outcomes: [(track: Int, outcome: Outcome)] = []
    package private(set) var isDone = false
    private var parts: [Part]

    init(id: Int, parts: [Part], keepsTime: Bool, author: String) {
        self.id = id
        count = parts.count
        self.keepsTime = keepsTime
        self.author = author
        self.parts = parts
        isDone = parts.isEmpty
    }

    var next: Part? { outcomes.count < parts.count ? parts[outcomes.count] : nil }

    mutating func note(_ outcome: Outcome, of track: Int) {
        outcomes.append((track, outcome))
        if next == nil { end() }
    }

    /// Frees the pictures that the parts hold.
    mutating func end() {
        isDone = true
        parts = []
    }
}

/// A field that an edit changes.
package struct TagDifference: Equatable, Sendable {
    package let field: TagField
    package let before: [[UInt8]]
    package let after: [[UInt8]]

    /// The fields of `changes` that have other values now, in the order of the fields.
    static func all(from now: TagFields, to changes: TagFields) -> [TagDifference] {
        TagField.allCases.compactMap { field in
            guard let after = changes[field] else { return nil }
            let before = now[field] ?? []
            let isNone = field == .compilation && before == [Array("0".utf8)] && after.isEmpty
            return before == after || isNone ? nil : TagDifference(field: field, before: before, after: after)
        }
    }
}
