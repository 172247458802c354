/// The fields that decide how a message is delimited and whether its connection stays open.
///
/// Two servers that disagree here can be made to see different requests in the same bytes (request smuggling), so
/// everything ambiguous is refused, even where RFC 9112 would allow a repair.
struct FramingFields {
    private(set) var host: Range<Int>?
    private(set) var saysClose = false
    private(set) var saysKeepAlive = false
    private(set) var saysUpgrade = false
    private(set) var namesWebSocket = false
    private(set) var expectsContinue = false
    private var length: Int?
    private var isChunked = false

    /// Records one field. The name's length is compared first: it rules out nearly all of them.
    @inline(__always)
    mutating func note(
        _ field: HeaderFields.Field, _ span: Span<UInt8>, _ version: Version
    ) throws(HTTPError) {
        switch field.name.count {
        case 4 where span.spells("host", in: field.name):
            guard host == nil else { throw .duplicateHost }
            host = field.value
        case 6 where span.spells("expect", in: field.name):
            try noteExpectation(field.value, span, version)
        case 7 where span.spells("upgrade", in: field.name):
            noteUpgrade(field.value, span)
        case 10 where span.spells("connection", in: field.name):
            noteConnection(field.value, span)
        case 14 where span.spells("content-length", in: field.name):
            guard length == nil else { throw .duplicateContentLength }
            guard let value = span.decimal(field.value), value < .max else {
                throw .malformedContentLength(span.excerpt(field.value))
            }
            length = value
        case 17 where span.spells("transfer-encoding", in: field.name):
            guard version == .http11, !isChunked, span.spells("chunked", in: field.value) else {
                throw .unsupportedTransferEncoding(span.excerpt(field.value))
            }
            isChunked = true
        default:
            break
        }
    }

    /// The framing, once every field has been noted.
    func bodyFraming(_ version: Version) throws(HTTPError) -> BodyFraming {
        guard let length else { return isChunked ? .chunked : .none }
        guard !isChunked else { throw .lengthAndTransferEncoding }
        return .length(length)
    }

    /// RFC 9110, 10.1.1: an expectation from an HTTP/1.0 client is ignored.
    private mutating func noteExpectation(
        _ value: Range<Int>, _ span: Span<UInt8>, _ version: Version
    ) throws(HTTPError) {
        guard version == .http11 else { return }
        guard span.spells("100-continue", in: value) else { throw .unsupportedExpectation(span.excerpt(value)) }
        expectsContinue = true
    }

    private mutating func noteUpgrade(_ value: Range<Int>, _ span: Span<UInt8>) {
        var cursor = value.lowerBound
        while let element = span.listElement(from: &cursor, to: value.upperBound) {
            if span.spells("websocket", in: element) { namesWebSocket = true }
        }
    }

    private mutating func noteConnection(_ value: Range<Int>, _ span: Span<UInt8>) {
        var cursor = value.lowerBound
        while let element = span.listElement(from: &cursor, to: value.upperBound) {
            if span.spells("close", in: element) { saysClose = true }
            if span.spells("keep-alive", in: element) { saysKeepAlive = true }
            if span.spells("upgrade", in: element) { saysUpgrade = true }
        }
    }
}
