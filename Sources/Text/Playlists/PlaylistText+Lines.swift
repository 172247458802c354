/// M3U and PLS: the formats of lines.
extension PlaylistText {
    mutating func readM3U(_ text: String) {
        var title: String?
        var duration: Double?
        for line in Self.lines(text) {
            guard line.utf8.first == UInt8(ascii: "#") else {
                guard !line.isEmpty else { continue }
                guard add(line, title: title, duration: duration) else { return }
                (title, duration) = (nil, nil)
                continue
            }
            if let value = Self.value(of: "#EXTINF:", in: line) {
                (duration, title) = Self.extended(value)
            } else if let value = Self.value(of: "#PLAYLIST:", in: line), self.title == nil {
                self.title = Self.title(value)
            }
        }
    }

    /// PLS numbers its entries; their order is that of the numbers, not of the lines.
    mutating func readPLS(_ text: String) {
        var files: [Int: String] = [:]
        var titles: [Int: String] = [:]
        var lengths: [Int: Double] = [:]
        for line in Self.lines(text) {
            guard let equals = line.firstIndex(of: "="), line.utf8.first != UInt8(ascii: ";") else { continue }
            let value = line[line.index(after: equals)...].trimmed
            let key = line[..<equals].trimmed.lowercased()
            if let number = Self.number(key, after: "file") {
                guard files.count < Self.mostEntries || files[number] != nil else { continue }
                files[number] = files[number] ?? value
            } else if let number = Self.number(key, after: "title") {
                guard titles.count < Self.mostEntries else { continue }
                titles[number] = titles[number] ?? value
            } else if let number = Self.number(key, after: "length") {
                guard lengths.count < Self.mostEntries else { continue }
                lengths[number] = lengths[number] ?? Double(value)
            }
        }
        for (number, file) in files.sorted(by: { $0.key < $1.key }) {
            add(file, title: titles[number], duration: lengths[number])
        }
    }

    /// The lines by the ends of any system, trimmed.
    private static func lines(_ text: String) -> some Sequence<String> {
        text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.lazy.map { String($0).trimmed }
    }

    private static func value(of tag: String, in line: String) -> Substring? {
        guard line.utf8.count >= tag.utf8.count, line.prefix(tag.count).uppercased() == tag else { return nil }
        return line.dropFirst(tag.count)
    }

    /// Reads `123,Artist - Title`; attributes such as `tvg-id="a,b"` may stand before the comma.
    private static func extended(_ value: Substring) -> (duration: Double?, title: String?) {
        var isQuoted = false
        let comma = value.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        let head = value[..<(comma ?? value.endIndex)]
        let duration = head.trimmed.split(separator: " ").first.flatMap { Double($0) }
        return (duration, comma.map { value[value.index(after: $0)...].trimmed })
    }

    /// The number in a key such as `file12`; nil for other keys.
    private static func number(_ key: String, after word: String) -> Int? {
        guard key.hasPrefix(word) else { return nil }
        let digits = key.dropFirst(word.count)
        guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(digits)
    }
}
