extension Span where Element == UInt8 {
    /// The bytes as text; bytes that are not UTF-8 (obs-text) become U+FFFD.
    func text(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The beginning of the bytes as text, short enough for a log line.
    func excerpt(_ range: Range<Int>) -> String {
        range.count > 80 ? text(range.lowerBound..<range.lowerBound + 77) + "..." : text(range)
    }

    /// The bytes as a new array, in one copy.
    func copy(_ range: Range<Int>) -> [UInt8] {
        extracting(range).withUnsafeBufferPointer { Array($0) }
    }

    /// Whether the bytes in `range` equal `word` (in lower case), ignoring case.
    @inline(__always)
    func spells(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        let letters = word.utf8Start
        for step in 0..<range.count where lowercased(self[range.lowerBound + step]) != letters[step] {
            return false
        }
        return true
    }

    /// `range` without spaces and tabs at both ends (OWS, RFC 9110, 5.6.3).
    @inline(__always)
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }

    /// The next element of a comma-separated list, trimmed; moves `cursor` past it. Nil at the end of the list.
    func listElement(from cursor: inout Int, to end: Int) -> Range<Int>? {
        guard cursor < end else { return nil }
        let start = cursor
        while cursor < end, self[cursor] != 0x2C { cursor += 1 }
        let element = trimmed(start..<cursor)
        cursor += 1
        return element
    }

    /// A decimal number of digits alone, clamped to `Int.max`; nil when it is not a number.
    func decimal(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var value = 0
        for index in range {
            let digit = self[index] &- 0x30
            guard digit < 10 else { return nil }
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, tooLargeNow) = tens.addingReportingOverflow(Int(digit))
            value = tooLarge || tooLargeNow ? .max : sum
        }
        return value
    }
}
