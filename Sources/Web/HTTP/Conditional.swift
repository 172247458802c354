/// Whether a client's copy is still good, by entity tags (RFC 9110, 13.1).
package enum Conditional {
    /// Whether If-None-Match names `etag`, so that "304 Not Modified" is the answer; weakness does not matter here.
    package static func ifNoneMatch(_ header: String, names etag: String) -> Bool {
        let bytes = Array(header.utf8)
        let span = bytes.span
        let all = span.trimmed(0..<span.count)
        if all.count == 1, span[all.lowerBound] == 0x2A { return true }
        let wanted = opaque(etag)
        var index = all.lowerBound
        while index < all.upperBound {
            // Tags may hold commas, so the list is read quote by quote.
            guard span[index] == 0x22 else {
                index += 1
                continue
            }
            var end = index + 1
            while end < all.upperBound, span[end] != 0x22 { end += 1 }
            guard end < all.upperBound else { return false }
            if span.text(index..<end + 1) == wanted { return true }
            index = end + 1
        }
        return false
    }

    /// Whether If-Range holds, so that a part may be sent: the same strong tag. A date never does; we give tags.
    package static func ifRange(_ header: String, holdsFor etag: String) -> Bool {
        header.hasPrefix("\"") && header == etag
    }

    private static func opaque(_ etag: String) -> String {
        etag.hasPrefix("W/") ? String(etag.dropFirst(2)) : etag
    }
}
