import Music

/// What a room plays, in the order in which it plays it.
package struct RoomQueue: Hashable, Sendable {
    /// One place in the queue. The same track may have several.
    package struct Entry: Hashable, Sendable {
        /// Names it for good, wherever it moves.
        package let number: Int
        package internal(set) var track: QueuedTrack
        /// Where it stands when nothing is shuffled.
        package internal(set) var place: Int
        /// Why it cannot be played; it is passed over.
        package internal(set) var trouble: String?
    }

    /// So long that a whole evening of days fits, and still goes out in one message.
    package static let mostEntries = 10_000

    package private(set) var entries: [Entry] = []
    package private(set) var isShuffled = false
    private var lastNumber = 0
    /// Where each entry stands: a room asks for that at every moment.
    private var indices: [Int: Int] = [:]
    /// What the next shuffle is made with: the same commands always give the same order.
    private var seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
    }

    /// As it was kept.
    init(entries: [Entry], isShuffled: Bool, seed: UInt64) {
        self.entries = entries
        self.isShuffled = isShuffled
        self.seed = seed
        lastNumber = entries.map(\.number).max() ?? 0
        findAll()
        numberPlaces()
    }

    /// What goes on in other shuffles after this one.
    var keptSeed: UInt64 { seed }

    package func index(of number: Int) -> Int? { indices[number] }

    package func entry(_ number: Int) -> Entry? { index(of: number).map { entries[$0] } }

    /// The next entry that can be played, from an index on or back; with `wraps` over the ends, up to the index itself.
    func playable(from index: Int, step: Int, wraps: Bool) -> Entry? {
        var index = index
        for _ in entries.indices {
            index += step
            if !entries.indices.contains(index) {
                guard wraps else { return nil }
                index = step > 0 ? 0 : entries.count - 1
            }
            if entries[index].trouble == nil { return entries[index] }
        }
        return nil
    }

    /// Puts other tracks in the place of all; shuffled as before, with the one at `start` first. Returns that one's number.
    mutating func replace(with tracks: [QueuedTrack], start: Int) -> Int? {
        entries = []
        indices = [:]
        append(tracks)
        guard entries.indices.contains(start) else { return nil }
        let first = entries[start].number
        if isShuffled { shuffle(after: first) }
        return first
    }

    mutating func append(_ tracks: [QueuedTrack]) {
        insert(tracks, at: entries.count, place: entries.count)
    }

    /// Puts tracks right behind an entry, in the shuffled order and in the other.
    mutating func insert(_ tracks: [QueuedTrack], after number: Int) {
        guard let index = index(of: number) else { return append(tracks) }
        insert(tracks, at: index + 1, place: entries[index].place + 1)
    }

    private mutating func insert(_ tracks: [QueuedTrack], at index: Int, place: Int) {
        for other in entries.indices where entries[other].place >= place { entries[other].place += tracks.count }
        let first = lastNumber + 1
        lastNumber += tracks.count
        entries.insert(
            contentsOf: tracks.enumerated().map { Entry(number: first + $0, track: $1, place: place + $0) }, at: index)
        findAll()
    }

    /// Moves an entry so that it stands at an index of the order that is played.
    mutating func move(_ number: Int, to index: Int) {
        guard let old = self.index(of: number) else { return }
        let entry = entries.remove(at: old)
        entries.insert(entry, at: min(max(index, 0), entries.count))
        findAll()
        // Shuffled, only the order of now changes: the other one is what comes back.
        if !isShuffled { numberPlaces() }
    }

    mutating func remove(_ numbers: Set<Int>) {
        entries.removeAll { numbers.contains($0.number) }
        findAll()
        numberPlaces()
    }

    /// Shuffled, an entry comes first and all others in a new order after it; unshuffled, all are back where they were.
    mutating func shuffle(_ isShuffled: Bool, first: Int?) {
        self.isShuffled = isShuffled
        if isShuffled { return shuffle(after: first) }
        entries.sort { $0.place < $1.place }
        findAll()
    }

    mutating func change(_ body: (inout Entry) -> Void) {
        for index in entries.indices { body(&entries[index]) }
    }

    private mutating func shuffle(after first: Int?) {
        var numbers = SplitMix(seed: seed)
        entries.sort { $0.place < $1.place }
        entries.shuffle(using: &numbers)
        seed = numbers.next()
        if let index = entries.firstIndex(where: { $0.number == first }) { entries.insert(entries.remove(at: index), at: 0) }
        findAll()
    }

    /// Takes note of where all entries stand, after some have moved.
    private mutating func findAll() {
        indices = Dictionary(entries.enumerated().map { ($1.number, $0) }) { first, _ in first }
    }

    /// Numbers the places anew, without holes, in their order.
    private mutating func numberPlaces() {
        if isShuffled {
            let order = entries.indices.sorted { entries[$0].place < entries[$1].place }
            for (place, index) in order.enumerated() { entries[index].place = place }
        } else {
            for index in entries.indices { entries[index].place = index }
        }
    }
}
