/// One request as a handler sees it: its head, what the route's pattern caught, who asks, and the body.
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
    /// What the request holds of the limits while its handler runs; nil where the loop itself answers.
    package let seat: Seat?

    package var head: RequestHead { caller.head }
    package var forwarded: Forwarded { caller.forwarded }
}

/// What a route does with a request's body.
package enum BodyPolicy: Sendable, Equatable {
    /// None is expected: a small one is read and dropped, a large one refused.
    case none
    /// Kept in memory up to so many bytes, for commands.
    case memory(limit: Int)
    /// Written to a nameless file in the server's spool folder up to so many bytes, for uploads.
    case spooled(limit: Int)

    func limit(unwanted: Int) -> Int {
        switch self {
        case .none: unwanted
        case .memory(let limit), .spooled(let limit): limit
        }
    }
}
