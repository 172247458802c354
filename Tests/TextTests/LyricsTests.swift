import Testing

@testable import Text

@Suite("Lyrics") struct LyricsTests {
    private func starts(_ text: String) -> [Double?] { Lyrics(text: text).lines.map(\.start) }

    @Test("a line has its time and its text")
    func line() {
        let lyrics = Lyrics(text: "[ti:Song]\n[ar: Somebody]\n[00:12.50]First\n[01:02]Second line \n")
        #expect(lyrics.isSynced && lyrics.language == nil)
        #expect(lyrics.lines.map(\.text) == ["First", "Second line"])
        #expect(lyrics.lines.map(\.start) == [12.5, 62])
        #expect(lyrics.lines.allSatisfy { $0.words.isEmpty && $0.end == nil })
    }

    @Test(
        "times are read in all their forms",
        arguments: [
            ("[0:01]a", 1.0), ("[00:01.5]a", 1.5), ("[00:01.05]a", 1.05), ("[00:01.005]a", 1.005), ("[00:01:50]a", 1.5),
            ("[00:01,50]a", 1.5), ("[123:00.00]a", 7380), (" [00:02.00] a", 2),
        ])
    func forms(text: String, start: Double) {
        #expect(starts(text) == [start])
        #expect(Lyrics(text: text).lines.first?.text == "a")
    }

    @Test(
        "what is no time is text",
        arguments: ["[00:60.00]a", "[:01]a", "[00:]a", "[00:01.0000]a", "[00:01a", "[99999:00]a", "[-1:00]a", "[00:01.]a", "[a]"])
    func noTime(text: String) {
        #expect(Lyrics(text: text).lines.map(\.text) == [text])
        #expect(starts(text) == [nil])
    }

    @Test("a line with several times comes at each, and lines of one time keep their order")
    func several() {
        let lyrics = Lyrics(text: "[00:30.00][00:10.00] Refrain\n[00:20.00]Verse\n[00:20.00]Strophe\n[00:40.00]")
        #expect(lyrics.lines.map(\.start) == [10, 20, 20, 30, 40])
        #expect(lyrics.lines.map(\.text) == ["Refrain", "Verse", "Strophe", "Refrain", ""])
    }

    @Test("words have times, and a line's last time without a word ends it")
    func words() throws {
        let text = "[00:10.00][01:10.00]<00:10.20>When <00:10.60> the sun<00:11.00>rise <00:12.00>"
        let lines = Lyrics(text: text).lines
        let line = try #require(lines.first)
        #expect(line.text == "When the sunrise" && line.start == 10 && line.end == 12)
        #expect(line.words.map(\.text) == ["When ", "the sun", "rise"])
        #expect(line.words.map(\.start) == [10.2, 10.6, 11])
        #expect(lines.last?.words.map(\.start) == [70.2, 70.6, 71] && lines.last?.end == 72)
    }

    @Test("text before the first time of a word begins with the line, and times never fall")
    func unordered() throws {
        let line = try #require(Lyrics(text: "[00:10.00]Oh <00:09.00>my <00:12.00>dear <00:11.00>one").lines.first)
        #expect(line.words.map(\.text) == ["Oh ", "my ", "dear ", "one"])
        #expect(line.words.map(\.start) == [10, 10, 12, 12])
    }

    @Test(
        "a positive offset shows lines earlier, but none before the start",
        arguments: [
            ("500", [0, 9.5]), ("+500", [0, 9.5]), ("-250", [0.35, 10.25]), ("1e9", [0.1, 10]), ("9999999", [0.1, 10]),
        ])
    func offset(value: String, expected: [Double]) {
        #expect(starts("[00:00.10]a\n[offset:\(value)]\n[00:10.00]b") == expected)
    }

    @Test("plain lyrics keep their verses and what stands in brackets, but no tags")
    func plain() {
        let lyrics = Lyrics(text: "\n[by:me]\n[Chorus: all]\r\nOne\r\n\r\n Two \n\n")
        #expect(!lyrics.isSynced)
        #expect(lyrics.lines.map(\.text) == ["[Chorus: all]", "One", "", "Two"])
        #expect(Lyrics(text: "").lines.isEmpty && Lyrics(text: " \r\n").lines.isEmpty)
    }

    @Test(
        "the language is a tag of two or three letters, and the file's own comes first",
        arguments: [
            ("[la:EN]", "deu", "en"), ("[language: pt-BR]", nil, "pt-br"), ("", "eng", "eng"), ("[la:everything]", nil, nil),
            ("", "XXX", nil), ("[la:e1]", "<b>", nil),
        ] as [(String, String?, String?)])
    func language(head: String, stated: String?, expected: String?) {
        #expect(Lyrics(text: head + "\n[00:01.00]a", language: stated).language == expected)
    }

