/// One client's side of an endpoint: told, on the loop, of everything that happens on its socket.
package protocol WebSocketSession: AnyObject {
    func opened(_ socket: WebSocket)
    func received(_ message: WebSocketMessage, on socket: WebSocket)
    /// The last call: the socket sends nothing any more.
    func closed(_ code: CloseCode)
}

extension WebSocketSession {
    package func opened(_ socket: WebSocket) {}
    package func received(_ message: WebSocketMessage, on socket: WebSocket) {}
    package func closed(_ code: CloseCode) {}
}

/// A whole message from a client.
package enum WebSocketMessage: Sendable, Equatable {
    /// Valid UTF-8.
    case text([UInt8])
    case binary([UInt8])
}

/// How a path speaks WebSocket.
package struct WebSocketRoute: Sendable {
    /// Names this endpoint offers for `Sec-WebSocket-Protocol`, the preferred first.
    let subprotocols: [String]
    /// The largest message taken here; nil means the server's limit.
    let maximumMessage: Int?
    /// Messages shorter than this go out as they are: deflating them costs more than it saves.
    let compressionThreshold: Int
    /// Makes the session for an accepted client, or throws an `HTTPError` that is answered instead. Runs on the loop.
    let open: @Sendable (Request) throws -> any WebSocketSession

    package init(
        subprotocols: [String] = [], maximumMessage: Int? = nil, compressionThreshold: Int = 256,
        open: @escaping @Sendable (Request) throws -> any WebSocketSession
    ) {
        self.subprotocols = subprotocols
        self.maximumMessage = maximumMessage
        self.compressionThreshold = compressionThreshold
        self.open = open
    }
}
