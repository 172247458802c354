/// One client of an endpoint: receives all events of its socket, on the loop.
package protocol WebSocketSession: AnyObject {
    func opened(_ socket: WebSocket)
    func received(_ message: WebSocketMessage, on socket: WebSocket)
    /// The last call: the socket sends nothing after it.
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

/// A WebSocket endpoint.
package struct WebSocketRoute: Sendable {
    /// The names for `Sec-WebSocket-Protocol` that the endpoint supports.
    let subprotocols: [String]
    /// The largest message accepted; nil means the server's limit.
    let maximumMessage: Int?
    /// Messages shorter than this are sent uncompressed: deflating them costs more than it saves.
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
