/// A code that a person types: 40 random bits as eight letters and digits, none of which look alike, or the four letters that a screen
/// shows across a room.
struct ShortCode: Hashable, Sendable {
    /// Crockford's base 32.
    private static let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 8
    /// Without vowels, so that no words come out: 160,000 codes.
    private static let briefLetters = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    private static let briefCount = 4
    /// Longer than anything that people type for a code, with its hyphen and spaces.
    private static let longestTyped = 64

    private let bytes: [UInt8]

    /// Reads what a person typed, in any case, with hyphens and spaces; nil if it is no code. O is a zero, I and L are ones.
    init?(_ typed: String) {
        guard typed.utf8.count <= Self.longestTyped else { return nil }
        let plain = typed.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        if plain.count == Self.briefCount {
            guard plain.allSatisfy(Self.briefLetters.contains) else { return nil }
            bytes = plain
            return
        }
        let read = plain.map { letter in
            switch letter {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: letter
            }
        }
        guard read.count == Self.count, read.allSatisfy(Self.letters.contains) else { return nil }
        bytes = read
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func random() -> ShortCode { random(count, of: letters) }

    /// One of four letters.
    static func brief() -> ShortCode { random(briefCount, of: briefLetters) }

    private static func random(_ count: Int, of letters: [UInt8]) -> ShortCode {
        // The system's generator is cryptographically secure.
        var numbers = SystemRandomNumberGenerator()
        return ShortCode(bytes: (0..<count).map { _ in letters[Int(numbers.next(upperBound: UInt64(letters.count)))] })
    }

    var isBrief: Bool { bytes.count == Self.briefCount }

    /// As people read it out: "K7QX-93FM", or "KXQF".
    var text: String {
        if isBrief { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes.prefix(Self.count / 2) + [UInt8(ascii: "-")] + bytes.suffix(Self.count / 2), as: UTF8.self)
    }
}
