/// Gives the words of lines a time where only the line has one.
extension Lyrics {
    /// Moves an estimated time of a word to where something begins in the music, by at most so many seconds.
    package typealias Snap = (_ time: Double, _ reach: Double) -> Double

    /// A line is not sung slower than this, in seconds for each letter, and not faster than in a second.
    private static let letterSeconds = 0.25
    private static let leastSeconds = 1.0
    /// A word is moved by at most this many seconds, and by less than half of the way to its neighbours.
    private static let reach = 0.18
    private static let reachOfGap = 0.45

    /// The same lyrics with words in each line that has a time, and the end of each. Words whose times nobody stated last as long as they
    /// have letters.
    package func timed(_ snap: Snap) -> Lyrics {
        var (next, later) = (Double.infinity, Double.infinity)
        var words = 0
        var timed: [Line] = []
        for line in lines.reversed() {
            guard let start = line.start else {
                timed.append(line)
                continue
            }
            // Lines of one time, as those of a translation, last equally long.
            if start < later { next = later }
            later = start
            timed.append(line.timed(from: start, to: next, isDivided: words < Self.mostWords, snap))
            words += timed.last?.words.count ?? 0
        }
        return Lyrics(lines: timed.reversed(), language: language)
    }

    fileprivate static func longest(_ text: String) -> Double { max(leastSeconds, letterSeconds * Double(text.count)) }

    /// The times of the boundaries of words, the start and the end included, by the number of their letters.
    fileprivate static func boundaries(of parts: [String], from start: Double, lasting seconds: Double, _ snap: Snap) -> [Double] {
        let sizes = parts.map { Double($0.trimmed.count) }
        let all = max(1, sizes.reduce(0, +))
        var sum = 0.0
        var times = [start]
        for size in sizes {
            sum += size
            times.append(start + seconds * sum / all)
        }
        let plain = times
        for index in times.indices.dropFirst().dropLast() {
            let gap = min(plain[index] - plain[index - 1], plain[index + 1] - plain[index])
            times[index] = snap(plain[index], min(reach, gap * reachOfGap))
        }
        return times.map { ($0 * 1000).rounded() / 1000 }
    }

    /// The words of a text with the spaces behind them. Scripts that write no spaces are divided into characters, with the punctuation
    /// beside them.
    static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var isOpen = false
        var wasSpace = false
        var wasWide = false
        for character in text {
            let isWide = character.unicodeScalars.first.map { writesNoSpaces($0.value) } ?? false
            let isSpace = character == " "
            let clings = isSpace || character.isClosing
            if !parts.isEmpty, clings || isOpen || !(wasSpace || isWide || wasWide) {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
            isOpen = character.isOpening || (isOpen && isSpace)
            // A closing mark behind a wide character does not join it to the next.
            wasWide = isWide || (wasWide && clings)
            wasSpace = isSpace
        }
        return parts
    }

    /// Thai, Lao, Myanmar, Khmer, kana and Han. Korean writes spaces.
    private static func writesNoSpaces(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x30FF,
            0x31F0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

extension Lyrics.Line {
    fileprivate func timed(from start: Double, to next: Double, isDivided: Bool, _ snap: Lyrics.Snap) -> Lyrics.Line {
        guard !text.isEmpty else { return self }
        if let last = words.last {
            let until = end ?? min(next, last.start + Lyrics.longest(last.text))
            return Lyrics.Line(start: start, end: max(last.start, until), text: text, words: words)
        }
        let parts = isDivided ? Lyrics.parts(of: text) : [text]
        let seconds = max(0, min(next - start, Lyrics.longest(text)))
        let times = Lyrics.boundaries(of: parts, from: start, lasting: seconds, snap)
        return Lyrics.Line(
            start: start, end: times[parts.count], text: text,
            words: zip(times, parts).map { Lyrics.Word(start: $0, text: $1) }, isEstimated: true)
    }
}

extension Character {
    fileprivate var isOpening: Bool {
        switch unicodeScalars.first?.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: true
        default: false
        }
    }

    fileprivate var isClosing: Bool {
        switch unicodeScalars.first?.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation, .connectorPunctuation, .modifierLetter: true
        default: false
        }
    }
}
