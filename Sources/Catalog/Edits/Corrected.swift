/// What people correct of a recording.
package enum Corrected: Sendable, CaseIterable {
    case beats, lyrics

    /// The table of the corrections.
    var table: String {
        switch self {
        case .beats: "correction"
        case .lyrics: "lyrics_correction"
        }
    }

    /// The table of what they were after each change.
    var history: String { table + "_history" }
}
