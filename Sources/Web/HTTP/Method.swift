/// The method of a request; names are case-sensitive (RFC 9110, 9.1).
package enum Method: Sendable, Hashable {
    case get, head, post, put, delete, options, patch
    case other(String)

    /// The name on the request line.
    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .other(let name): name
        }
    }

    /// Whether it changes nothing (RFC 9110, 9.2.1).
    var isSafe: Bool { self == .get || self == .head || self == .options }

    /// Maps a known method to its case, so that `.other("GET")` cannot bypass a route.
    package init(name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        case "PATCH": self = .patch
        default: self = .other(name)
        }
    }
}
