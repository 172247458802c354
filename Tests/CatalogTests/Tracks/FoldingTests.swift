import Testing

@testable import Catalog

@Suite("Folding", .serialized)
struct FoldingTests {
    @Test(
        "case, diacritics, width and punctuation are ignored",
        arguments: [
            ("Sigur Rós", "sigur ros"), ("  AC/DC ", "ac dc"), ("Straße", "strasse"), ("Łódź", "lodz"), ("Øde Æble", "ode aeble"),
            ("Don’t Stop", "dont stop"), ("Ｆｕｌｌ", "full"), ("東京事変", "東 京 事 変"), ("P!nk", "p nk"), ("…", ""),
            ("İstanbul", "istanbul"),
            ("ﬁne", "fine"), ("Ελλάδα", "ελλαδα"), ("e\u{301}t\u{E9}", "ete"),
        ])
    func known(text: String, key: String) {
        #expect(folded(text) == key)
    }

    @Test("folding twice is the same as folding once", arguments: ["Sigur Rós", "東京事変", "ǅ Ⅷ ½", "\u{1F3B5} a\u{200D}b", "ἀρχή"])
    func idempotent(text: String) {
        #expect(folded(folded(text)) == folded(text))
    }

    @Test(
        "no character of a search has a meaning in FTS5",
        arguments: ["\"", "a\" OR b", "*", "a*", "NEAR(a b)", "title:x", "a AND", "-a", "^a", "(", "'; DROP TABLE track; --"])
    func harmless(text: String) throws {
        let connection = try Connection(":memory:", .writing)
        try connection.script("CREATE VIRTUAL TABLE words USING fts5 (text, prefix = '1 2 3')")
        guard let expression = searchExpression(text) else { return }
        #expect(try connection.number("SELECT count(*) FROM words WHERE words MATCH ?", .text(expression)) == 0)
    }
}
