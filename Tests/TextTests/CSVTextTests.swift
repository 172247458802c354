import Testing

@testable import Text

@Suite("CSV")
struct CSVTextTests {
    private func rows(_ text: String) throws(CSVProblem) -> [[String]] { try CSVText.rows(Array(text.utf8)) }

    @Test(
        "is read as RFC 4180 says",
        arguments: [
            ("", []), ("a", [["a"]]), ("a,b\r\n", [["a", "b"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
            ("a,\n,b\n", [["a", ""], ["", "b"]]),
            ("\"a\",\"b\"\r\n", [["a", "b"]]), ("\"a\"\"b\"", [["a\"b"]]), ("\"\"\"\"", [["\""]]), ("\"\"", [[""]]),
            ("\"a\r\nb\",\"c,d\"\r\ne,f\r\n", [["a\r\nb", "c,d"], ["e", "f"]]), ("a\rb\r", [["a"], ["b"]]),
            ("a\n\nb", [["a"], [""], ["b"]]), (" a , b ", [[" a ", " b "]]),
            // Spreadsheets of other languages, and their byte order mark.
            ("\u{FEFF}a;b\n1,5;c\n", [["a", "b"], ["1,5", "c"]]), ("a\tb,c\td\n", [["a", "b,c", "d"]]),
            ("\"a;b;c\",d\n", [["a;b;c", "d"]]),
            // What keeps a text from being a formula.
            ("'=1+1,'-1,''@x,it's,'a", [["=1+1", "-1", "'@x", "it's", "'a"]]), ("=1+1,+1,-1,@x", [["=1+1", "+1", "-1", "@x"]]),
        ] as [(String, [[String]])])
    func known(text: String, rows: [[String]]) throws {
        #expect(try self.rows(text) == rows)
    }

    @Test("is written with quotes where they are needed, and no cell is a formula")
    func written() {
        let bytes = CSVText.bytes([["a", "b,c", "d\"e", "f\ng", "=1", "'=1", "-1", "@", "+", "\tx", "it's", "a=b", ""]])
        let text = "\u{FEFF}a,\"b,c\",\"d\"\"e\",\"f\ng\",'=1,''=1,'-1,'@,'+,\"'\tx\",it's,a=b,\r\n"
        #expect(bytes == Array(text.utf8))
    }

    @Test("any table is read as it was written", arguments: 0..<200)
    func roundTrip(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces = ["\"", "'", "=", "+", "-", "@", ",", ";", "\t", "\n", "\r\n", "\r", "a", "ä", "🥁", " ", "\u{301}", "\0"]
        let width = Int.random(in: 2...5, using: &random)
        let rows = (0..<Int.random(in: 1...6, using: &random)).map { row in
            (0..<width).map { _ in
                // The separator is found in the first row: no other may be more frequent there.
                let some = row == 0 ? pieces.filter { $0 != ";" && $0 != "\t" } : pieces
                return (0..<Int.random(in: 0...6, using: &random)).map { _ in some.randomElement(using: &random) ?? "" }.joined()
            }
        }
        let found = try CSVText.rows(CSVText.bytes(rows))
        // By scalars: texts that look alike are not alike.
        #expect(found.map { $0.map { Array($0.utf8) } } == rows.map { $0.map { Array($0.utf8) } }, "seed \(seed)")
    }

    @Test(
        "what is none is refused with its row",
        arguments: [
            ("a\n\"b", CSVProblem.openQuote(row: 2)), ("a\n\"b\"c\n", .strayQuote(row: 2)),
            ("a\nb\n\"x\ny\"\nc\"d\n", .strayQuote(row: 4)),
            ("\"\"\"", .openQuote(row: 1)), (String(repeating: ",", count: 64), .tooWide(row: 1, limit: 64)),
            (String(repeating: "\n", count: 20_001), .tooLong(limit: 20_000)),
        ])
    func refused(text: String, problem: CSVProblem) {
        #expect(throws: problem) { try rows(text) }
    }

    @Test("bytes that are not UTF-8 are refused")
    func bytes() {
        #expect(throws: CSVProblem.notUTF8) { try CSVText.rows([0x61, 0xFF]) }
        #expect(throws: CSVProblem.notUTF8) { try CSVText.rows(Array("a,ü".utf16.map { UInt8(truncatingIfNeeded: $0) })) }
    }

    @Test("no bytes trap", arguments: 0..<200)
    func hostile(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet = Array("\",;\t\r\n'=a".utf8) + [0xEF, 0xBB, 0xBF, 0xC3, 0xA4]
        let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
        _ = Result { try CSVText.rows(bytes) }
    }
}
