/// The target of a request: its decoded path and its query.
///
/// Dot segments are resolved, so no path of a `Target` leads above the root. It may begin with two slashes: never
/// put it into a Location field without a check, because a browser reads `//name` as another host.
package struct Target: Sendable, Hashable {
    /// The decoded path; it begins with a slash (or is `*`, for OPTIONS alone).
    package let path: String
    /// The raw text after the first question mark; empty when there is none.
    package let query: String
    /// The path with dot segments resolved and escapes kept.
    let escapedPath: String

    /// Parses an origin-form target (RFC 9112, 3.2.1); for callers without a request.
    package init(_ text: String) throws(HTTPError) {
        let bytes = Array(text.utf8)
        try self.init(bytes.span, allowsAsterisk: false)
    }

    init(_ raw: Span<UInt8>, allowsAsterisk: Bool) throws(HTTPError) {
        if allowsAsterisk, raw.count == 1, raw[0] == 0x2A {
            path = "*"
            escapedPath = "*"
            query = ""
            return
        }
        guard raw.count > 0, raw[0] == 0x2F else { throw .malformedTarget(raw.excerpt(0..<raw.count)) }
        guard let (end, isPlain) = Self.measurePath(raw), Self.isQuery(raw, from: end) else {
            throw .malformedTarget(raw.excerpt(0..<raw.count))
        }
        query = end < raw.count ? raw.text((end + 1)..<raw.count) : ""
        if isPlain {
            path = raw.text(0..<end)
            escapedPath = path
        } else {
            guard let resolved = PathResolution.resolve(raw.extracting(0..<end)),
                let decoded = PathResolution.decode(resolved.span)
            else { throw .malformedTarget(raw.excerpt(0..<raw.count)) }
            path = decoded
            escapedPath = resolved.span.text(0..<resolved.count)
        }
    }

    private init(path: String, query: String, escapedPath: String) {
        self.path = path
        self.query = query
        self.escapedPath = escapedPath
    }

    /// The target without `prefix`, such as "/music"; unchanged if its path does not begin with it. Nil when the path is the
    /// prefix without its closing slash.
    package func without(prefix: String) -> Target? {
        guard !prefix.isEmpty, escapedPath.hasPrefix(prefix), path.hasPrefix(prefix) else { return self }
        let rest = escapedPath.dropFirst(prefix.count)
        guard let first = rest.first else { return nil }
        guard first == "/" else { return self }
        return Target(path: String(path.dropFirst(prefix.count)), query: query, escapedPath: String(rest))
    }

    /// The target with a prefix in front of its path.
    func below(_ prefix: String) -> Target {
        guard !prefix.isEmpty, !isAsterisk else { return self }
        return Target(path: prefix + path, query: query, escapedPath: prefix + escapedPath)
    }

    /// The target without slashes at its end and beside others.
    package var tidied: Target {
        guard !isAsterisk, escapedPath.hasSuffix("/") || escapedPath.contains("//") else { return self }
        return Target(
            path: "/" + segments.filter { !$0.isEmpty }.joined(separator: "/"), query: query,
            escapedPath: "/" + escapedPath.split(separator: "/").joined(separator: "/"))
    }

    /// Whether it is the `*` of an OPTIONS request.
    package var isAsterisk: Bool { path == "*" }

    /// The decoded parts between slashes. The path is split before decoding, so `%2F` stays inside its segment;
    /// "/" is one empty segment and "/a/" ends in one: joined by slashes, the segments are the path.
    package var segments: [String] {
        guard !isAsterisk else { return [] }
        let bytes = Array(escapedPath.utf8)
        let isPlain = escapedPath.utf8.count == path.utf8.count
        var segments: [String] = []
        var start = 1
        for index in 1...bytes.count where index == bytes.count || bytes[index] == 0x2F {
            let part = bytes.span.extracting(start..<index)
            segments.append(isPlain ? part.text(0..<part.count) : PathResolution.decode(part) ?? "")
            start = index + 1
        }
        return segments
    }

    /// The query as names and values, in the encoding of HTML forms: `+` is a space, a stray `%` is literal.
    package var queryItems: [(name: String, value: String)] {
        QueryItems.read(query)
    }

    /// The first value of `name`, decoded, or nil.
    package func query(_ name: String) -> String? {
        QueryItems.first(name, in: query)
    }

    /// The end of the path, and whether it needs no decoding: no escapes, no segment that begins with a dot.
    @inline(__always)
    private static func measurePath(_ raw: Span<UInt8>) -> (end: Int, isPlain: Bool)? {
        var isPlain = true
        var previous: UInt8 = 0
        for index in 0..<raw.count {
            let byte = raw[index]
            if byte == 0x3F { return (index, isPlain) }
            if !ByteClass.plainPath.contains(byte) {
                guard isAllowed(byte) else { return nil }
                isPlain = false
            } else if byte == 0x2E, previous == 0x2F {
                isPlain = false
            }
            previous = byte
        }
        return (raw.count, isPlain)
    }

    private static func isQuery(_ raw: Span<UInt8>, from start: Int) -> Bool {
        for index in start..<raw.count where !isAllowed(raw[index]) { return false }
        return true
    }

    /// Visible ASCII except `#`: clients send more than RFC 3986 allows (`|`, `[`, `"`), and none of it is ambiguous.
    @inline(__always)
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != 0x23
    }
}
