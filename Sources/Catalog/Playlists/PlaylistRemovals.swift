/// What was removed from playlists lately, so that it can be put back: whole playlists, and some of their entries.
struct PlaylistRemovals {
    struct Removal {
        let playlist: Int
        /// The name of a playlist that was removed as a whole, and its last revision.
        var whole: (name: String, revision: Int)?
        /// Where the entries were.
        var position = 0
        let entries: [PlaylistItem]
        let at: Int
    }

    /// Seconds for which a removal can be undone: longer than the page offers it.
    static let lifetime = 60
    /// Entries of all removals together: as many as one playlist may have.
    private static let mostEntries = 100_000
    private static let most = 1_000

    private var removals: [Removal] = []

    mutating func add(_ removal: Removal) {
        removals.removeAll { Self.isOver($0, at: removal.at) }
        removals.append(removal)
        var count = removals.reduce(0) { $0 + $1.entries.count }
        while removals.count > Self.most || count > Self.mostEntries && removals.count > 1 {
            count -= removals.removeFirst().entries.count
        }
    }

    /// The last removal from a playlist that can still be undone.
    func last(of playlist: Int, at now: Int) -> Removal? {
        removals.last { $0.playlist == playlist && !Self.isOver($0, at: now) }
    }

    /// Forgets the last removal from a playlist, since it is undone.
    mutating func drop(of playlist: Int) {
        if let index = removals.lastIndex(where: { $0.playlist == playlist }) { removals.remove(at: index) }
    }

    private static func isOver(_ removal: Removal, at now: Int) -> Bool { now - removal.at > lifetime }
}

/// An entry of a playlist as it is stored.
struct PlaylistItem: Hashable {
    let track: Int?
    let identity: String
    let title: String
}
