/// An HTTP status: the code for machines and the reason phrase for people.
package struct Status: Sendable, Hashable {
    package let code: Int
    package let reason: String

    package init(code: Int, reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Whether an answer with this status may have a body (RFC 9112, 6.3).
    var allowsBody: Bool { self != .noContent && self != .notModified }

    package static let `continue` = Status(code: 100, reason: "Continue")
    package static let switchingProtocols = Status(code: 101, reason: "Switching Protocols")

    package static let ok = Status(code: 200, reason: "OK")
    package static let created = Status(code: 201, reason: "Created")
    package static let accepted = Status(code: 202, reason: "Accepted")
    package static let noContent = Status(code: 204, reason: "No Content")
    package static let partialContent = Status(code: 206, reason: "Partial Content")

    package static let notModified = Status(code: 304, reason: "Not Modified")
    package static let permanentRedirect = Status(code: 308, reason: "Permanent Redirect")

    package static let badRequest = Status(code: 400, reason: "Bad Request")
    package static let unauthorized = Status(code: 401, reason: "Unauthorized")
    package static let forbidden = Status(code: 403, reason: "Forbidden")
    package static let notFound = Status(code: 404, reason: "Not Found")
    package static let methodNotAllowed = Status(code: 405, reason: "Method Not Allowed")
    package static let requestTimeout = Status(code: 408, reason: "Request Timeout")
    package static let conflict = Status(code: 409, reason: "Conflict")
    package static let lengthRequired = Status(code: 411, reason: "Length Required")
    package static let preconditionFailed = Status(code: 412, reason: "Precondition Failed")
    package static let contentTooLarge = Status(code: 413, reason: "Content Too Large")
    package static let uriTooLong = Status(code: 414, reason: "URI Too Long")
    package static let unsupportedMediaType = Status(code: 415, reason: "Unsupported Media Type")
    package static let rangeNotSatisfiable = Status(code: 416, reason: "Range Not Satisfiable")
    package static let expectationFailed = Status(code: 417, reason: "Expectation Failed")
    package static let misdirected = Status(code: 421, reason: "Misdirected Request")
    package static let unprocessable = Status(code: 422, reason: "Unprocessable Content")
    package static let upgradeRequired = Status(code: 426, reason: "Upgrade Required")
    package static let tooManyRequests = Status(code: 429, reason: "Too Many Requests")
    package static let headerFieldsTooLarge = Status(code: 431, reason: "Request Header Fields Too Large")

    package static let internalError = Status(code: 500, reason: "Internal Server Error")
    package static let unavailable = Status(code: 503, reason: "Service Unavailable")
    package static let versionNotSupported = Status(code: 505, reason: "HTTP Version Not Supported")
    package static let insufficientStorage = Status(code: 507, reason: "Insufficient Storage")
}
