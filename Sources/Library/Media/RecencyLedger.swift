/// The index of a cache: the sizes of its files, and the order in which they were last used. It touches no file.
struct RecencyLedger {
    struct Entry: Equatable {
        let size: Int
        /// The sequence number of its last use.
        fileprivate(set) var turn: UInt64
        /// When the file's modification time was last set to its use, in seconds since 1970.
        var markedAt: Int
    }

    private(set) var byteCount = 0
    private var entries: [String: Entry] = [:]
    private var keys: [UInt64: String] = [:]
    private var next: UInt64 = 0
    /// No key has an earlier turn.
    private var oldest: UInt64 = 0

    var count: Int { entries.count }

    subscript(key: String) -> Entry? { entries[key] }

    /// Adds a new file as just used, in place of one with the same key.
    mutating func insert(_ key: String, size: Int, markedAt: Int) {
        remove(key)
        entries[key] = Entry(size: size, turn: next, markedAt: markedAt)
        keys[next] = key
        next += 1
        byteCount += size
    }

    /// Records a use. True if the file's modification time should be set too, since it was not for `interval` seconds.
    mutating func touch(_ key: String, at now: Int, markingEvery interval: Int) -> Bool {
        guard let entry = entries[key] else { return false }
        renew(key)
        let isDue = now - entry.markedAt >= interval
        if isDue { entries[key]?.markedAt = now }
        return isDue
    }

    mutating func remove(_ key: String) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        keys[entry.turn] = nil
        byteCount -= entry.size
    }

    /// The total size with a file of `size` under `key`, if nothing is evicted.
    func byteCount(with key: String, size: Int) -> Int {
        byteCount - (entries[key]?.size ?? 0) + size
    }

    /// The total size of some entries.
    func byteCount(of keys: Set<String>) -> Int {
        keys.reduce(0) { $0 + (entries[$1]?.size ?? 0) }
    }

    /// Removes the least recently used entries until at most `budget` bytes are left, and returns their keys. Those that are pinned
    /// stay, and count as just used.
    mutating func evict(downTo budget: Int, pinned: Set<String> = []) -> [String] {
        var evicted: [String] = []
        var passed = 0
        while byteCount > budget && passed < entries.count {
            if let key = keys[oldest] {
                if pinned.contains(key) {
                    renew(key)
                    passed += 1
                } else {
                    evicted.append(key)
                    remove(key)
                }
            }
            oldest += 1
        }
        return evicted
    }

    private mutating func renew(_ key: String) {
        guard var entry = entries[key] else { return }
        keys[entry.turn] = nil
        entry.turn = next
        keys[next] = key
        next += 1
        entries[key] = entry
    }
}
