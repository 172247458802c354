/// What an import of settings did, or would do, with the items of one kind.
package struct SettingsOutcome: Hashable, Sendable {
    /// Most sentences about single items.
    private static let mostNotes = 20

    package let kind: String
    /// Items in the file.
    package var total: Int
    package var added = 0
    package var changed = 0
    /// Those that were the same here.
    package var same = 0
    /// Those that stay as they are here, because that is newer or because a person set it here.
    package var kept = 0
    /// Of those taken, how many wait for their recording, which the library does not have.
    package var waiting = 0
    /// Those that cannot be taken here.
    package var left = 0
    /// Why nothing of this kind was taken; nil if it was.
    package var problem: String?
    /// About items that were kept or left, one sentence each.
    package private(set) var notes: [String] = []

    package init(_ kind: String, total: Int) {
        self.kind = kind
        self.total = total
    }

    package mutating func keep(_ note: @autoclosure () -> String) {
        kept += 1
        tell(note())
    }

    package mutating func leave(_ note: @autoclosure () -> String) {
        left += 1
        tell(note())
    }

    private mutating func tell(_ note: String) {
        if notes.count < Self.mostNotes { notes.append(note) }
    }
}
