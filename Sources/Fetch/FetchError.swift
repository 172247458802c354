/// Why there is no whole answer. `at` is scheme, host and port: addresses may have secrets in their query.
package enum FetchError: Error, Equatable, CustomStringConvertible {
    case busy
    case cancelled
    case stopped
    case notStarted(String)
    case unknownHost(at: String)
    case unreachable(at: String)
    case certificate(at: String, because: String)
    case encryption(at: String)
    case authorities
    case tooSlow(at: String)
    case tooLarge(at: String, bytes: Int)
    case cutShort(at: String)
    case notHTTP(at: String)
    case tooManyRedirects(at: String)
    case redirected(at: String, to: String)
    case failed(at: String, because: String)

    package var description: String {
        switch self {
        case .busy: "too many requests are open"
        case .cancelled: "the request was cancelled"
        case .stopped: "the HTTP client was stopped"
        case .notStarted(let why): "the HTTP client did not start: \(why)"
        case .unknownHost(let at): "\(at) has no known network address"
        case .unreachable(let at): "\(at) does not accept connections"
        case .certificate(let at, let why): "the certificate of \(at) is refused: \(why)"
        case .encryption(let at): "\(at) does not speak TLS as needed"
        case .authorities: "the file of trusted certificates cannot be read"
        case .tooSlow(let at): "\(at) did not answer in time"
        case .tooLarge(let at, let bytes): "the answer of \(at) is larger than \(bytes) bytes"
        case .cutShort(let at): "the answer of \(at) was cut short"
        case .notHTTP(let at): "\(at) does not answer with HTTP"
        case .tooManyRedirects(let at): "\(at) redirects too often"
        case .redirected(let at, let to): "\(at) redirects to \(to), which is not allowed"
        case .failed(let at, let why): "the request to \(at) failed: \(why)"
        }
    }

    /// Whether the same request may succeed later.
    package var mayPass: Bool {
        switch self {
        case .busy, .unknownHost, .unreachable, .tooSlow, .cutShort, .failed: true
        default: false
        }
    }
}
