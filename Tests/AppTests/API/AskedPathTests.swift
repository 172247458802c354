import Testing
import Web

@testable import API

@Suite("Paths of the companion")
struct AskedPathTests {
    private func names(_ text: String, or other: String? = nil) throws -> [String] {
        try AskedPath(text, or: other).spellings.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "what leads out of a folder, or is no path, is refused",
        arguments: [
            "..", "../a", "a/../b", "a/..", "/..", "./../a", "%2e%2e/a", "%2E%2E%2Fa", "..%2Fa", "a\0b", "//a", "", "/", ".",
            "././",
            String(repeating: "a", count: 4_097),
        ])
    func refused(text: String) {
        #expect(throws: Problem.self) { try AskedPath(text) }
    }

    @Test("what means nothing is left out")
    func plain() throws {
        for text in ["a/b", "/a/b", "./a/b", "a//b", "a/./b", "a/b/"] { #expect(try names(text) == ["a/b"], "\(text)") }
        #expect(try names("..a/b..") == ["..a/b.."])
        #expect(try names("a..%") == ["a..%"])
    }

    @Test("a name that was encoded twice, and one with a plus sign, are looked for second")
    func second() throws {
        #expect(try names("a%20b") == ["a%20b", "a b"])
        #expect(try names("a b", or: "a+b") == ["a b", "a+b"])
    }

    @Test("both forms of letters are looked for, also where folder and file differ")
    func forms() throws {
        let (composed, decomposed) = ("\u{e4}", "a\u{308}")
        let wanted = Set(
            [(composed, composed), (decomposed, decomposed), (composed, decomposed), (decomposed, composed)].map {
                Array("\($0.0)/\($0.1)".utf8)
            })
        for asked in ["\(composed)/\(composed)", "\(decomposed)/\(composed)"] {
            let spellings = try AskedPath(asked).spellings
            #expect(spellings.first == Array(asked.utf8) && Set(spellings) == wanted && spellings.count == 4)
        }
    }

    @Test("lists are read in every form, and nothing else of a query is")
    func lists() throws {
        func texts(_ query: String) -> [String] {
            AskedPaths(query: query).wishes.map {
                switch $0 {
                case .path(let text): "path \(text)"
                case .text(let text, let literal): "text \(text)\(literal.map { " or \($0)" } ?? "")"
                }
            }
        }
        #expect(texts("paths=a,b&paths=c&x=d") == ["text a,b", "text c"])
        #expect(texts("paths%5B%5D=a&relative_paths=b") == ["text a", "text b"])
        #expect(texts("paths=%5B%22a,b%22,%22c%22%5D") == ["path a,b", "path c"])
        #expect(texts("paths=%5Blive%5D") == ["text [live]"])
        #expect(texts("paths=a+b") == ["text a b or a+b"])
        #expect(texts("paths=") == [])
    }
}
