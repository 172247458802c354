import Testing

@testable import Web

@Suite("Minified style sheets") struct StyleSlimmerTests {
    private func slim(_ text: String) -> String? {
        StyleSlimmer.slim(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "comments and insignificant spaces are removed, everything else stays",
        arguments: [
            ("a {\n    color: red; /* why */\n    width: calc(1px + 2px);\n}\n", "a{color:red;width:calc(1px + 2px)}"),
            (".a > .b :hover, p:not(.c) { }", ".a > .b :hover,p:not(.c){}"),
            ("a{content:\"/*  ;  */\"}", "a{content:\"/*  ;  */\"}"),
            ("@media (width < 600px) and (hover) {\n a { b: c }\n}", "@media (width < 600px) and (hover){a{b:c}}"),
            ("a { b: '\\'  ' }", "a{b:'\\'  '}"), ("", ""),
        ])
    func knownAnswers(sheet: String, expected: String) {
        #expect(slim(sheet) == expected)
    }

    @Test("a sheet with an unterminated comment or string is left unchanged", arguments: ["a{} /* b", "a{content:\"b"])
    func notUnderstood(sheet: String) {
        #expect(slim(sheet) == nil)
    }
}