    @Test("equal text in every encoding and with every end of line is equal")
    func encodings() {
        let text = "[00:01.00]Größe\n[00:02.00]é\n"
        let expected = Lyrics(text: text)
        let units = Array(text.utf16)
        let low = units.map { UInt8($0 & 0xFF) }
        let high = units.map { UInt8($0 >> 8) }
        #expect(Lyrics(Array(text.utf8)) == expected)
        #expect(Lyrics([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
        #expect(Lyrics([0xFF, 0xFE] + zip(low, high).flatMap { [$0, $1] }) == expected)
        #expect(Lyrics([0xFE, 0xFF] + zip(high, low).flatMap { [$0, $1] }) == expected)
        #expect(Lyrics(units.map { UInt8($0) }) == expected)
        #expect(Lyrics(Array(text.replacing("\n", with: "\r\n").utf8)) == expected)
        #expect(Lyrics(Array(text.replacing("\n", with: "\r").utf8)) == expected)
    }

    @Test("characters that steer text are replaced")
    func steering() {
        #expect(Lyrics(text: "[00:01.00]a\u{202E}b\u{0}c\td").lines.first?.text == "a\u{FFFD}b\u{FFFD}c d")
    }

    @Test("lines, words and text are bounded")
    func bounds() {
        let many = Lyrics(text: String(repeating: "[00:01.00]\n", count: 20_000))
        #expect(many.lines.count == Lyrics.mostLines)
        let words = Lyrics(text: String(repeating: "[00:01.00]" + String(repeating: "<00:01.00>a", count: 80) + "\n", count: 280))
        #expect(words.lines.reduce(0) { $0 + $1.words.count } <= Lyrics.mostWords + 100)
        let long = Lyrics(text: "[00:01.00]" + String(repeating: "ü", count: 9_000)).lines
        #expect(long.map(\.text) == [String(repeating: "ü", count: 500)])
        let repeated = String(repeating: "[00:01.00]", count: 100) + String(repeating: "x", count: 1_000) + "\n"
        let text = Lyrics(text: String(repeating: repeated, count: 100)).lines
        #expect(text.reduce(0) { $0 + $1.text.utf8.count } <= Lyrics.mostText + Lyrics.longestLine)
    }

    @Test(
        "text is divided into words, and scripts without spaces into characters with their punctuation",
        arguments: [
            ("one  two", ["one  ", "two"]), ("你好，世界！", ["你", "好，", "世", "界！"]), ("「ありがとう」", ["「あ", "り", "が", "と", "う」"]),
            ("I love 東京 now", ["I ", "love ", "東", "京 ", "now"]), ("שלום עולם", ["שלום ", "עולם"]), ("사랑 해", ["사랑 ", "해"]),
            ("…", ["…"]), ("", []), ("👩‍👩‍👧 ok", ["👩‍👩‍👧 ", "ok"]), ("(don't) go", ["(don't) ", "go"]),
        ] as [(String, [String])])
    func divided(text: String, parts: [String]) {
        #expect(Lyrics.parts(of: text) == parts)
    }

