import Foundation

/// Paths in an order in which a few searches find those with the longest common tail, however many there are.
///
/// Each is kept from its last part to its first, with a slash after each part. Upper and lower case are the same, and so are composed and
/// decomposed letters.
struct TailIndex: Sendable {
    private struct Entry {
        let item: Int
        let start: Int
        let end: Int
    }

    private static let slash = UInt8(ascii: "/")

    /// The keys of all entries, one after the other.
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var isSorted = true

    /// The form in which a path is compared: it has about as many bytes as the path.
    static func key(_ path: [UInt8]) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(path.count + 1)
        for part in folded(path).split(separator: slash).reversed() {
            key += part
            key.append(slash)
        }
        return key
    }

    private static func folded(_ path: [UInt8]) -> [UInt8] {
        guard path.contains(where: { $0 >= 0x80 }) else { return path.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        return Array(String(decoding: path, as: UTF8.self).lowercased().precomposedStringWithCanonicalMapping.utf8)
    }

    /// What stands in front of the last parts of a path, as a key.
    static func front(of key: [UInt8], without parts: Int) -> ArraySlice<UInt8> {
        var left = parts
        return key.drop { byte in
            guard left > 0 else { return false }
            if byte == slash { left -= 1 }
            return true
        }
    }

    mutating func add(_ item: Int, key: [UInt8]) {
        entries.append(Entry(item: item, start: bytes.count, end: bytes.count + key.count))
        bytes += key
        isSorted = false
    }

    /// Must be called after the last path was added, before the first is looked for.
    mutating func sort() {
        // Of equal keys, the first that was added stays the first.
        entries.sort { [bytes] in
            Self.compare(bytes[$0.start..<$0.end], bytes[$1.start..<$1.end]) ?? ($0.start < $1.start)
        }
        isSorted = true
    }

    /// The items with this whole key, at most `limit`, in the order in which they were added.
    func items(at key: [UInt8], limit: Int) -> [Int] {
        precondition(isSorted)
        let first = firstIndex { isBefore($0, key) }
        return entries[first...].prefix(limit).prefix { bytes[$0.start..<$0.end].elementsEqual(key) }.map(\.item)
    }

    /// How many parts the best items have in common with a key, counted from the end, and those items; nil if it is fewer than `least`, or if
    /// there are more items than `limit`.
    func longestTail(of key: [UInt8], least: Int, limit: Int) -> (parts: Int, items: [Int])? {
        precondition(isSorted)
        let next = firstIndex { isBefore($0, key) }
        // What has most in common with a key stands beside its place.
        let neighbours = entries[max(next - 1, 0)..<min(next + 1, entries.count)]
        let tail = key[..<(neighbours.map { common($0, key) }.max() ?? 0)]
        let parts = tail.count { $0 == Self.slash }
        guard parts >= max(least, 1) else { return nil }
        let first = firstIndex { isBefore($0, tail) }
        let end = firstIndex { isBefore($0, tail) || bytes[$0.start..<$0.end].starts(with: tail) }
        return end - first <= limit ? (parts, entries[first..<end].map(\.item)) : nil
    }

    /// The bytes of the parts that an entry shares with a key.
    private func common(_ entry: Entry, _ key: [UInt8]) -> Int {
        var (count, whole) = (0, 0)
        while count < key.count, entry.start + count < entry.end, bytes[entry.start + count] == key[count] {
            count += 1
            if key[count - 1] == Self.slash { whole = count }
        }
        return whole
    }

    private func isBefore(_ entry: Entry, _ key: some Collection<UInt8>) -> Bool {
        Self.compare(bytes[entry.start..<entry.end], key) ?? false
    }

    /// Whether the first comes before the second; nil if they are equal.
    private static func compare(_ one: ArraySlice<UInt8>, _ other: some Collection<UInt8>) -> Bool? {
        var (left, right) = (one.startIndex, other.startIndex)
        while left < one.endIndex, right < other.endIndex {
            if one[left] != other[right] { return one[left] < other[right] }
            left += 1
            right = other.index(after: right)
        }
        if left < one.endIndex { return false }
        return right < other.endIndex ? true : nil
    }

    /// The first entry for which `isEarlier` is false; it is true for all before it.
    private func firstIndex(where isEarlier: (Entry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isEarlier(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
