/// Whether a client's copy is still good, by entity tags (RFC 9110, 13.1), which are bytes and no text.
package enum Conditional {
    /// Whether If-None-Match names `etag`, so that "304 Not Modified" is the answer; weakness does not matter here.
    package static func ifNoneMatch(_ header: String, names etag: String) -> Bool {
        isStar(header) || list(header, names: etag, weakly: true)
    }

    /// Lets a change go ahead of what has the tag `etag`, nil for what does not exist yet; throws `preconditionFailed` when
    /// If-Match names other versions alone, or If-None-Match this one (RFC 9110, 13.1.1 and 13.1.2).
    package static func allowChange(of etag: String?, for head: RequestHead) throws(HTTPError) {
        let wanted = head.fields.values(of: "if-match").joined(separator: ", ")
        if !wanted.isEmpty {
            guard let etag, ifMatch(wanted, holdsFor: etag) else { throw .preconditionFailed }
        }
        let unwanted = head.fields.values(of: "if-none-match").joined(separator: ", ")
        if !unwanted.isEmpty, let etag {
            guard !ifNoneMatch(unwanted, names: etag), !ifNoneMatch(unwanted, names: gzipForm(of: etag)) else {
                throw .preconditionFailed
            }
        }
    }

    /// Whether If-Match names `etag`, strongly, so that a change may go ahead; a star names all that exists. Who has read the
    /// compressed form knows the same version.
    static func ifMatch(_ header: String, holdsFor etag: String) -> Bool {
        isStar(header) || list(header, names: etag, weakly: false) || list(header, names: gzipForm(of: etag), weakly: false)
    }

    /// The tag of the compressed form of what has the tag `etag`: another tag, for it is other bytes.
    package static func gzipForm(of etag: String) -> String {
        etag.hasSuffix("\"") ? etag.dropLast() + "-gzip\"" : etag
    }

    /// Whether If-Range holds, so that a part may be sent: the same strong tag. A date never does; we give tags.
    package static func ifRange(_ header: String, holdsFor etag: String) -> Bool {
        header.utf8.first == 0x22 && header.utf8.elementsEqual(etag.utf8)
    }

    private static func isStar(_ header: String) -> Bool {
        let bytes = header.utf8Span.span
        let all = bytes.trimmed(bytes.indices)
        return all.count == 1 && bytes[all.lowerBound] == 0x2A
    }

    /// Tags may hold commas, so the list is read quote by quote. Strongly, a weak tag equals none.
    private static func list(_ header: String, names etag: String, weakly: Bool) -> Bool {
        let list = header.utf8Span.span
        let tag = etag.utf8Span.span
        guard weakly || !tag.isWeak(at: 2) else { return false }
        let wanted = tag.extracting((tag.isWeak(at: 2) ? 2 : 0)..<tag.count)
        var index = 0
        while index < list.count {
            guard list[index] == 0x22 else {
                index += 1
                continue
            }
            var end = index + 1
            while end < list.count, list[end] != 0x22 { end += 1 }
            guard end < list.count else { return false }
            if list.holds(wanted, at: index..<end + 1), weakly || !list.isWeak(at: index) { return true }
            index = end + 1
        }
        return false
    }
}

extension Span where Element == UInt8 {
    fileprivate func holds(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
        guard range.count == bytes.count else { return false }
        for index in bytes.indices where self[range.lowerBound + index] != bytes[index] { return false }
        return true
    }

    /// Whether the mark of a weak tag stands before `index`.
    fileprivate func isWeak(at index: Int) -> Bool {
        index >= 2 && index <= count && self[index - 2] == 0x57 && self[index - 1] == 0x2F
    }
}
