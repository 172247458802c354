import Testing

@testable import Web

@Suite("Minified scripts") struct ScriptSlimmerTests {
    private func slim(_ text: String) -> String? {
        ScriptSlimmer.slim(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "comments, indentation and needless spaces are removed, everything else stays",
        arguments: [
            ("const a = 1; // one\n\n    const b = { c: [2, 3] };\n", "const a=1;\nconst b={c:[2,3]};\n"),
            ("/** Says what. */\nexport function f(x) {\n    return x;\n}\n", "export function f(x){\nreturn x;\n}\n"),
            ("f(a,\n    b,\n);", "f(a,b,);\n"), ("a /* one */ b", "a b\n"), ("a /* one\ntwo */ b", "a\nb\n"),
            ("import { a } from \"./b.js\";", "import{a}from \"./b.js\";\n"),
            ("async (x) => ({ ...x })", "async(x)=>({...x})\n"), ("a ? b : c", "a?b:c\n"), ("", ""), ("// all\n", ""),
        ])
    func knownAnswers(script: String, expected: String) {
        #expect(slim(script) == expected)
    }

    @Test(
        "comments and spaces inside strings and regular expressions stay",
        arguments: [
            #"f("http://a  b",'/* c */  ',"\"//  \\")"#, "f(`  // ${a}  /* ${`\\`  ${b}`} */  `)",
            #"x=/[/"'`]\/\/  *'/gu.test(y)"#,
            #"return /  "/"#, #"f(/"/,/'/)"#, "a.return / b / c",
        ])
    func literals(script: String) {
        #expect(slim(script) == script + "\n")
    }

    @Test(
        "two tokens never become one",
        arguments: [
            ("a + +b", "a+ +b\n"), ("a - --b", "a- --b\n"), ("a+ ++b", "a+ ++b\n"), ("a++ + b", "a++ +b\n"),
            ("a-- > b", "a-- >b\n"),
            ("a < !--b", "a< !--b\n"), ("a ? .5 : b", "a? .5:b\n"), ("1 .toFixed()", "1 .toFixed()\n"),
            ("a / /b/.c", "a / /b/.c\n"),
            ("a++ / b / c // d", "a++ / b / c\n"), ("x = a\n(b)", "x=a\n(b)\n"), ("let x\nlet y", "let x\nlet y\n"),
            ("return\nx", "return\nx\n"),
        ])
    func tokens(script: String, expected: String) {
        #expect(slim(script) == expected)
    }

    @Test("code in a template literal is minified, too, also with braces in it")
    func templates() {
        #expect(slim("`a  ${ f({ b: `}` }) /* c */ }  d` / 2 // e") == "`a  ${f({b:`}`})}  d` / 2\n")
    }

    @Test(
        "a script that cannot be tokenized is left unchanged",
        arguments: ["#!/usr/bin/env node\n", "\"no end", "'no\nend'", "`no end", "`${no end", "/* no end", "x=/no end\n/"])
    func notUnderstood(script: String) {
        #expect(slim(script) == nil)
    }

    @Test("minifying twice changes nothing")
    func idempotent() throws {
        let script =
            "export class A {\n    #b = 1; // c\n\n    get d() { return this.#b / 2; }\n}\nlabel: for (;;) { break label; }\n"
        let once = try #require(slim(script))
        #expect(slim(once) == once)
    }
}
