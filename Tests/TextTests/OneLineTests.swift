import Testing
import Text

@Suite("Texts of one line") struct OneLineTests {
    @Test("names in any script are one line", arguments: ["", "Ænima", "居間", "שלום", "e\u{301}", "👩‍👩‍👧", "a\u{200F}b", "a\u{A0}b"])
    func right(_ text: String) {
        #expect(text.isOneLine && text.asOneLine == text)
    }

    @Test(
        "control characters, line breaks and direction marks are not, and are replaced one by one",
        arguments: [
            "\u{0}", "\n", "\u{7}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}",
            "\u{2069}",
        ])
    func wrong(_ sign: String) {
        let text = "a\(sign)b"
        #expect(!text.isOneLine && text.asOneLine == "a\u{FFFD}b")
    }
}
