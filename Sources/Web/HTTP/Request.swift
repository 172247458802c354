/// One request for a handler: its sender and head, the path parameters and the body.
package struct Request: Sendable {
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        case spooled(SpooledBody)
    }

    package let caller: Caller
    package let parameters: Parameters
    package let peer: PeerAddress
    package let body: Body
    /// The request's quota share while its handler runs; nil if the handler runs on the loop.
    package let seat: Seat?

    package var head: RequestHead { caller.head }
    /// The client's address: the peer's, or the one that a trusted proxy names.
    package var address: String { forwarded.client ?? "\(peer)" }
    package var forwarded: Forwarded { caller.forwarded }
}

/// How a route treats a request's body.
package enum BodyPolicy: Sendable, Equatable {
    /// No body is expected: a small one is read and dropped, a large one refused.
    case none
    /// Kept in memory, up to `limit` bytes, for commands.
    case memory(limit: Int)
    /// Written to an unnamed file in the server's spool folder, up to `limit` bytes, for uploads.
    case spooled(limit: Int)

    func limit(unwanted: Int) -> Int {
        switch self {
        case .none: unwanted
        case .memory(let limit), .spooled(let limit): limit
        }
    }
}
