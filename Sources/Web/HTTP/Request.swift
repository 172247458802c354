/// One request for a handler: its sender and head, the path parameters and the body.
package struct Request: Sendable {
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        case spooled(SpooledBody)
        /// All of it went where the route wanted it.
        case written(any BodySink)
    }

    package let caller: Caller
    package let parameters: Parameters
    package let peer: PeerAddress
    package let body: Body
    /// The request's quota share while its handler runs; nil if the handler runs on the loop.
    package let seat: Seat?
    /// Where a long answer is made, also what is left of it once the handler is done; nil for a short one.
    package let place: SlowLane.Place?

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
    /// Written as it comes to where the route wants it, up to `limit` bytes: what came before a connection broke is not lost.
    case written(limit: Int, BodyPlace)

    func limit(unwanted: Int) -> Int {
        switch self {
        case .none: unwanted
        case .memory(let limit), .spooled(let limit), .written(let limit, _): limit
        }
    }
}

/// Where a route has the bodies of its requests written.
package struct BodyPlace: Sendable, Equatable {
    /// Finds it once the guard of the route has let a request through, before any of the body is read. Runs on the loop.
    let find: @Sendable (Caller, Parameters) throws -> any BodySink
    private let route: String

    package init(route: String, _ find: @escaping @Sendable (Caller, Parameters) throws -> any BodySink) {
        (self.route, self.find) = (route, find)
    }

    package static func == (one: BodyPlace, other: BodyPlace) -> Bool { one.route == other.route }
}
