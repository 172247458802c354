import Testing
import Web

@testable import API

@Suite("Paths of the companion")
struct AskedPathTests {
    private func readings(_ text: String, or other: String? = nil) throws -> [String] { try AskedPath(text, or: other).readings }

    @Test(
        "what leads out of a folder, or is no path, is refused",
        arguments: [
            "..", "../a", "a/../b", "a/..", "/..", "./../a", "%2e%2e/a", "%2E%2E%2Fa", "..%2Fa", "a\0b", "", "/", "//", ".",
            "././", String(repeating: "a", count: 4_097),
        ])
    func refused(text: String) {
        #expect(throws: Problem.self) { try AskedPath(text) }
    }

    @Test("what means nothing is left out")
    func plain() throws {
        for text in ["a/b", "/a/b", "//a/b", "./a/b", "a//b", "a/./b", "a/b/", "a/b//"] {
            #expect(try readings(text) == ["a/b"], "\(text)")
        }
        #expect(try readings("..a/b..") == ["..a/b.."])
        #expect(try readings("a..%") == ["a..%"])
        // A mark after a slash belongs to no letter before it.
        #expect(try readings("a/\u{308}b//c").map { Array($0.utf8) } == [Array("a/\u{308}b/c".utf8)])
    }

    @Test("a name that was encoded twice, one with a plus sign and one of Windows are looked for second")
    func second() throws {
        #expect(try readings("a%20b") == ["a%20b", "a b"])
        #expect(try readings("a b", or: "a+b") == ["a b", "a+b"])
        #expect(try readings("a\\b.mp3") == ["a\\b.mp3", "a/b.mp3"])
        #expect(try readings("..\\b.mp3") == ["..\\b.mp3"])
    }

    @Test(
        "however a path is made, it is read in at most eight ways, and none is longer",
        arguments: ["é", "e\u{301}", "%C3%A9", "a+b", "\\", "%25", "\u{1E9B}\u{323}", "+%5C\\é"])
    func work(part: String) throws {
        let text = String(repeating: part + "/", count: 4_096 / (part.utf8.count + 1))
        let readings = try readings(text, or: text.replacing("+", with: " "))
        #expect(readings.count <= 8 && readings.allSatisfy { $0.utf8.count <= text.utf8.count })
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
        #expect(texts("paths%5B%5D=a&relative_paths=b&relative_path=c") == ["text a", "text b", "text c"])
        #expect(texts("paths=%5B%22a,b%22,%22c%22%5D") == ["path a,b", "path c"])
        #expect(texts("paths=%5Blive%5D") == ["text [live]"])
        #expect(texts("paths=a+b") == ["text a b or a+b"])
        #expect(texts("paths=&Paths=a&path=b") == [])
    }
}
