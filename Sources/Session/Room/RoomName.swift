/// The rules for names of rooms, which appear in addresses, on screens and in files.
package enum RoomName {
    package static let main = "main"
    /// Longest name in bytes: a word or two in any script.
    package static let longest = 64

    package static let rule = "1 to \(longest) bytes of letters, digits, spaces and . _ -, with a letter or a digit first"

    package static func allows(_ name: String) -> Bool {
        let letters = name.unicodeScalars
        guard name.utf8.count <= longest, let first = letters.first, isLetter(first) else { return false }
        return letters.allSatisfy { isLetter($0) || " ._-".unicodeScalars.contains($0) }
    }

    /// A letter, digit or combining mark of any script.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}
