/// Tables as comma-separated values (RFC 4180).
package enum CSVText {
    /// More cells of a row than any table of ours has; limits what is kept of a hostile file.
    package static let mostCells = 64
    /// The same for rows.
    package static let mostRows = 20_000

    /// What spreadsheets of different languages put between cells.
    private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    private static let quote = UInt8(ascii: "\"")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// A spreadsheet takes a cell for a formula that begins with one of these (OWASP, "CSV Injection").
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]

    /// The rows of a table. The separator is the one that the first row has most of; the byte order mark, and the apostrophe that
    /// keeps a text from being a formula, are taken away.
    package static func rows(_ bytes: [UInt8]) throws(CSVProblem) -> [[String]] {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        let text = bytes.starts(with: byteOrderMark) ? bytes[byteOrderMark.count...] : bytes[...]
        let separator = separator(of: text)
        var rows: [[String]] = []
        var place = text.startIndex
        while place < text.endIndex {
            guard rows.count < mostRows else { throw .tooLong(limit: mostRows) }
            rows.append(try row(text, from: &place, separator, number: rows.count + 1))
        }
        return rows
    }

    /// A file for spreadsheets: with a byte order mark, without which some do not read UTF-8.
    package static func bytes(_ rows: [[String]]) -> [UInt8] {
        byteOrderMark + rows.flatMap { row in Array((row.map(cell).joined(separator: ",") + "\r\n").utf8) }
    }

    private static func cell(_ text: String) -> String {
        let text = startsFormula(text) ? "'" + text : text
        guard text.utf8.contains(where: { separators.contains($0) || [quote, 0x0A, 0x0D].contains($0) }) else { return text }
        // By scalars: a quote with a combining mark behind it is another character.
        return "\"" + String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] })) + "\""
    }

    /// Whether it begins with apostrophes, if any, and then as a formula does.
    private static func startsFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map(formulaStarts.contains) ?? false
    }

    /// Reads a row and the end of its line.
    private static func row(
        _ text: ArraySlice<UInt8>, from place: inout Int, _ separator: UInt8, number: Int
    ) throws(CSVProblem) -> [String] {
        var cells: [String] = []
        while true {
            guard cells.count < mostCells else { throw .tooWide(row: number, limit: mostCells) }
            let found = try rawCell(text, from: &place, separator, row: number)
            cells.append(
                found.utf8.first == UInt8(ascii: "'") && startsFormula(found) ? String(found.unicodeScalars.dropFirst()) : found)
            guard place < text.endIndex else { return cells }
            let end = text[place]
            place += 1
            if end == separator { continue }
            if end == 0x0D, place < text.endIndex, text[place] == 0x0A { place += 1 }
            return cells
        }
    }

    /// Reads a cell up to its separator or the end of its line.
    private static func rawCell(
        _ text: ArraySlice<UInt8>, from place: inout Int, _ separator: UInt8, row: Int
    ) throws(CSVProblem) -> String {
        func isEnd(_ byte: UInt8) -> Bool { byte == separator || byte == 0x0A || byte == 0x0D }
        let start = place
        guard place < text.endIndex, text[place] == quote else {
            place = text[place...].firstIndex(where: isEnd) ?? text.endIndex
            guard !text[start..<place].contains(quote) else { throw .strayQuote(row: row) }
            return String(decoding: text[start..<place], as: UTF8.self)
        }
        var cell: [UInt8] = []
        place += 1
        while true {
            guard let next = text[place...].firstIndex(of: quote) else { throw .openQuote(row: row) }
            cell += text[place..<next]
            place = next + 1
            guard place < text.endIndex, text[place] == quote else { break }
            cell.append(quote)
            place += 1
        }
        guard place == text.endIndex || isEnd(text[place]) else { throw .strayQuote(row: row) }
        return String(decoding: cell, as: UTF8.self)
    }

    private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
        var isQuoted = false
        var counts: [UInt8: Int] = [:]
        for byte in text {
            if byte == quote { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == 0x0A || byte == 0x0D { break }
            if separators.contains(byte) { counts[byte, default: 0] += 1 }
        }
        return separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? separators[0]
    }
}
