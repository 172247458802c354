/// The bytes of a resource that answer a request, and the status (RFC 9110, 13 and 14).
struct Selection: Equatable {
    /// 200, 206, 304 or 416.
    let status: Status
    let range: Range<Int>
    let contentRange: String?

    /// Decides for a resource of `length` bytes whose tag is `etag`.
    init(of length: Int, etag: String, for head: RequestHead) {
        if let known = head.fields["if-none-match"], Conditional.ifNoneMatch(known, names: etag) {
            self.init(.notModified, 0..<0)
            return
        }
        guard head.method == .get, let field = head.fields["range"],
            head.fields["if-range"].map({ Conditional.ifRange($0, holdsFor: etag) }) ?? true
        else {
            self.init(.ok, 0..<length)
            return
        }
        switch ByteRange.parse(field, length: length) {
        case .whole: self.init(.ok, 0..<length)
        case .part(let part):
            self.init(.partialContent, part, "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)")
        case .unsatisfiable: self.init(.rangeNotSatisfiable, 0..<0, "bytes */\(length)")
        }
    }

    private init(_ status: Status, _ range: Range<Int>, _ contentRange: String? = nil) {
        self.status = status
        self.range = range
        self.contentRange = contentRange
    }
}
