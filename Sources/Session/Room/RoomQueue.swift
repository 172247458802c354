import Music

/// The queue of a room, in play order.
package struct RoomQueue: Hashable, Sendable {
    /// An entry of the queue. A piece may have several.
    package struct Entry: Hashable, Sendable {
        /// A permanent id, also after a move.
        package let number: Int
        package internal(set) var queued: QueuedPiece
        /// Its position without shuffling.
        package internal(set) var place: Int
        /// Why it cannot be played; such an entry is skipped.
        package internal(set) var trouble: String?
    }

    /// Longest queue: weeks of music, which still fits one message.
    package static let mostEntries = 10_000

    package private(set) var entries: [Entry] = []
    package private(set) var isShuffled = false
    /// What can be put back, oldest first.
    var removals: [QueueRemoval] = []
    /// The greatest number that an entry ever had.
    package private(set) var lastNumber = 0
    /// Index of each entry by its number: a room looks entries up all the time.
    private var indices: [Int: Int] = [:]
    /// Seed of the next shuffle: the same commands always give the same order.
    private var seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
    }

    /// A queue that a version before the log kept.
    init(entries: [Entry], isShuffled: Bool, seed: UInt64, lastNumber: Int) {
        self.entries = entries
        self.isShuffled = isShuffled
        self.seed = seed
        self.lastNumber = lastNumber
        findAll()
        numberPlaces()
    }

    package func index(of number: Int) -> Int? { indices[number] }

    /// The entries that were added after another one, whose number was the last: numbers only count up.
    package func added(since last: Int) -> [Entry] { lastNumber > last ? entries.filter { $0.number > last } : [] }

    package func entry(_ number: Int) -> Entry? { index(of: number).map { entries[$0] } }

    /// The next playable entry from an index, forwards or backwards; with `wraps` past the ends, up to the index itself. Beyond an end
    /// some do not count.
    func playable(from index: Int, step: Int, wraps: Bool, beyondWithout left: Set<Int> = []) -> Entry? {
        var (index, isBeyond) = (index, false)
        for _ in entries.indices {
            index += step
            if !entries.indices.contains(index) {
                guard wraps else { return nil }
                index = step > 0 ? 0 : entries.count - 1
                isBeyond = true
            }
            if entries[index].trouble == nil, !isBeyond || !left.contains(entries[index].number) { return entries[index] }
        }
        return nil
    }

    /// Replaces all tracks; if shuffled, the one at `start` comes first. Returns the id of that one.
    mutating func replace(with pieces: [QueuedPiece], start: Int) -> Int? {
        entries = []
        removals = []
        indices = [:]
        append(pieces)
        guard entries.indices.contains(start) else { return nil }
        let first = entries[start].number
        if isShuffled { shuffle(after: first) }
        return first
    }

    /// Puts entries at the end that were in the queue until just now.
    mutating func putBack(_ kept: [Entry]) {
        guard !kept.isEmpty else { return }
        for var entry in kept {
            entry.place = entries.count
            entries.append(entry)
        }
        findAll()
    }

    mutating func append(_ pieces: [QueuedPiece]) {
        insert(pieces, at: entries.count, place: entries.count)
    }

    /// Inserts tracks after an entry, in both the shuffled and the plain order.
    mutating func insert(_ pieces: [QueuedPiece], after number: Int) {
        guard let index = index(of: number) else { return append(pieces) }
        insert(pieces, at: index + 1, place: entries[index].place + 1)
    }

    private mutating func insert(_ pieces: [QueuedPiece], at index: Int, place: Int) {
        for other in entries.indices where entries[other].place >= place { entries[other].place += pieces.count }
        let first = lastNumber + 1
        lastNumber += pieces.count
        entries.insert(
            contentsOf: pieces.enumerated().map { Entry(number: first + $0, queued: $1, place: place + $0) }, at: index)
        find(index..<entries.count)
    }

    /// Moves an entry to an index of the play order.
    mutating func move(_ number: Int, to index: Int) {
        guard let old = self.index(of: number) else { return }
        let new = min(max(index, 0), entries.count - 1)
        guard new != old else { return }
        entries.insert(entries.remove(at: old), at: new)
        let moved = min(old, new)..<max(old, new) + 1
        find(moved)
        // While shuffled, a move does not change the plain order, which is restored when shuffling ends.
        guard !isShuffled else { return }
        for index in moved { entries[index].place = index }
    }

    mutating func remove(_ numbers: Set<Int>) {
        guard !numbers.isEmpty else { return }
        entries.removeAll { numbers.contains($0.number) }
        findAll()
        numberPlaces()
    }

    /// Takes a new order of all entries, with entries that were removed before.
    mutating func replaceOrder(_ ordered: [Entry]) {
        entries = ordered
        findAll()
    }

    /// Takes another play order of the same entries.
    mutating func arrange(_ ordered: [Entry]) {
        guard !ordered.elementsEqual(entries, by: { $0.number == $1.number }) else { return }
        entries = ordered
        findAll()
        // While shuffled, the plain order stays.
        guard !isShuffled else { return }
        for index in entries.indices { entries[index].place = index }
    }

    /// With shuffling on, an entry comes first and the others follow in a new order; off, the plain order is restored.
    mutating func shuffle(_ isShuffled: Bool, first: Int?) {
        self.isShuffled = isShuffled
        if isShuffled { return shuffle(after: first) }
        entries.sort { $0.place < $1.place }
        findAll()
    }

    /// Updates what is known of a piece, which is now playable.
    mutating func learn(_ known: QueuedPiece) {
        for index in entries.indices where entries[index].queued.piece == known.piece {
            if entries[index].queued != known { entries[index].queued = known }
            if entries[index].trouble != nil { entries[index].trouble = nil }
        }
    }

    /// Takes what is known of all pieces by now, and skips those of which nothing is.
    mutating func renew(_ known: [Piece: QueuedPiece]) {
        for index in entries.indices {
            let piece = entries[index].queued.piece
            entries[index].queued = known[piece] ?? QueuedPiece(piece, duration: nil)
            entries[index].trouble = known[piece] == nil ? QueuedPiece.gone : nil
        }
    }

    /// Skips a piece's entries from now on.
    mutating func passOver(_ piece: Piece, _ reason: String) {
        for index in entries.indices where entries[index].queued.piece == piece && entries[index].trouble != reason {
            entries[index].trouble = reason
        }
    }

    /// Lets an entry be tried again.
    mutating func retry(_ number: Int) {
        guard let index = index(of: number), entries[index].trouble != nil else { return }
        entries[index].trouble = nil
    }

    private mutating func shuffle(after first: Int?) {
        var numbers = SplitMix(seed: seed)
        entries.sort { $0.place < $1.place }
        entries.shuffle(using: &numbers)
        seed = numbers.next()
        if let index = entries.firstIndex(where: { $0.number == first }) { entries.insert(entries.remove(at: index), at: 0) }
        findAll()
    }

    /// Updates the indexes after entries have moved.
    private mutating func find(_ moved: Range<Int>) {
        for index in moved { indices[entries[index].number] = index }
    }

    private mutating func findAll() {
        indices = Dictionary(minimumCapacity: entries.count)
        find(entries.indices)
    }

    /// Renumbers the plain positions without gaps.
    private mutating func numberPlaces() {
        if isShuffled {
            let order = entries.indices.sorted { entries[$0].place < entries[$1].place }
            for (place, index) in order.enumerated() { entries[index].place = place }
        } else {
            for index in entries.indices { entries[index].place = index }
        }
    }
}

