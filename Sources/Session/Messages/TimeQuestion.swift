/// A fast parser for the frequent time question, in its usual spelling.
package enum TimeQuestion {
    /// Most digits of a valid time; so many cannot overflow.
    private static let mostDigits = 16

    /// The `t1` of `{"type":"time","t1":N}`, with optional spaces between tokens. Nil for anything else, which may still be a
    /// valid time question in another spelling.
    package static func read(_ bytes: [UInt8]) -> Int64? {
        var rest = bytes[...]
        guard take("{", &rest), take("\"type\"", &rest), take(":", &rest), take("\"time\"", &rest), take(",", &rest),
            take("\"t1\"", &rest), take(":", &rest), let time = number(&rest), take("}", &rest), rest.isEmpty
        else { return nil }
        return time
    }

    /// Consumes a token and the spaces after it.
    private static func take(_ piece: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: piece.utf8) else { return false }
        skip(piece.utf8.count, &rest)
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...mostDigits).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        let size = digits.reduce(0 as Int64) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        guard ClosedRange<Int>.exact.contains(Int(size)) else { return nil }
        skip(digits.count, &rest)
        return isNegative ? -size : size
    }

    private static func skip(_ count: Int, _ rest: inout ArraySlice<UInt8>) {
        rest = rest.dropFirst(count).drop { $0 == UInt8(ascii: " ") }
    }
}
