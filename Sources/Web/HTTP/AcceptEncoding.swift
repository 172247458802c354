/// Parses Accept-Encoding (RFC 9110, 12.5.3).
package enum AcceptEncoding {
    /// Whether gzip may be sent: named with a weight above zero, or not named and covered by `*`. False without the field:
    /// such a client is a script that would print the compressed bytes.
    package static func allowsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        let bytes = Array(header.utf8)
        let span = bytes.span
        var byStar = false
        var cursor = 0
        while let element = span.listElement(from: &cursor, to: span.count) {
            var end = element.lowerBound
            while end < element.upperBound, span[end] != 0x3B { end += 1 }
            let name = span.trimmed(element.lowerBound..<end)
            let isWanted = end == element.upperBound || hasWeight(span, span.trimmed((end + 1)..<element.upperBound))
            if span.spells("gzip", in: name) || span.spells("x-gzip", in: name) { return isWanted }
            if span.spells("*", in: name) { byStar = isWanted }
        }
        return byStar
    }

    /// Whether `q=…` is a weight above zero; an invalid weight counts as zero.
    private static func hasWeight(_ span: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let start = range.lowerBound
        guard (3...7).contains(range.count), span.spells("q=", in: start..<start + 2) else { return false }
        guard range.count == 3 || span[start + 3] == 0x2E else { return false }
        var fraction = 0
        if range.count > 4 {
            guard let digits = span.decimal((start + 4)..<range.upperBound) else { return false }
            fraction = digits
        }
        switch span[start + 2] {
        case 0x30: return fraction > 0
        case 0x31: return fraction == 0
        default: return false
        }
    }
}
