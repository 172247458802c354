/// Reads the lines of an LRC file or of plain lyrics, one after another.
struct LyricsReader {
    /// Most times before one line: a refrain comes back a few times.
    private static let mostTimes = 100
    /// Milliseconds; a larger offset is a mistake.
    private static let furthestOffset = 600_000
    /// The tags of LRC files that stand for themselves. Other words in brackets, such as [Chorus: all], are part of the lyrics.
    private static let tags: Set<String> = [
        "ar", "al", "ti", "au", "by", "re", "ve", "id", "la", "lang", "language", "length", "offset", "tool", "encoding", "key",
    ]

    private struct Piece {
        /// Milliseconds; nil before the first time in a line.
        let time: Int?
        let text: String
    }

    private struct TimedLine {
        let time: Int
        let first: Int
        let pieces: [Piece]
    }

    private var timed: [TimedLine] = []
    private var plain: [String] = []
    /// Milliseconds by which all lines come earlier.
    private var offset = 0
    private var words = 0
    private var bytes = 0
    private(set) var language: String?

    /// Takes in a line without its end; false if there are too many.
    mutating func read(_ line: [UInt8]) -> Bool {
        guard timed.count < Lyrics.mostLines, plain.count < Lyrics.mostLines, words < Lyrics.mostWords, bytes < Lyrics.mostText
        else { return false }
        var rest = Self.withoutEnds(line[...])
        if let tag = Self.tag(rest) {
            note(tag.name, tag.value)
            return true
        }
        var times: [Int] = []
        while times.count < Self.mostTimes, let time = Self.time(&rest, UInt8(ascii: "["), UInt8(ascii: "]")) {
            times.append(time)
            rest = Self.withoutEnds(rest)
        }
        guard let first = times.first else {
            if timed.isEmpty { addPlain(rest) }
            return true
        }
        let pieces = pieces(rest.prefix(Lyrics.longestLine))
        let size = pieces.reduce(0) { $0 + $1.text.utf8.count }
        for time in times where timed.count < Lyrics.mostLines && bytes < Lyrics.mostText && words < Lyrics.mostWords {
            timed.append(TimedLine(time: time, first: first, pieces: pieces))
            bytes += size
            words += pieces.count
        }
        return true
    }

    /// The lines read so far, sorted by time; lines of one time keep their order.
    var lines: [Lyrics.Line] {
        guard timed.isEmpty else {
            return timed.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
                .map { line($0.element) }
        }
        let first = plain.firstIndex { !$0.isEmpty } ?? plain.count
        let last = plain.lastIndex { !$0.isEmpty } ?? -1
        return plain.indices.filter { first <= $0 && $0 <= last }
            .map { Lyrics.Line(start: nil, end: nil, text: plain[$0], words: []) }
    }

    private mutating func note(_ name: String, _ value: String) {
        switch name {
        case "offset":
            let digits = value.hasPrefix("+") ? String(value.dropFirst()) : value
            if let milliseconds = Int(digits), -Self.furthestOffset...Self.furthestOffset ~= milliseconds { offset = milliseconds }
        case "la", "lang", "language": language = Lyrics.languageTag(value) ?? language
        default: break
        }
    }

    private mutating func addPlain(_ line: ArraySlice<UInt8>) {
        let text = Self.text(line.prefix(Lyrics.longestLine)).trimmed
        bytes += text.utf8.count
        plain.append(text)
    }

    /// The text of a line, divided at the times in it such as `<01:02.34>`.
    private func pieces(_ line: ArraySlice<UInt8>) -> [Piece] {
        var pieces: [Piece] = []
        var time: Int?
        var start = line.startIndex
        var index = start
        while index < line.endIndex {
            var rest = line[index...]
            guard line[index] == UInt8(ascii: "<"), let next = Self.time(&rest, UInt8(ascii: "<"), UInt8(ascii: ">")) else {
                index += 1
                continue
            }
            if start < index || time != nil { pieces.append(Piece(time: time, text: Self.text(line[start..<index]))) }
            time = next
            index = rest.startIndex
            start = index
        }
        pieces.append(Piece(time: time, text: Self.text(line[start...])))
        return pieces
    }

