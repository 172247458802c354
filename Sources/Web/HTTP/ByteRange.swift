/// The one range of bytes a client may ask for (RFC 9110, 14.2).
package enum ByteRange {
    package enum Outcome: Sendable, Equatable {
        /// Answer with the whole: the field is unsupported, and RFC 9110 lets a server ignore it.
        case whole
        case part(Range<Int>)
        case unsatisfiable
    }

    /// Parses a Range field for a representation of `length` bytes.
    ///
    /// Several ranges are answered with the whole: no player asks for them, and they are a known denial-of-service attack.
    package static func parse(_ header: String, length: Int) -> Outcome {
        let bytes = Array(header.utf8)
        let span = bytes.span
        let all = span.trimmed(0..<span.count)
        let start = all.lowerBound + 6
        guard all.count > 6, span.spells("bytes=", in: all.lowerBound..<start),
            let dash = bytes[start..<all.upperBound].firstIndex(of: 0x2D)
        else { return .whole }

        if dash == start {
            guard let count = span.decimal((dash + 1)..<all.upperBound) else { return .whole }
            if count == 0 { return .unsatisfiable }
            // Content-Range cannot express an empty range, so the answer is the empty whole.
            return length == 0 ? .whole : .part((length - min(count, length))..<length)
        }
        guard let first = span.decimal(start..<dash) else { return .whole }
        var last = Int.max
        if dash + 1 < all.upperBound {
            guard let value = span.decimal((dash + 1)..<all.upperBound), value >= first else { return .whole }
            last = value
        }
        guard first < length else { return .unsatisfiable }
        return .part(first..<min(last, length - 1) + 1)
    }
}