/// A row without names: a snapshot has up to ten thousand of them, and is written again and again.
extension RoomQueue.Entry: Codable {
    package init(from decoder: any Decoder) throws {
        guard var row = try? decoder.unkeyedContainer() else {
            self = try Named(from: decoder).entry
            return
        }
        (number, place) = (try row.decode(Int.self), try row.decode(Int.self))
        let (piece, duration) = (try row.decode(Piece.self), try row.decodeIfPresent(MediaTime.self))
        let (start, end) = (try row.decodeIfPresent(MediaTime.self), try row.decodeIfPresent(MediaTime.self))
        let sound = start.flatMap { start in end.map { SoundBounds(start: start, end: $0) } }
        queued = QueuedPiece(piece, duration: duration, sound: sound)
        trouble = row.isAtEnd ? nil : try row.decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(number)
        try row.encode(place)
        try row.encode(queued.piece)
        for time in [queued.duration, queued.sound?.start, queued.sound?.end] {
            if let time { try row.encode(time) } else { try row.encodeNil() }
        }
        if let trouble { try row.encode(trouble) }
    }

    /// As the first snapshots had it.
    private struct Named: Decodable {
        let number: Int
        let queued: QueuedPiece
        let place: Int
        let trouble: String?

        var entry: RoomQueue.Entry { RoomQueue.Entry(number: number, queued: queued, place: place, trouble: trouble) }
    }
}

extension RoomQueue: Codable {
    private enum Key: String, CodingKey { case entries, isShuffled, removals, lastNumber, seed }

    /// Ids start at one; sums of a few do not overflow.
    private static let ids = 1...(1 << 40)

    /// Throws if no commands could have made it, which only damaged data is.
    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        entries = try object.decode([Entry].self, forKey: .entries)
        isShuffled = try object.decode(Bool.self, forKey: .isShuffled)
        removals = try object.decode([QueueRemoval].self, forKey: .removals)
        lastNumber = try object.decode(Int.self, forKey: .lastNumber)
        seed = try object.decode(UInt64.self, forKey: .seed)
        let removed = removals.flatMap(\.entries)
        let numbers = (entries + removed.map(\.entry)).map(\.number)
        let isWithinBounds =
            entries.count <= Self.mostEntries && removed.count <= Self.mostEntries && numbers.allSatisfy(Self.ids.contains)
            && Set(numbers).count == numbers.count && numbers.allSatisfy { $0 <= lastNumber } && lastNumber <= Self.ids.upperBound
            && removed.allSatisfy { (0...2 * Self.mostEntries).contains($0.index) }
        guard isWithinBounds else {
            throw DecodingError.dataCorruptedError(forKey: .entries, in: object, debugDescription: "the queue is out of bounds")
        }
        findAll()
        numberPlaces()
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(entries, forKey: .entries)
        try object.encode(isShuffled, forKey: .isShuffled)
        try object.encode(removals, forKey: .removals)
        try object.encode(lastNumber, forKey: .lastNumber)
        try object.encode(seed, forKey: .seed)
    }
}