    private func line(_ timed: TimedLine) -> Lyrics.Line {
        let start = seconds(timed.time)
        guard timed.pieces.contains(where: { $0.time != nil }) else {
            return Lyrics.Line(
                start: start, end: nil, text: timed.pieces.map(\.text).joined().trimmed, words: [])
        }
        // The times of words are those of the line's first time; a repeated line repeats them later.
        var last = start
        var words: [Lyrics.Word] = []
        for piece in timed.pieces {
            last = max(last, piece.time.map { seconds($0 - timed.first + timed.time) } ?? start)
            words.append(Lyrics.Word(start: last, text: piece.text))
        }
        return Self.joined(words, start)
    }

    /// A line of words whose blanks are moved to the word before them.
    private static func joined(_ pieces: [Lyrics.Word], _ start: Double) -> Lyrics.Line {
        var words: [Lyrics.Word] = []
        var end: Double?
        for piece in pieces {
            let text = piece.text.trimmed
            let isSpaced = piece.text.unicodeScalars.first.map { $0.value <= 0x20 } == true
            if isSpaced, let before = words.last, !before.text.hasSuffix(" ") {
                words[words.count - 1] = Lyrics.Word(start: before.start, text: before.text + " ")
            }
            guard !text.isEmpty else {
                end = piece.start
                continue
            }
            end = nil
            let endsSpaced = piece.text.unicodeScalars.last.map { $0.value <= 0x20 } == true
            words.append(Lyrics.Word(start: piece.start, text: endsSpaced ? text + " " : text))
        }
        if let last = words.last { words[words.count - 1] = Lyrics.Word(start: last.start, text: last.text.trimmed) }
        return Lyrics.Line(start: start, end: words.isEmpty ? nil : end, text: words.map(\.text).joined(), words: words)
    }

    private func seconds(_ milliseconds: Int) -> Double { Double(max(0, milliseconds - offset)) / 1000 }

    /// The name, in lower case, and the value of a line such as `[ar:Sigur Rós]`; nil for other lines.
    private static func tag(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        guard line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]"), let colon = line.prefix(16).firstIndex(of: 0x3A)
        else { return nil }
        let name = String(decoding: line[(line.startIndex + 1)..<colon], as: UTF8.self).trimmed.lowercased()
        guard tags.contains(name) else { return nil }
        return (name, String(decoding: line[(colon + 1)..<(line.endIndex - 1)].prefix(100), as: UTF8.self).trimmed)
    }

    /// Takes a time such as `[01:02.34]` from the front, in milliseconds: minutes of up to four digits, seconds, and up to three
    /// digits of their fraction behind a dot, a comma or a colon. Nil, with nothing taken, if there is none.
    private static func time(_ line: inout ArraySlice<UInt8>, _ open: UInt8, _ close: UInt8) -> Int? {
        guard line.first == open else { return nil }
        var rest = line.dropFirst()
        guard let minutes = number(&rest, digits: 1...4)?.value, rest.popFirst() == UInt8(ascii: ":"),
            let seconds = number(&rest, digits: 1...2)?.value, seconds < 60
        else { return nil }
        var milliseconds = 0
        if let mark = rest.first, [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":")].contains(mark) {
            rest.removeFirst()
            guard let fraction = number(&rest, digits: 1...3) else { return nil }
            milliseconds = fraction.value * [100, 10, 1][fraction.digits - 1]
        }
        guard rest.popFirst() == close else { return nil }
        line = rest
        return (minutes * 60 + seconds) * 1000 + milliseconds
    }

    private static func number(_ line: inout ArraySlice<UInt8>, digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        let part = line.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard digits.contains(part.count) else { return nil }
        line = line[part.endIndex...]
        return (part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, part.count)
    }

    /// Without blanks and the end of the line at both ends.
    private static func withoutEnds(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line.drop { $0 <= 0x20 }
        while let last = line.last, last <= 0x20 { line.removeLast() }
        return line
    }

    /// Text without a character that was cut at its end, and with a space for each tab.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        // A cut leaves up to three bytes of a character at the end.
        for _ in 0..<3 where String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        return String(decoding: bytes.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }, as: UTF8.self).asOneLine
    }
}
