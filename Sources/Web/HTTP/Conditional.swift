/// Conditional requests by entity tags (RFC 9110, 13.1), which are compared as bytes, not as text.
package enum Conditional {
    /// Whether If-None-Match names `etag`, by weak comparison, so that the answer is "304 Not Modified".
    package static func ifNoneMatch(_ header: String, names etag: String) -> Bool {
        isStar(header) || list(header, names: etag, weakly: true)
    }

    /// Allows a change to a resource with the tag `etag`, nil if it does not exist yet; throws `preconditionFailed` if If-Match
    /// does not name this version, or If-None-Match names it (RFC 9110, 13.1.1 and 13.1.2).
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

    /// Whether If-Match names `etag`, by strong comparison, so that a change is allowed; `*` names everything that exists. The
    /// compressed form's tag counts, too: it is the same version.
    static func ifMatch(_ header: String, holdsFor etag: String) -> Bool {
        isStar(header) || list(header, names: etag, weakly: false) || list(header, names: gzipForm(of: etag), weakly: false)
    }

    /// The tag of the compressed form: it differs from `etag`, because the bytes differ.
    package static func gzipForm(of etag: String) -> String {
        etag.hasSuffix("\"") ? etag.dropLast() + "-gzip\"" : etag
    }

    /// Whether If-Range has the same strong tag, so that a part may be sent. A date never matches: we send tags.
    package static func ifRange(_ header: String, holdsFor etag: String) -> Bool {
        header.utf8.first == 0x22 && header.utf8.elementsEqual(etag.utf8)
    }

    private static func isStar(_ header: String) -> Bool {
        let bytes = header.utf8Span.span
        let all = bytes.trimmed(bytes.indices)
        return all.count == 1 && bytes[all.lowerBound] == 0x2A
    }

    /// Tags may contain commas, so the list is split at quotes. In strong comparison a weak tag equals none.
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

    /// Whether `W/`, the mark of a weak tag, precedes `index`.
    fileprivate func isWeak(at index: Int) -> Bool {
        index >= 2 && index <= count && self[index - 2] == 0x57 && self[index - 1] == 0x2F
    }
}
