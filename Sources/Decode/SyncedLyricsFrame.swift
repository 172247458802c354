internal import Music

/// The synchronized lyrics of an ID3v2 tag, which FFmpeg does not read: the frame SYLT, or SLT before version 2.3.
///
/// Reads the first tag of a file. Everything in it is hostile: sizes are checked against what is there, and all counts are bounded.
enum SyncedLyricsFrame {
    /// Bytes of a tag that are read: lyrics may stand behind a cover.
    private static let mostBytes = 16 << 20
    private static let mostFrames = 1_000
    private static let mostEntries = 20_000

    /// A piece of text and when it begins, in milliseconds.
    struct Entry: Equatable {
        let time: Int
        let text: String
    }

    /// The lyrics as an LRC file, and the language that their frame states; nil if there are none.
    static func lyrics(in source: borrowing ByteSource) -> (text: String, language: String?)? {
        guard let tag = ID3Tag(source.bytes(at: 0, count: min(Int(source.size), mostBytes))) else { return nil }
        // The first frame of MPEG sound, for times that count frames.
        let head = MPEGHead(source.bytes(at: TagEnds.startOfSound(in: source), count: 4))
        var best: (rank: Int, entries: [Entry], language: String)?
        for frame in tag.frames(named: ["SYLT", "SLT"], atMost: mostFrames) {
            guard let found = read(frame, milliseconds: head?.milliseconds), found.rank < best?.rank ?? .max else { continue }
            best = found
        }
        return best.map { (text(of: $0.entries), $0.language) }
    }

    /// Reads the body of a frame (ID3v2.4 frames, 4.9); nil if it holds no lyrics. Words that are sung come before other text.
    static func read(_ body: [UInt8], milliseconds: ((Int) -> Int)?) -> (rank: Int, entries: [Entry], language: String)? {
        guard body.count > 6, let encoding = ID3Text(rawValue: body[0]), let rank = [1: 0, 2: 1, 0: 2][body[5]] else { return nil }
        let language = String(decoding: body[1..<4].filter { $0 != 0 }, as: UTF8.self)
        // 1 counts frames of MPEG sound, 2 milliseconds.
        guard body[4] == 2 || body[4] == 1 && milliseconds != nil else { return nil }
        var rest = body[6...]
        // The description of the content.
        var order = ID3Text.Order.bigEndian
        guard encoding.take(&rest, &order) != nil else { return nil }
        var entries: [Entry] = []
        while entries.count < mostEntries, !rest.isEmpty, let text = encoding.take(&rest, &order), rest.count >= 4 {
            let stamp = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            entries.append(Entry(time: body[4] == 1 ? milliseconds?(stamp) ?? 0 : stamp, text: text))
        }
        return entries.contains { !$0.text.isEmpty } ? (rank, entries, language) : nil
    }

    /// The entries as lines of an LRC file with the times of words. A line feed begins a line; without any, each entry is a line.
    static func text(of entries: [Entry]) -> String {
        let isDivided = entries.dropFirst().contains { $0.text.contains(where: \.isNewline) }
        var text = ""
        var isOpen = false
        for entry in entries {
            let parts = entry.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for (index, part) in parts.enumerated() {
                if index > 0 || !isDivided { isOpen = false }
                guard !part.isEmpty || !isDivided else { continue }
                if !isOpen { text += "\n[\(stamp(entry.time))]" }
                isOpen = true
                text += isDivided ? "<\(stamp(entry.time))>\(part)" : part
            }
        }
        return text
    }

    private static func stamp(_ milliseconds: Int) -> String {
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let rest = milliseconds % 1000
        return "\(two(milliseconds / 60_000)):\(two(milliseconds / 1000 % 60)).\(rest < 100 ? "0" : "")\(two(rest))"
    }
}

extension MPEGHead {
    /// The start of frame `index` in milliseconds: 1,152 samples each in MPEG-1, half as many in the others.
    fileprivate var milliseconds: (Int) -> Int {
        let samples = sampleRate >= 32_000 ? 1_152 : 576
        return { [sampleRate] in $0 * samples * 1000 / sampleRate }
    }
}
