/// Finds the handler for a method and a path. In each segment, a literal beats a parameter, for all methods.
package struct Router<Handler: Sendable>: Sendable {
    package enum Match {
        case found(Handler, Parameters)
        /// The path is known, but not with this method; `allowed` is for the Allow field.
        case wrongMethod(allowed: [Method])
        case nothing
    }

    private struct Route {
        let method: Method
        let pattern: String
        let names: [String]
        let handler: Handler
    }

    private var tree = RouteTree()
    private var routes: [Route] = []

    package init() {}

    /// Adds a route; a pattern that is malformed or already used for this method is our bug and traps.
    package mutating func add(_ method: Method, _ pattern: String, _ handler: Handler) {
        guard let route = RoutePattern(pattern) else { preconditionFailure("\(pattern) is not a route pattern") }
        let isNew = tree.add(method, route, route: routes.count)
        precondition(isNew, "\(method.name) \(pattern) is routed twice")
        routes.append(Route(method: method, pattern: pattern, names: route.names, handler: handler))
    }

    /// Every route, in the order in which they were added.
    var all: [(method: Method, pattern: String, handler: Handler)] { routes.map { ($0.method, $0.pattern, $0.handler) } }

    /// Every route's method and pattern, in the order in which they were added.
    package var patterns: [(method: Method, pattern: String)] { routes.map { ($0.method, $0.pattern) } }

    /// The route for a request. GET routes answer HEAD too; the conversation then omits the body.
    package func match(_ method: Method, _ target: Target) -> Match {
        switch tree.match(method, target) {
        case .found(let number, let values):
            .found(routes[number].handler, Parameters(names: routes[number].names, values: values))
        case .wrongMethod(let allowed): .wrongMethod(allowed: allowed)
        case .nothing: .nothing
        }
    }
}
