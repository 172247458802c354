/// Text from tags, whose encoding is often wrong.
enum RepairedText {
    /// The characters 0x80 to 0x9F of Windows-1252; the five that it leaves undefined are as in Latin-1.
    private static let windows1252 = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// UTF-8, with invalid parts replaced, if most of the bytes are; else Windows-1252. White space at the ends is trimmed.
    static func text(of bytes: [UInt8]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        let broken = text.unicodeScalars.count { $0 == "\u{FFFD}" }
        if broken > 0, broken > text.unicodeScalars.count(where: { $0 > "\u{7F}" && $0 != "\u{FFFD}" }) {
            text = String(String.UnicodeScalarView(bytes.map { scalar($0) }))
        }
        let isBlank = { (character: Character) in character.isWhitespace || character == "\0" }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }

    /// The longest prefix of `text` of at most `count` bytes that splits no character.
    static func cut(_ text: String, to count: Int) -> String {
        guard text.utf8.count > count else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: count)
        while end.samePosition(in: text) == nil { text.utf8.formIndex(before: &end) }
        return String(text[..<end])
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        0x80...0x9F ~= byte ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
}
