/// Recognizes folders and titles that stand for one disc of an album: "CD1", "Disc 2 - Live", "The Wall (Disc 1)".
package enum DiscFolder {
    private static let words = ["cd", "disc", "disk", "disque"]
    /// More digits are a year, as in "CD 2004".
    private static let mostDigits = 2

    /// Whether a folder of this name holds one disc, so that its album is the folder above.
    package static func isDisc(_ name: String) -> Bool { number(of: folded(name).utf8) != nil }

    /// The folder of the album of a file within a source: the one above if its own is that of a disc. Empty for the source itself.
    package static func album(of file: [UInt8]) -> [UInt8] {
        var parts = file.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast()
        if let last = parts.last, isDisc(String(decoding: last, as: UTF8.self)) { parts.removeLast() }
        return Array(parts.joined(separator: [UInt8(ascii: "/")]))
    }

    /// The number of the disc whose folder holds a file; nil if it lies in no such folder.
    static func number(of file: [UInt8]) -> Int? {
        guard let folder = file.split(separator: UInt8(ascii: "/")).dropLast().last else { return nil }
        return number(of: folded(String(decoding: folder, as: UTF8.self)).utf8)
    }

    /// A title without its disc in brackets at the end, and the number of that disc.
    static func parts(of title: String) -> (title: String, disc: Int?) {
        let brackets: [Character: Character] = [")": "(", "]": "["]
        guard let opening = title.last.flatMap({ brackets[$0] }), let start = title.lastIndex(of: opening),
            let disc = number(of: folded(String(title[start...])).utf8, isAlone: true)
        else { return (title, nil) }
        let rest = title[..<start]
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return (title, nil) }
        return (String(rest[...last]), disc)
    }

    /// The number of a disc whose name is folded; nil if it is not one. `isAlone` refuses words after the number.
    private static func number(of name: String.UTF8View, isAlone: Bool = false) -> Int? {
        for word in words where name.starts(with: word.utf8) {
            let rest = name.dropFirst(word.utf8.count).drop { $0 == UInt8(ascii: " ") }
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            let after = rest.dropFirst(digits.count)
            let isName = after.isEmpty || !isAlone && after.first == UInt8(ascii: " ")
            if 1...mostDigits ~= digits.count, isName { return Int(String(decoding: digits, as: UTF8.self)) }
        }
        return nil
    }
}
