/// How far two words are apart, as people mistype them: letters that are missing, too many, wrong, or swapped with their neighbour.
///
/// The optimal string alignment distance; nil if it is more than `most`.
func misspellings(_ one: [UInt8], _ other: [UInt8], atMost most: Int) -> Int? {
    guard abs(one.count - other.count) <= most else { return nil }
    var (before, last) = ([Int](), Array(0...other.count))
    for (row, letter) in one.enumerated() {
        var next = [row + 1]
        next.reserveCapacity(other.count + 1)
        for (column, opposite) in other.enumerated() {
            var least = min(last[column + 1], next[column]) + 1
            least = min(least, last[column] + (letter == opposite ? 0 : 1))
            if row > 0, column > 0, letter == other[column - 1], one[row - 1] == opposite {
                least = min(least, before[column - 1] + 1)
            }
            next.append(least)
        }
        guard next.contains(where: { $0 <= most }) else { return nil }
        (before, last) = (last, next)
    }
    return last[other.count] <= most ? last[other.count] : nil
}

extension CatalogReader {
    /// Most words of a text that are looked at, and most rows of each index whose words are compared: some milliseconds.
    private static let (mostWords, mostRows) = (6, 4000)
    /// Shorter words are too near to too many.
    private static let leastLetters = 4
    private static let manyLetters = 8

    /// The text with those of its words that nothing begins with replaced by the nearest that are there; nil if there is nothing near, or
    /// nothing to replace. The first letter of a word is taken to be right.
    func respelled(_ text: String) throws(CatalogError) -> String? {
        let words = folded(text).split(separator: " ").map(String.init)
        guard words.count <= Self.mostWords else { return nil }
        var spelled: [String] = []
        for word in words {
            if try isThere(word) {
                spelled.append(word)
            } else {
                // Where the first two are right, fewer words are compared.
                var found = try nearest(to: word, sharing: 2)
                if found == nil { found = try nearest(to: word, sharing: 1) }
                guard let found else { return nil }
                spelled.append(found)
            }
        }
        return spelled == words ? nil : spelled.joined(separator: " ")
    }

    private static let indexes = [
        ("artist_words", "name"), ("album_words", "title || ' ' || artist"),
        ("track_words", "title || ' ' || artist || ' ' || album"),
    ]

    private func isThere(_ word: String) throws(CatalogError) -> Bool {
        guard let expression = searchExpression(word) else { return false }
        for (index, _) in Self.indexes {
            let found = try connection.rows("SELECT 1 FROM \(index) WHERE \(index) MATCH ? LIMIT 1", [Value(expression)]) {
                $0.int()
            }
            if !found.isEmpty { return true }
        }
        return false
    }

    /// The word nearest to one, of those that begin with the same letters.
    private func nearest(to word: String, sharing first: Int) throws(CatalogError) -> String? {
        let letters = Array(word.utf8.prefix(64))
        guard letters.count >= Self.leastLetters, let expression = searchExpression(String(word.prefix(first))) else { return nil }
        let most = letters.count >= Self.manyLetters ? 2 : 1
        var seen: Set<Substring> = []
        var best: (word: String, distance: Int)?
        for (index, columns) in Self.indexes {
            let rows = try connection.rows(
                "SELECT \(columns) AS words FROM \(index) WHERE \(index) MATCH ? LIMIT \(Self.mostRows)", [Value(expression)]
            ) { $0.text() }
            for candidate in rows.flatMap({ folded($0).split(separator: " ") }) where candidate.hasPrefix(word.prefix(first)) {
                guard seen.insert(candidate).inserted else { continue }
                // Whoever is still typing has the beginning of a word.
                let whole = Array(candidate.utf8.prefix(64))
                let distances = [whole, Array(whole.prefix(letters.count))].compactMap { misspellings(letters, $0, atMost: most) }
                guard let distance = distances.min(), best.map({ distance < $0.distance }) ?? true else { continue }
                best = (String(candidate), distance)
            }
        }
        return best?.word
    }
}
