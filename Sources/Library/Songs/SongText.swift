import Foundation
package import Music
import Text

/// Why a text from outside is not what a song or a set list may have: the field, and what it must be.
package struct SongProblem: Error, Hashable, CustomStringConvertible {
    package let field: String
    /// The end of a sentence that begins with the field.
    package let rule: String

    package init(_ field: String, _ rule: String) {
        (self.field, self.rule) = (field, rule)
    }

    package var description: String { "\(field) \(rule)" }
}

/// What the texts of songs, set lists and practice may be. Longer ones fit no screen.
package enum SongText {
    package static let longestTitle = 200
    package static let longestNotes = 4_000
    package static let longestName = 60

    /// One line without blanks around it.
    package static func line(
        _ text: String, _ field: String, in lengths: ClosedRange<Int> = 1...longestTitle
    ) throws(SongProblem) -> String {
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard lengths.contains(line.unicodeScalars.count) else {
            throw SongProblem(field, "must have from \(lengths.lowerBound) to \(lengths.upperBound) characters")
        }
        guard line.isOneLine else { throw SongProblem(field, "must be one line, without control characters") }
        return line
    }

    /// Lines of notes; they end in a newline, however they were sent.
    package static func notes(_ text: String) throws(SongProblem) -> String {
        var notes = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" || scalar == "\n" && last != "\r" { notes.append("\n") }
            if scalar != "\r", scalar != "\n" { notes.append(scalar) }
            last = scalar
        }
        guard notes.count <= longestNotes else { throw SongProblem("notes", "may have at most \(longestNotes) characters") }
        guard !notes.contains(where: { $0.steersText && $0 != "\n" && $0 != "\t" }) else {
            throw SongProblem("notes", "must be text, without control characters")
        }
        return String(notes)
    }

    package static func kit(_ text: String) throws(SongProblem) -> String {
        guard KitName.isValid(text) else { throw SongProblem("kit", "must be the name of a kit, such as wood or own/mine") }
        return text
    }

    /// What names a recording in the API.
    package static func recording(_ piece: String) throws(SongProblem) -> ContentIdentity {
        guard let identity = ContentIdentity(piece) else { throw SongProblem("piece", "must be the identity of a recording") }
        return identity
    }

    /// The name of whoever practises, in one spelling: keyboards compose letters with marks in two ways.
    package static func name(_ text: String) throws(SongProblem) -> String {
        try line(text.precomposedStringWithCanonicalMapping, "name", in: 1...longestName)
    }
}
