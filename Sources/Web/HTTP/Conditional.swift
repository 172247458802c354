/// Whether a client's copy is still good, by entity tags (RFC 9110, 13.1), which are bytes and no text.
package enum Conditional {
    /// Whether If-None-Match names `etag`, so that "304 Not Modified" is the answer; weakness does not matter here.
    package static func ifNoneMatch(_ header: String, names etag: String) -> Bool {
        let list = header.utf8Span.span
        let all = list.trimmed(0..<list.count)
        if all.count == 1, list[all.lowerBound] == 0x2A { return true }
        let tag = etag.utf8Span.span
        let isWeak = tag.count >= 2 && tag[0] == 0x57 && tag[1] == 0x2F
        let wanted = tag.extracting((isWeak ? 2 : 0)..<tag.count)
        var index = all.lowerBound
        while index < all.upperBound {
            // Tags may hold commas, so the list is read quote by quote.
            guard list[index] == 0x22 else {
                index += 1
                continue
            }
            var end = index + 1
            while end < all.upperBound, list[end] != 0x22 { end += 1 }
            guard end < all.upperBound else { return false }
            if list.holds(wanted, at: index..<end + 1) { return true }
            index = end + 1
        }
        return false
    }

    /// Whether If-Range holds, so that a part may be sent: the same strong tag. A date never does; we give tags.
    package static func ifRange(_ header: String, holdsFor etag: String) -> Bool {
        header.utf8.first == 0x22 && header.utf8.elementsEqual(etag.utf8)
    }
}

extension Span where Element == UInt8 {
    fileprivate func holds(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        guard range.count == bytes.count else { return false }
        for index in bytes.indices where self[range.lowerBound + index] != bytes[index] { return false }
        return true
    }
}
