extension Lyrics {
    /// Seconds by which the times of a translated line may differ.
    private static let mostApart = 0.5

    /// These lyrics with the lines of a translation behind their own, at the same times. A line of it that begins when none of these
    /// does is left out; without times there are no lines to pair.
    package func with(translation other: Lyrics) -> Lyrics {
        guard isSynced, other.isSynced else { return self }
        let own = lines.compactMap(\.start)
        var behind: [Double: [Line]] = [:]
        for line in other.lines where !line.text.isEmpty {
            guard let start = line.start, let nearest = own.min(by: { abs($0 - start) < abs($1 - start) }),
                abs(nearest - start) <= Self.mostApart
            else { continue }
            behind[nearest, default: []].append(line.moved(to: nearest))
        }
        var joined: [Line] = []
        for (index, line) in lines.enumerated() {
            joined.append(line)
            guard let start = line.start, index + 1 == lines.count || lines[index + 1].start != start, !line.text.isEmpty else {
                continue
            }
            joined += behind[start] ?? []
        }
        return Lyrics(lines: Array(joined.prefix(Self.mostLines)), language: language)
    }
}

extension Lyrics.Line {
    /// The same line at another time, to be read along: its words are not sung.
    fileprivate func moved(to start: Double) -> Lyrics.Line {
        Lyrics.Line(start: start, end: nil, text: text, words: [])
    }
}
