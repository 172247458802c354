import Foundation
import Music
import Testing

@testable import Library

@Suite("The longest common tail of paths") struct TailIndexTests {
    private static let letters = [
        "a", "B", "\u{e9}", "e\u{301}", "\u{c4}", "A\u{308}", "\u{212B}", "\u{1E9B}\u{323}", "\u{130}", "\u{3a3}", " ",
    ]

    private static func path(_ random: inout SplitMix) -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
            (0..<Int.random(in: 1...2, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }.joined()
        }.joined(separator: "/")
    }

    private static func key(_ text: String) -> [UInt8] { TailIndex.key(Array(text.utf8)) }

    @Test("a path has one key, however its letters are composed and whatever their case", arguments: 0..<200)
    func forms(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let path = Self.path(&random)
        let key = Self.key(path)
        for form in [
            path.precomposedStringWithCanonicalMapping, path.decomposedStringWithCanonicalMapping, path.lowercased(), "/\(path)//",
        ] {
            #expect(Self.key(form) == key, "\(path) of seed \(seed)")
        }
    }

    @Test("the best are those that a comparison with each would find", arguments: 0..<200)
    func longest(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let paths = (0..<Int.random(in: 0...30, using: &random)).map { _ in Self.path(&random) }
        var index = TailIndex()
        for (item, path) in paths.enumerated() { index.add(item, key: Self.key(path)) }
        index.sort()
        for _ in 0..<20 {
            let asked = Self.key(Self.path(&random))
            func parts(_ key: [UInt8]) -> [ArraySlice<UInt8>] { key.split(separator: UInt8(ascii: "/")) }
            let common = paths.map { zip(parts(Self.key($0)), parts(asked)).prefix { $0 == $1 }.count }
            let best = common.max() ?? 0
            let found = index.longestTail(of: asked, least: 1, limit: 30)
            #expect((found?.parts ?? 0) == best, "seed \(seed)")
            #expect(found?.items.sorted() ?? [] == common.indices.filter { best > 0 && common[$0] == best }, "seed \(seed)")
            #expect(index.items(at: asked, limit: 30) == paths.indices.filter { Self.key(paths[$0]) == asked }, "seed \(seed)")
        }
    }

    @Test(
        "a key is about as long as its path, of whatever parts it is made",
        arguments: ["\u{e9}/", "e\u{301}/", "\u{1E9B}\u{323}/", "/", "a/", "\u{308}"])
    func work(part: String) {
        let path = String(repeating: part, count: 4_096 / part.utf8.count)
        #expect(Self.key(path).count <= 2 * path.utf8.count + 1)
    }

    @Test("more than are wanted are none")
    func limit() {
        var index = TailIndex()
        for item in 0..<5 { index.add(item, key: Self.key("\(item)/a/01.mp3")) }
        index.sort()
        #expect(index.longestTail(of: Self.key("x/a/01.mp3"), least: 2, limit: 4) == nil)
        #expect(index.longestTail(of: Self.key("x/a/01.mp3"), least: 3, limit: 9) == nil)
        #expect(index.longestTail(of: Self.key("x/a/01.mp3"), least: 2, limit: 5)?.items == [0, 1, 2, 3, 4])
        #expect(TailIndex().longestTail(of: Self.key("a"), least: 1, limit: 5) == nil)
    }
}
