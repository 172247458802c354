/// Parses a complete head, whose lines are known and free of control bytes, into a `RequestHead`.
///
/// `lines` is updated in place, to split names and values without a copy.
enum HeadReader {
    static func read(
        _ bytes: [UInt8], requestLineEnd: Int, lines fields: inout [HeaderFields.Field], limits: RequestLimits
    ) throws(HTTPError) -> RequestHead {
        let span = bytes.span
        let (method, targetRange, version) = try requestLine(span, end: requestLineEnd, limits: limits)

        var framing = FramingFields()
        for index in fields.indices {
            try split(&fields[index], span)
            try framing.note(fields[index], span, version)
        }

        let target = try Target(span.extracting(targetRange), allowsAsterisk: method == .options)
        let host = try hostText(framing, span, version)
        let body = try framing.bodyFraming(version)
        return RequestHead(
            method: method, target: target, version: version,
            fields: HeaderFields(bytes: bytes, fields: fields), framing: body,
            keepsAlive: !framing.saysClose && (version == .http11 || framing.saysKeepAlive),
            expectsContinue: framing.expectsContinue && body != .none && body != .length(0),
            upgradesToWebSocket: version == .http11 && framing.saysUpgrade && framing.namesWebSocket, host: host)
    }

    private static func requestLine(
        _ span: Span<UInt8>, end: Int, limits: RequestLimits
    ) throws(HTTPError) -> (Method, Range<Int>, Version) {
        var methodEnd = 0
        while methodEnd < end, span[methodEnd] != 0x20 {
            guard ByteClass.token.contains(span[methodEnd]), methodEnd < limits.method else {
                throw .malformedMethod(span.excerpt(0..<end))
            }
            methodEnd += 1
        }
        var targetEnd = end
        while targetEnd > methodEnd, span[targetEnd - 1] != 0x20 { targetEnd -= 1 }
        targetEnd -= 1
        guard methodEnd > 0, targetEnd > methodEnd + 1 else { throw .malformedRequestLine }
        let target = (methodEnd + 1)..<targetEnd
        guard target.count <= limits.target else { throw .targetTooLong(limit: limits.target) }
        let version = try version(span, (targetEnd + 1)..<end)
        return (method(span, methodEnd), target, version)
    }

    private static func method(_ span: Span<UInt8>, _ end: Int) -> Method {
        if end == 3, span[0] == 0x47, span[1] == 0x45, span[2] == 0x54 { return .get }
        return Method(name: span.text(0..<end))
    }

    private static func version(_ span: Span<UInt8>, _ range: Range<Int>) throws(HTTPError) -> Version {
        let start = range.lowerBound
        guard range.count == 8, span[start] == 0x48, span[start + 1] == 0x54, span[start + 2] == 0x54,
            span[start + 3] == 0x50, span[start + 4] == 0x2F, span[start + 6] == 0x2E,
            span[start + 5] &- 0x30 < 10, span[start + 7] &- 0x30 < 10
        else { throw .malformedRequestLine }
        switch (span[start + 5], span[start + 7]) {
        case (0x31, 0x31): return .http11
        case (0x31, 0x30): return .http10
        default: throw .unsupportedVersion(span.excerpt(range))
        }
    }

    /// Finds name and value in a field line: a token, a colon right after it, the trimmed value.
    @inline(__always)
    private static func split(_ field: inout HeaderFields.Field, _ span: Span<UInt8>) throws(HTTPError) {
        let start = Int(field.nameStart)
        let end = Int(field.valueEnd)
        var colon = start
        while colon < end, ByteClass.token.contains(span[colon]) { colon &+= 1 }
        guard colon > start, colon < end, span[colon] == 0x3A else {
            if span[start] == 0x20 || span[start] == 0x09 { throw .foldedField }
            throw .malformedField(span.excerpt(start..<end))
        }
        let value = span.trimmed((colon + 1)..<end)
        field.nameEnd = UInt32(colon)
        field.valueStart = UInt32(value.lowerBound)
        field.valueEnd = UInt32(value.upperBound)
    }

    private static func hostText(
        _ framing: FramingFields, _ span: Span<UInt8>, _ version: Version
    ) throws(HTTPError) -> String {
        guard let range = framing.host else {
            if version == .http11 { throw .missingHost }
            return ""
        }
        guard Authority.isValid(span.extracting(range)) else { throw .malformedHost(span.excerpt(range)) }
        return span.text(range)
    }
}
