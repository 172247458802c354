import Web

/// A secret that gives its holder rights: 130 random bits as 26 letters and digits, without those that look alike.
package struct ControlToken: Sendable {
    private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
    private static let count = 26

    package let text: String

    /// Parses a token; nil if the text is not one.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.count, text.utf8.allSatisfy({ Self.letters.contains($0) }) else { return nil }
        self.text = String(text)
    }

    private init(text: String) {
        self.text = text
    }

    /// The same one for the same secret.
    package init(madeOf secret: [UInt8]) {
        let letters = SHA256.digest(secret).prefix(Self.count).map { Self.letters[Int($0) % Self.letters.count] }
        text = String(decoding: letters, as: UTF8.self)
    }

    /// SHA-256 of it: enough to know the token again. It is too long to be found by trying.
    package var hash: [UInt8] { SHA256.digest(Array(text.utf8)) }

    /// Makes a new one.
    package static func random() -> ControlToken {
        // The system's generator is cryptographically secure.
        var numbers = SystemRandomNumberGenerator()
        let letters = (0..<count).map { _ in Self.letters[Int(numbers.next(upperBound: UInt64(Self.letters.count)))] }
        return ControlToken(text: String(decoding: letters, as: UTF8.self))
    }

    /// True for the token's own text. Compares texts of its length in constant time, so that timing does not reveal the token
    /// letter by letter.
    package func matches(_ candidate: String) -> Bool {
        let mine = Array(text.utf8)
        let theirs = Array(candidate.utf8)
        guard mine.count == theirs.count else { return false }
        return zip(mine, theirs).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
