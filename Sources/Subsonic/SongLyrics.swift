import Text

/// The lyrics of a song in all languages, of the OpenSubsonic extension `songLyrics`.
struct SongLyrics: Decodable {
    struct Text: Decodable {
        let isSynced: Bool
        let language: String?
        let lines: [Line]
        let offset: Int

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            isSynced = members.truth("synced") ?? false
            language = members.text("lang")
            lines = members.list("line", Line.self)
            offset = members.whole("offset") ?? 0
        }
    }

    struct Line: Decodable {
        /// Milliseconds.
        let start: Int?
        let text: String

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            start = members.whole("start")
            text = members.text("value") ?? ""
        }
    }

    let texts: [Text]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        let list = try? members.nestedContainer(keyedBy: JSONName.self, forKey: "lyricsList")
        texts = list?.list("structuredLyrics", Text.self) ?? []
    }

    /// As LRC files: the first with times, or else the first, and behind it those with times in other languages, each language once.
    var files: [String] {
        let texts = texts.filter { !$0.lines.isEmpty }
        guard let best = texts.firstIndex(where: \.isSynced) ?? texts.indices.first else { return [] }
        var languages = Set([texts[best].statedLanguage])
        let others = texts.enumerated().filter { place, text in
            // One without a language may be the same text again.
            place != best && text.isSynced && text.statedLanguage != nil && languages.insert(text.statedLanguage).inserted
        }
        return [texts[best].file] + others.map(\.element.file)
    }
}

extension SongLyrics.Text {
    /// Nil for words that stand for none.
    fileprivate var statedLanguage: String? {
        language.flatMap { ["", "xxx", "und"].contains($0.lowercased()) ? nil : $0.lowercased() }
    }

    fileprivate var file: String {
        var file: [String] = []
        if let language = statedLanguage { file.append("[la:\(language)]") }
        if offset != 0 { file.append("[offset:\(offset)]") }
        for line in lines {
            let text = line.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            file.append(isSynced ? Self.stamp(line.start ?? 0) + text : text)
        }
        return file.joined(separator: "\n")
    }

    private static func stamp(_ milliseconds: Int) -> String {
        let time = min(max(milliseconds, 0), 359_999_999)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "[\(digits(time / 60_000, 2)):\(digits(time / 1_000 % 60, 2)).\(digits(time % 1_000, 3))]"
    }
}
