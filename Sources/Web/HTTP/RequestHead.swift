/// How a request's body is delimited (RFC 9112, 6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}

/// The supported versions of HTTP.
package enum Version: Sendable, Equatable {
    case http10, http11
}

/// Everything before a request's body, validated.
///
/// A class because it is passed on many times per request, and one reference is cheaper to copy than ten fields.
package final class RequestHead: Sendable, Equatable {
    package let method: Method
    package let target: Target
    package let version: Version
    package let fields: HeaderFields
    package let framing: BodyFraming
    /// Whether the client keeps the connection open for another request.
    package let keepsAlive: Bool
    /// Whether the client waits for "100 Continue" before it sends its body.
    package let expectsContinue: Bool
    /// Whether Connection says `upgrade` and Upgrade says `websocket`; the handshake's other fields are not checked.
    package let upgradesToWebSocket: Bool
    /// The Host field as it was sent, checked for syntax; empty when an HTTP/1.0 client sent none.
    package let host: String

    init(
        method: Method, target: Target, version: Version, fields: HeaderFields, framing: BodyFraming, keepsAlive: Bool,
        expectsContinue: Bool, upgradesToWebSocket: Bool, host: String
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.framing = framing
        self.keepsAlive = keepsAlive
        self.expectsContinue = expectsContinue
        self.upgradesToWebSocket = upgradesToWebSocket
        self.host = host
    }

    package static func == (a: RequestHead, b: RequestHead) -> Bool {
        a.method == b.method && a.target == b.target && a.version == b.version && a.fields == b.fields && a.framing == b.framing
            && a.keepsAlive == b.keepsAlive && a.expectsContinue == b.expectsContinue
            && a.upgradesToWebSocket == b.upgradesToWebSocket && a.host == b.host
    }
}