    @Test("words without times take as long as they have letters, until the next line or as long as people sing")
    func estimated() throws {
        let lines = Lyrics(text: "[00:10.00]one three12\n[00:12.00]\n[00:20.00]end\n[00:20.00]Ende").timed { time, _ in time }.lines
        #expect(lines[0].words.map(\.start) == [10, 10.6] && lines[0].end == 12 && lines[0].isEstimated)
        #expect(lines[1].words.isEmpty && lines[2].end == 21 && lines[3].end == 21)
        let stated = try #require(
            Lyrics(text: "[00:14.00]<00:14.00>Hello <00:15.00>you\n[00:16.00]x").timed { _, _ in 0 }.lines.first)
        #expect(stated.words.map(\.start) == [14, 15] && stated.end == 16 && !stated.isEstimated)
        #expect(Lyrics(text: "One two").timed { time, _ in time }.lines == Lyrics(text: "One two").lines)
    }

    @Test("estimated words move to onsets, and never past each other or out of their line", arguments: 0..<100)
    func snapped(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = (0..<Int.random(in: 1..<9, using: &generator)).map { _ in
            String(repeating: "a", count: .random(in: 1..<9, using: &generator))
        }
        .joined(separator: " ")
        for way in [-1.0, 1] {
            let line = Lyrics(text: "[00:05.00]\(text)\n[00:07.00]b").timed { $0 + way * $1 }.lines[0]
            let times = line.words.map(\.start) + [line.end ?? 0]
            #expect(times.first == 5 && times == times.sorted() && times.last.map { $0 <= 7 } == true, "seed \(seed)")
            #expect(line.words.map(\.text).joined() == line.text, "seed \(seed)")
        }
    }

    @Test("a correction shifts lines, words and ends alike, and its own lines come in place of others")
    func correction() throws {
        let found = Lyrics(text: "[la:en]\n[00:00.10]a\n[00:10.00]<00:10.00>b <00:11.00>c <00:12.00>")
        let later = try #require(LyricsCorrection(shift: 0.1).shifted(by: 0.2).applied(to: found))
        #expect(later.lines.map(\.start) == [0.4, 10.3] && later.language == "en")
        #expect(later.lines[1].words.map(\.start) == [10.3, 11.3] && later.lines[1].end == 12.3)
        #expect(LyricsCorrection(shift: -1).applied(to: found)?.lines.map(\.start) == [0, 9])
        let made = LyricsCorrection(shift: 1, lines: Lyrics(text: "[00:02.00]x").lines)
        #expect(made.applied(to: found)?.lines.map(\.start) == [3] && made.applied(to: nil)?.lines.map(\.text) == ["x"])
        #expect(LyricsCorrection().applied(to: nil) == nil && LyricsCorrection().isEmpty)
        #expect((0..<1000).reduce(LyricsCorrection()) { known, _ in known.shifted(by: 0.1) }.shift == 100)
        #expect(LyricsCorrection(shift: 599).shifted(by: 1e300).shift == 600)
    }

    @Test("a correction is itself after JSON, and lines given out of order are sorted")
    func correctionText() throws {
        let lines = Lyrics(text: "[00:01.00]<00:01.00>a <00:02.00>b <00:03.00>\n[00:04.00]").lines
        for correction in [LyricsCorrection(shift: -0.3), LyricsCorrection(shift: 2, lines: lines), LyricsCorrection(lines: [])] {
            #expect(try JSON.read(LyricsCorrection.self, from: JSON.bytes(correction)) == correction)
        }
        let mixed = #"{"lines":[{"t":2,"text":"b"},{"t":1,"text":" a "}]}"#
        #expect(try JSON.read(LyricsCorrection.self, from: Array(mixed.utf8)).lines?.map(\.text) == ["a", "b"])
    }

    @Test(
        "what is no correction is refused",
        arguments: [
            #"{"shift":601}"#, #"{"shift":"1"}"#, #"{"lines":1}"#, #"{"lines":[{"t":1}]}"#, #"{"lines":[{"t":-1,"text":"a"}]}"#,
            #"{"lines":[{"t":90000,"text":"a"}]}"#, #"{"lines":[{"t":1,"text":"a"},{"text":"b"}]}"#,
            #"{"lines":[{"t":1,"text":"a\nb"}]}"#, #"{"lines":[{"t":1,"text":"ab","words":[{"t":1,"text":"a"}]}]}"#,
            #"{"lines":[{"t":1,"text":"ab","words":[{"t":2,"text":"a"},{"t":1,"text":"b"}]}]}"#,
        ])
    func noCorrection(text: String) {
        #expect(throws: (any Error).self) { try JSON.read(LyricsCorrection.self, from: Array(text.utf8)) }
    }

    @Test("any bytes give sorted lines, whose words are their text", arguments: 0..<200)
    func hostile(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = ["[", "]", "<", ">", "00:01.50", "01:", ":", ".", "9", "\n", "\r", " ", "a", "ü", "[offset:-99]", "\u{FEFF}"]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0..<300, using: &generator) {
            if Int.random(in: 0..<8, using: &generator) == 0 {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            } else {
                bytes += Array(parts.randomElement(using: &generator)!.utf8)
            }
        }
        let lyrics = Lyrics(bytes)
        let starts = lyrics.lines.compactMap(\.start)
        #expect(starts == starts.sorted() && (starts.isEmpty || starts.count == lyrics.lines.count), "seed \(seed)")
        for line in lyrics.lines {
            #expect(line.text.isOneLine && line.text == line.text.trimmed, "seed \(seed)")
            guard !line.words.isEmpty else { continue }
            let times = [line.start ?? 0] + line.words.map(\.start) + (line.end.map { [$0] } ?? [])
            #expect(times == times.sorted() && line.words.map(\.text).joined() == line.text, "seed \(seed)")
        }
    }

    @Test("a translation stands behind the lines that it begins with, and adds no others")
    func translation() {
        let sung = Lyrics(text: "[la:en]\n[00:01.00]One\n[00:05.00]Two\n[00:05.00]Both\n[00:09.00]\n[00:12.00]Three")
        let read = Lyrics(text: "[00:01.40]Eins\n[00:03.00]Nichts\n[00:04.80]Zwei\n[00:09.00]Pause\n[00:12.00]Drei")
        let joined = sung.with(translation: read)
        #expect(joined.lines.map(\.text) == ["One", "Eins", "Two", "Both", "Zwei", "", "Three", "Drei"])
        #expect(joined.lines.compactMap(\.start) == [1, 1, 5, 5, 5, 9, 12, 12] && joined.language == "en")
        #expect(sung.with(translation: Lyrics(text: "Eins")) == sung)
        #expect(Lyrics(text: "One").with(translation: read).lines.map(\.text) == ["One"])
    }
}
