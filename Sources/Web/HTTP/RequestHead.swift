/// How a request's body is delimited (RFC 9112, 6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}

/// The versions of HTTP that are spoken here.
package enum Version: Sendable, Equatable {
    case http10, http11
}

/// Everything before a request's body, checked and ready to be acted on.
///
/// A class because it is handed on many times for each request, and one reference is cheaper to copy than ten fields.
package final class RequestHead: Sendable, Equatable {
    package let method: Method
    package let target: Target
    package let version: Version
    package let fields: HeaderFields
    package let framing: BodyFraming
    /// Whether the client can take another response on this connection.
    package let keepsAlive: Bool
    /// Whether the client waits for "100 Continue" before it sends its body.
    package let expectsContinue: Bool
    /// Whether Connection says `upgrade` and Upgrade says `websocket`; the handshake's own fields are not looked at.
    package let upgradesToWebSocket: Bool
    /// The Host field as it was sent, valid by its grammar; empty when an HTTP/1.0 client sent none.
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
