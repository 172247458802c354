/// Checks bytes from outside against RFC 8259 and the server's own bounds, in one pass, before a decoder sees them.
///
/// Foundation's decoder traps on deep nesting, merges members of the same name, and does not bound numbers.
package struct JSONCheck {
    /// Deepest nesting accepted; no message of ours nests deeper than 6.
    package static let deepest = 64
    /// Longest number accepted, in bytes; the longest that `Double` prints has 24.
    package static let longestNumber = 64

    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Throws unless the bytes are one JSON value, with nothing around it but white space.
    package static func check(_ bytes: [UInt8], atMost limit: Int) throws(JSONProblem) {
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        var check = JSONCheck(bytes)
        try check.value()
        guard check.place == bytes.count else { throw .malformed(at: check.place) }
    }

    /// The next byte; zero at the end, as no zero byte is valid anywhere.
    private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

    /// Skips a value and the white space around it.
    private mutating func value() throws(JSONProblem) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try list()
        case UInt8(ascii: "\""): try text()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: throw .malformed(at: place)
        }
        skipSpace()
    }

    private mutating func object() throws(JSONProblem) {
        try enter()
        var names: Set<String> = []
        if next != UInt8(ascii: "}") {
            repeat {
                skipSpace()
                let name = try name()
                guard names.insert(name).inserted else { throw .duplicate(name) }
                skipSpace()
                guard take(UInt8(ascii: ":")) else { throw .malformed(at: place) }
                try value()
            } while take(UInt8(ascii: ","))
        }
        try leave(UInt8(ascii: "}"))
    }

    private mutating func list() throws(JSONProblem) {
        try enter()
        if next != UInt8(ascii: "]") {
            repeat { try value() } while take(UInt8(ascii: ","))
        }
        try leave(UInt8(ascii: "]"))
    }

    private mutating func enter() throws(JSONProblem) {
        depth += 1
        guard depth <= Self.deepest else { throw .tooDeep(limit: Self.deepest) }
        place += 1
        skipSpace()
    }

    private mutating func leave(_ bracket: UInt8) throws(JSONProblem) {
        guard take(bracket) else { throw .malformed(at: place) }
        depth -= 1
    }

    /// A member's name with its escapes resolved: "a" and "\u0061" are the same.
    private mutating func name() throws(JSONProblem) -> String {
        guard next == UInt8(ascii: "\"") else { throw .malformed(at: place) }
        let start = place + 1
        let hasEscapes = try text()
        let end = place - 1
        guard hasEscapes else { return String(decoding: bytes[start..<end], as: UTF8.self) }
        var name = String.UnicodeScalarView()
        var again = self
        again.place = start
        while again.place < end {
            let from = again.place
            if again.next == UInt8(ascii: "\\") {
                name.append(try again.escape())
            } else {
                while again.place < end, again.next != UInt8(ascii: "\\") { again.place += 1 }
                name.append(contentsOf: String(decoding: bytes[from..<again.place], as: UTF8.self).unicodeScalars)
            }
        }
        return String(name)
    }

    /// Skips a string with its quotes; returns whether it has escapes.
    @discardableResult
    private mutating func text() throws(JSONProblem) -> Bool {
        place += 1
        var hasEscapes = false
        while true {
            switch next {
            case UInt8(ascii: "\""):
                place += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                _ = try escape()
            case 0..<0x20: throw .malformed(at: place)
            default: place += 1
            }
        }
    }

    /// The character of an escape (RFC 8259, section 7).
    private mutating func escape() throws(JSONProblem) -> Unicode.Scalar {
        let start = place
        place += 1
        let letter = next
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw .malformed(at: start)
        }
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .surrogate(at: start) }
        let second = try fourDigits()
        guard UTF16.isTrailSurrogate(second) else { throw .surrogate(at: start) }
        return Unicode.Scalar(0x10000 + UInt32(unit - 0xD800) << 10 + UInt32(second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func fourDigits() throws(JSONProblem) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = next - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = next - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = next - UInt8(ascii: "A") + 10
            default: throw .malformed(at: place)
            }
            unit = unit << 4 | UInt16(digit)
            place += 1
        }
        return unit
    }

    private mutating func number() throws(JSONProblem) {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        var hasExponent = false
        if next | 0x20 == UInt8(ascii: "e") {
            hasExponent = true
            place += 1
            if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
            try digits()
        }
        guard place - start <= Self.longestNumber else { throw .number(at: start) }
        // A number this short without an exponent is finite.
        guard hasExponent else { return }
        guard Double(String(decoding: bytes[start..<place], as: UTF8.self))?.isFinite == true else { throw .number(at: start) }
    }

    /// Skips one or more digits.
    private mutating func digits() throws(JSONProblem) {
        let start = place
        while UInt8(ascii: "0")...UInt8(ascii: "9") ~= next { place += 1 }
        guard place > start else { throw .malformed(at: place) }
    }

    private mutating func word(_ word: String) throws(JSONProblem) {
        let start = place
        for byte in word.utf8 where !take(byte) { throw .malformed(at: start) }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { place += 1 }
    }
}
