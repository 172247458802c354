import Testing
import Web

@Suite("UTF-8") struct UTF8ValidatorTests {
    /// The number of bytes accepted before the validator refuses; nil when it accepts them all.
    private func refusal(_ bytes: [UInt8]) -> Int? {
        var validator = UTF8Validator()
        return bytes.indices.first { !validator.feed(bytes.span.extracting($0..<$0 + 1)) }
    }

    @Test(
        "invalid UTF-8 is refused at its first bad byte",
        arguments: [
            ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x80, 0xAF], 1), ([0xE0, 0x9F, 0xBF], 1),
            ([0xF0, 0x8F, 0xBF, 0xBF], 1),
            ([0xED, 0xA0, 0x80], 1), ([0xED, 0xBF, 0xBF], 1), ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5], 0), ([0xFF], 0),
            ([0x80], 0),
            ([0x41, 0xBF], 1), ([0xCE, 0x41], 1), ([0xE2, 0x82, 0x41], 2), ([0xF0, 0x9D, 0x84, 0xC0], 3),
            ([0xE2, 0xE2], 1),
        ] as [([UInt8], Int)])
    func bad(bytes: [UInt8], at index: Int) {
        #expect(refusal(bytes) == index)
        var validator = UTF8Validator()
        let fed = validator.feed(bytes.span)
        #expect(!fed)
    }

    @Test(
        "the edges of every range pass",
        arguments: [
            "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
            "\u{10FFFF}", "κόσμε",
        ])
    func good(text: String) {
        var validator = UTF8Validator()
        let bytes = Array(text.utf8)
        for end in bytes.indices {
            let fed = validator.feed(bytes.span.extracting(end..<end + 1))
            #expect(fed)
            #expect(validator.isComplete == (String(validating: bytes[...end], as: UTF8.self) != nil))
        }
    }

    @Test("for random bytes at random splits the result equals the standard library's")
    func law() {
        for seed in 0..<300 {
            var random = SeededGenerator(seed: UInt64(seed))
            var bytes = Array("plain words come first, then 日本語 and 𝄞 at \(seed)".utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...6, using: &random))
            var validator = UTF8Validator()
            var valid = true
            var start = 0
            while valid, start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 1...40, using: &random))
                valid = validator.feed(bytes.span.extracting(start..<end))
                start = end
            }
            let expected = String(validating: bytes, as: UTF8.self) != nil
            #expect((valid && validator.isComplete) == expected, "seed \(seed)")
        }
    }
}
