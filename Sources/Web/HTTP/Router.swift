/// Finds the handler for a method and a path. What is spelled out beats what is left open, segment by segment.
package struct Router<Handler: Sendable>: Sendable {
    package enum Match {
        case found(Handler, Parameters)
        /// The path is known, but not with this method; the names are for the Allow field.
        case wrongMethod(allowed: [Method])
        case nothing
    }

    private struct Route {
        let names: [String]
        let handler: Handler
    }

    /// A place in the tree of segments; children are positions in `nodes`.
    private struct Node {
        var literals: [String: Int] = [:]
        var parameter: Int?
        var tail: Int?
        var routes: [Method: Route] = [:]
    }

    private var nodes = [Node()]

    package init() {}

    /// Adds a route; a pattern that is malformed or already taken for this method is our own mistake and traps.
    package mutating func add(_ method: Method, _ pattern: String, _ handler: Handler) {
        guard let route = RoutePattern(pattern) else { preconditionFailure("\(pattern) is not a route pattern") }
        var place = 0
        for part in route.parts { place = child(of: place, part) }
        precondition(nodes[place].routes[method] == nil, "\(method.name) \(pattern) is routed twice")
        nodes[place].routes[method] = Route(names: route.names, handler: handler)
    }

    /// The route for a request. GET routes answer HEAD too; whoever writes the response leaves the body out.
    package func match(_ method: Method, _ target: Target) -> Match {
        var search = Search(method: method, segments: target.segments)
        guard !search.segments.isEmpty else { return .nothing }
        if let route = find(0, 0, &search) {
            return .found(route.handler, Parameters(names: route.names, values: search.values))
        }
        if search.allowed.isEmpty { return .nothing }
        return .wrongMethod(allowed: search.allowed.sorted { $0.name < $1.name })
    }

    private struct Search {
        let method: Method
        let segments: [String]
        var values: [String] = []
        var allowed: Set<Method> = []
    }

    /// Every node is visited at most once, because the path says which way each level leads.
    private func find(_ place: Int, _ depth: Int, _ search: inout Search) -> Route? {
        let node = nodes[place]
        if depth == search.segments.count { return route(at: node, &search) }
        let segment = search.segments[depth]
        if let next = node.literals[segment], let route = find(next, depth + 1, &search) { return route }
        let known = search.values.count
        if let next = node.parameter, !segment.isEmpty {
            search.values.append(segment)
            if let route = find(next, depth + 1, &search) { return route }
            search.values.removeSubrange(known...)
        }
        if let next = node.tail {
            search.values.append(search.segments[depth...].joined(separator: "/"))
            if let route = route(at: nodes[next], &search) { return route }
            search.values.removeSubrange(known...)
        }
        return nil
    }

    private func route(at node: Node, _ search: inout Search) -> Route? {
        if let route = node.routes[search.method] { return route }
        if search.method == .head, let route = node.routes[.get] { return route }
        search.allowed.formUnion(node.routes.keys)
        if node.routes[.get] != nil { search.allowed.insert(.head) }
        return nil
    }

    private mutating func child(of place: Int, _ part: RoutePattern.Part) -> Int {
        let fresh = nodes.count
        let existing =
            switch part {
            case .literal(let text): nodes[place].literals[text]
            case .parameter: nodes[place].parameter
            case .tail: nodes[place].tail
            }
        if let existing { return existing }
        nodes.append(Node())
        switch part {
        case .literal(let text): nodes[place].literals[text] = fresh
        case .parameter: nodes[place].parameter = fresh
        case .tail: nodes[place].tail = fresh
        }
        return fresh
    }
}
