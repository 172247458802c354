/// A reader of the part of YAML that the API's description uses: indented mappings and sequences. A value on one line, in braces,
/// in quotes or plain, is kept as text.
indirect enum Outline {
    case text(String)
    case keys([(key: String, value: Outline)])
    case items([Outline])

    private typealias Line = (indent: Int, text: String)

    init(_ text: String) {
        let all = text.split(separator: "\n").map { line -> Line in
            let content = line.drop { $0 == " " }
            return (line.count - content.count, String(content))
        }
        var lines = all.filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }[...]
        self = Self.block(&lines)
    }

    subscript(key: String) -> Outline? {
        guard case .keys(let keys) = self else { return nil }
        return keys.first { $0.key == key }?.value
    }

    var keys: [String] {
        guard case .keys(let keys) = self else { return [] }
        return keys.map(\.key)
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The block on the next lines, at the indentation of the first of them.
    private static func block(_ lines: inout ArraySlice<Line>) -> Outline {
        guard let first = lines.first else { return .text("") }
        if first.text.hasPrefix("- ") {
            var items: [Outline] = []
            while let line = lines.first, line.indent == first.indent, line.text.hasPrefix("- ") {
                lines[lines.startIndex] = (line.indent + 2, String(line.text.dropFirst(2)))
                items.append(block(&lines))
            }
            return .items(items)
        }
        guard key(of: first.text) != nil else { return words(&lines, from: first.indent) }
        var keys: [(key: String, value: Outline)] = []
        while let line = lines.first, line.indent == first.indent, let (key, rest) = key(of: line.text) {
            lines.removeFirst()
            let isDeeper = (lines.first?.indent ?? 0) > line.indent
            if rest == "|" {
                keys.append((key, words(&lines, from: line.indent + 1)))
            } else if isDeeper && (rest.isEmpty || rest.hasPrefix("&")) {
                keys.append((key, block(&lines)))
            } else if isDeeper && (rest.hasPrefix("[") || rest.hasPrefix("{")) {
                guard case .text(let more) = words(&lines, from: line.indent + 1) else { continue }
                keys.append((key, .text("\(rest) \(more)")))
            } else {
                keys.append((key, .text(rest)))
            }
        }
        return .keys(keys)
    }

    /// Joins all lines that are indented at least as far.
    private static func words(_ lines: inout ArraySlice<Line>, from indent: Int) -> Outline {
        let words = lines.prefix { $0.indent >= indent }
        lines.removeFirst(words.count)
        return .text(words.map(\.text).joined(separator: " "))
    }

    /// The key at the start of a line, without quotes, and the rest of the line; nil for a line without a key.
    private static func key(of line: String) -> (String, String)? {
        guard !line.hasPrefix("{"), !line.hasPrefix("[") else { return nil }
        let colon =
            line.hasSuffix(":") && !line.contains(": ") ? line.index(before: line.endIndex) : line.firstRange(of: ": ")?.lowerBound
        guard let colon else { return nil }
        let rest = line[line.index(after: colon)...].drop { $0 == " " }
        return (line[..<colon].filter { $0 != "\"" }, String(rest))
    }
}
