package import Music

/// What was removed from a queue, to be put back.
package struct QueueRemoval: Hashable, Sendable, Codable {
    /// Where the music stopped because its entry was removed.
    package struct Stop: Hashable, Sendable, Codable {
        let entry: Int
        let position: MediaTime
        let rate: Timeline.Rate
    }

    struct Removed: Hashable, Sendable, Codable {
        /// Before the removal.
        let index: Int
        let entry: RoomQueue.Entry
    }

    /// The room's revision with the removal: clients name it to undo the removal.
    let revision: Int
    let until: ServerTime
    /// The removed entries in play order.
    let entries: [Removed]
    let stop: Stop?
    let wasShuffled: Bool
}

/// A queue remembers for a while what was removed. Until then the entries also stay on disk, so that a removal of thousands writes
/// as little as that of one.
extension RoomQueue {
    /// Time to notice a mistake and to find the button.
    package static let remembered = MediaTime(seconds: 20)
    /// Most removals to undo, one after the other.
    private static let mostRemovals = 20

    /// Removes entries so that `restore` can put them back.
    mutating func remove(_ numbers: Set<Int>, revision: Int, stop: QueueRemoval.Stop?, at now: ServerTime) {
        let gone = entries.enumerated().filter { numbers.contains($0.element.number) }
            .map { QueueRemoval.Removed(index: $0.offset, entry: $0.element) }
        guard !gone.isEmpty else { return }
        remove(numbers)
        removals.removeAll { $0.until <= now }
        removals.append(
            QueueRemoval(
                revision: revision, until: now.later(Self.remembered), entries: gone, stop: stop, wasShuffled: isShuffled))
        // The queue and what it remembers are together at most twice a full queue.
        var held = removals.reduce(0) { $0 + $1.entries.count }
        while held > Self.mostEntries || removals.count > Self.mostRemovals {
            held -= removals.removeFirst().entries.count
        }
    }

    /// The pieces that can be put back.
    package var removedPieces: [Piece] { removals.flatMap(\.entries).map(\.entry.queued.piece) }

    /// The newest removal that can be undone, or the newest up to a revision.
    func removal(through revision: Int?, at now: ServerTime) -> QueueRemoval? {
        removals.last { $0.until > now && $0.revision <= revision ?? .max }
    }

    /// Puts back what was removed: to its place, if nothing was moved meanwhile.
    mutating func restore(_ removal: QueueRemoval) {
        removals.removeAll { $0.revision == removal.revision }
        let gone = removal.entries
        let plain = Self.merge(
            entries.sorted { $0.place < $1.place }, gone.map { ($0.entry.place, $0.entry) }.sorted { $0.0 < $1.0 })
        let places = Dictionary(uniqueKeysWithValues: plain.enumerated().map { ($1.number, $0) })
        var merged = plain
        if isShuffled {
            merged = Self.merge(entries, gone.map { (removal.wasShuffled ? $0.index : entries.count, $0.entry) })
        }
        for index in merged.indices { merged[index].place = places[merged[index].number] ?? index }
        replaceOrder(merged)
    }

    /// Inserts entries so that each has its index in the result, or is at the end.
    private static func merge(_ rest: [Entry], _ gone: [(index: Int, entry: Entry)]) -> [Entry] {
        var merged: [Entry] = []
        merged.reserveCapacity(rest.count + gone.count)
        var left = rest[...]
        for (index, entry) in gone {
            let between = left.prefix(max(0, index - merged.count))
            merged += between
            left = left.dropFirst(between.count)
            merged.append(entry)
        }
        return merged + left
    }
}
