package import System

/// A handler's answer.
package struct Response: Sendable {
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        case file(OpenFile, Range<Int>)
        case stream(BodyStream)

        /// The length in bytes; 0 for a stream, whose length is unknown.
        package var count: Int {
            switch self {
            case .none, .stream: 0
            case .bytes(let bytes): bytes.count
            case .file(_, let range): range.count
            }
        }
    }

    package var status: Status
    package private(set) var fields: [(name: String, value: String)]
    package var body: Body {
        didSet { refusal = nil }
    }
    /// The error that this answers: the path decides if it is sent as text or as problem details.
    private(set) var refusal: HTTPError?

    package init(_ status: Status, fields: [(name: String, value: String)] = [], body: Body = .none) {
        self.status = status
        self.fields = fields.map { (Self.checked($0.name), Self.oneLine($0.value)) }
        self.body = body
    }

    /// Text with its media type.
    package init(_ status: Status = .ok, _ text: String, type: String = "text/plain; charset=utf-8") {
        self.init(status, fields: [("content-type", type)], body: .bytes(Array(text.utf8)))
    }

    /// The answer to an error: its status and one plain sentence.
    package init(_ error: HTTPError) {
        self.init(error.status, error.sentence + "\n")
        set("cache-control", "no-store")
        if error.status == .tooManyRequests || error == .overloaded { set("retry-after", "1") }
        refusal = error
    }

    /// The answer to a problem, as JSON.
    package init(_ problem: Problem) {
        self.init(problem.status, problem.json, type: Problem.mediaType)
        set("cache-control", "no-store")
        // RFC 9110, 11.6.1 requires the scheme; bearer tokens are the only one supported.
        if problem.status == .unauthorized { set("www-authenticate", "Bearer") }
        if problem.status == .tooManyRequests { set("retry-after", "1") }
    }

    /// The same answer with its error, if it has one, as problem details instead of plain text.
    var asProblem: Response {
        guard let refusal else { return self }
        var response = self
        response.body = .bytes(Array(Problem(refusal).json.utf8))
        response.set("content-type", Problem.mediaType)
        return response
    }

    package func field(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Sets a field; the name must be in lower case, the value one line.
    package mutating func set(_ name: String, _ value: String) {
        let (name, value) = (Self.checked(name), Self.oneLine(value))
        fields.removeAll { $0.name == name }
        fields.append((name, value))
    }

    /// Discards an answer whose client has left.
    func abandon() {
        if case .stream(let stream) = body { stream.end() }
    }

    /// Bytes that are compressed within some 2 ms.
    private static let quicklyCompressed = 64 << 10

    /// Whether compressing the answer takes long.
    func isLongToCompress(for head: RequestHead) -> Bool {
        body.count > Self.quicklyCompressed && isCompressible && AcceptEncoding.allowsGzip(head.fields["accept-encoding"])
    }

    /// Whether it is worth it: text of at least a kilobyte.
    private var isCompressible: Bool {
        // A range counts bytes of the plain form.
        guard case .bytes(let bytes) = body, bytes.count >= 1024, field("content-encoding") == nil, status != .partialContent,
            let type = field("content-type")
        else { return false }
        return MediaType.isCompressible(type)
    }

    /// The answer compressed, if the client accepts gzip and it is worth it.
    func compressed(for head: RequestHead) -> Response {
        guard isCompressible, case .bytes(let bytes) = body else { return self }
        var response = self
        response.set("vary", "accept-encoding")
        guard AcceptEncoding.allowsGzip(head.fields["accept-encoding"]) else { return response }
        response.body = .bytes(Gzip.compress(bytes, level: 6))
        response.set("content-encoding", "gzip")
        if let etag = field("etag") { response.set("etag", Conditional.gzipForm(of: etag)) }
        return response
    }

    private static func checked(_ name: String) -> String {
        precondition(name.utf8.allSatisfy { !(65...90).contains($0) && $0 > 32 && $0 < 127 }, "field name \(name)")
        return name
    }

    /// A value with control characters replaced by spaces: a line break would allow header injection.
    private static func oneLine(_ value: String) -> String {
        let isClean = value.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
        return isClean ? value : String(decoding: value.utf8.map { $0 >= 32 && $0 != 127 ? $0 : 32 }, as: UTF8.self)
    }
}
