import Foundation

/// Normalizes text for search and sorting: lower case without diacritics, words separated by one space.
///
/// "Sigur Rós", "sigur ros" and "SIGUR  RÓS!" are equal. In scripts without spaces each character is a word.
func folded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isApart = true
    func append(_ scalar: Unicode.Scalar) {
        result.append(scalar)
        isApart = false
    }
    func separate() {
        if !isApart { result.append(" ") }
        isApart = true
    }
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    for scalar in (isPlain ? text : text.decomposedStringWithCompatibilityMapping).unicodeScalars {
        switch scalar {
        case "a"..."z", "0"..."9": append(scalar)
        case "A"..."Z": append(Unicode.Scalar(scalar.value + 32)!)
        case "'", "\u{2019}", "\u{0300}"..."\u{036F}": break  // "don't" is one word; combining marks are dropped.
        case "\0"..."\u{7F}": separate()
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark, .format: break
            case .otherLetter where isIdeographic(scalar):
                separate()
                append(scalar)
                separate()
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                for small in scalar.properties.lowercaseMapping.unicodeScalars {
                    for plain in (plainLetters[small] ?? String(small)).unicodeScalars where !isMark(plain) { append(plain) }
                }
            default: separate()
            }
        }
    }
    if isApart, result.last == " " { result.removeLast() }
    return String(result)
}

/// A search as an FTS5 query of word prefixes; nil if it has no words.
func searchExpression(_ text: String) -> String? {
    // More words would only cost time.
    let words = folded(text).split(separator: " ").prefix(16)
    return words.isEmpty ? nil : words.map { "\"\($0.prefix(64))\"*" }.joined(separator: " ")
}

/// Letters without a Unicode decomposition that people type plainly.
private let plainLetters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n",
]

private func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }

private func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
}
