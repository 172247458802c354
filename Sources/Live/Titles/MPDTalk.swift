/// The protocol of MPD: a question, lines of "name: value", and "OK"; `idle` is answered when something changes.
/// https://mpd.readthedocs.io/en/stable/protocol.html
struct MPDTalk: TitleTalk {
    static let longestLine = 16 << 10
    private static let question = "currentsong\n"

    private enum State { case greeting, asked, idle }

    let greeting: String? = nil
    private var state = State.greeting
    private var fields: [String: String] = [:]

    mutating func hear(_ line: [UInt8]) throws(TitleTrouble) -> TitleReply {
        let line = String(decoding: line, as: UTF8.self)
        switch state {
        case .greeting:
            guard line.hasPrefix("OK MPD") else { throw TitleTrouble() }
            return ask()
        case .asked where line == "OK":
            defer { fields = [:] }
            state = .idle
            return TitleReply(answer: "idle player\n", news: TitleNews(title))
        case .asked:
            guard !line.hasPrefix("ACK") else { throw TitleTrouble() }
            note(line)
            return TitleReply()
        case .idle:
            guard !line.hasPrefix("ACK") else { throw TitleTrouble() }
            return line == "OK" ? ask() : TitleReply()
        }
    }

    private mutating func ask() -> TitleReply {
        state = .asked
        return TitleReply(answer: Self.question)
    }

    /// The first value of each: a song may have several artists.
    private mutating func note(_ line: String) {
        guard let colon = line.firstRange(of: ": ") else { return }
        let name = String(line[..<colon.lowerBound])
        guard ["file", "Title", "Artist", "Album", "Name"].contains(name), fields[name] == nil else { return }
        fields[name] = String(line[colon.upperBound...])
    }

    /// A station's name stands for an album. What has no title is named by its file.
    private var title: LiveTitle? {
        let file = fields["file"]?.split(separator: "/").last.map { String($0) }
        return LiveTitle(
            title: fields["Title"] ?? fields["Name"] ?? file, artist: fields["Artist"], album: fields["Album"] ?? fields["Name"])
    }
}
