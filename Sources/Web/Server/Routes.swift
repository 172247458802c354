/// The routing table: method and path pattern to handler.
package struct Routes: Sendable {
    /// Refuses a request by throwing, before any of its body is read. Runs on the loop.
    package typealias Guard = @Sendable (Caller) throws -> Void

    package enum Handler: Sendable {
        /// Answers on the loop: must neither block nor take long.
        case immediate(@Sendable (Request) throws -> Response)
        /// Answers off the loop, with as much effort as it says; the guard runs first.
        case detached(BodyPolicy, Guard?, Effort, @concurrent @Sendable (Request) async throws -> Response)
        case webSocket(WebSocketRoute)
    }

    private(set) var router = Router<Handler>()

    /// Every route's method and pattern, in the order in which they were added.
    package var patterns: [(method: Method, pattern: String)] { router.patterns }

    package init() {}

    /// Adds a handler that runs on the loop and uses only what is in memory.
    package mutating func immediate(
        _ method: Method, _ pattern: String, _ handler: @escaping @Sendable (Request) throws -> Response
    ) {
        router.add(method, pattern, .immediate(handler))
    }

    /// Adds a handler that may wait or compute: it runs off the loop, and the loop sends its answer. One that is not short runs in the slow
    /// lane, where it may block.
    package mutating func on(
        _ method: Method, _ pattern: String, body: BodyPolicy = .none, guard admit: Guard? = nil, takes effort: Effort = .short,
        _ handler: @escaping @concurrent @Sendable (Request) async throws -> Response
    ) {
        router.add(method, pattern, .detached(body, admit, effort, handler))
    }

    package mutating func webSocket(_ pattern: String, _ route: WebSocketRoute) {
        router.add(.get, pattern, .webSocket(route))
    }
}
