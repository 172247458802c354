/// A tree of the path segments of all routes, and the search in it. Routes are identified by number.
///
/// Every request passes here, so the search reads the path's bytes in place, and the tree lies in four flat arrays.
struct RouteTree: Sendable {
    enum Match {
        case found(route: Int, values: [String])
        case wrongMethod(allowed: [Method])
        case nothing
    }

    /// Means no node, no edge or no ending.
    private static let none = -1

    private struct Node {
        var firstEdge = none
        var parameter = none
        var tail = none
        var firstEnding = none
    }

    /// An edge to a child by a literal segment, and the next edge from the same node.
    private struct Edge {
        let text: Range<Int>
        let node: Int
        let next: Int
    }

    /// A route that ends at a node, and the next route that ends there.
    private struct Ending {
        let method: Method
        let route: Int
        let next: Int
    }

    private var nodes = [Node()]
    private var edges: [Edge] = []
    private var endings: [Ending] = []
    /// The literals of all edges.
    private var text: [UInt8] = []

    /// Adds a route under its number; false when the method already has one for this pattern.
    mutating func add(_ method: Method, _ pattern: RoutePattern, route: Int) -> Bool {
        var node = 0
        for part in pattern.parts { node = child(of: node, part) }
        guard ending(at: node, method) == nil else { return false }
        endings.append(Ending(method: method, route: route, next: nodes[node].firstEnding))
        nodes[node].firstEnding = endings.count - 1
        return true
    }

    func match(_ method: Method, _ target: Target) -> Match {
        guard !target.isAsterisk else { return .nothing }
        let hasEscapes = target.escapedPath.utf8.count != target.path.utf8.count
        var search = Search(method: method, hasEscapes: hasEscapes)
        let path = target.escapedPath.utf8Span.span
        if let route = find(0, path, from: 1, &search) { return .found(route: route, values: search.values) }
        if search.allowed.isEmpty { return .nothing }
        return .wrongMethod(allowed: search.allowed.sorted { $0.name < $1.name })
    }

    private struct Search {
        let method: Method
        let hasEscapes: Bool
        var values: [String] = []
        var allowed: [Method] = []

        /// The path is split before decoding, so `%2F` stays inside its segment.
        mutating func keep(_ range: Range<Int>, of path: Span<UInt8>) {
            values.append(hasEscapes ? PathResolution.decode(path.extracting(range)) ?? "" : path.text(range))
        }
    }

    /// Visits every node at most once, because the tree has one path to each. `start` is the start of the next segment, or one
    /// past the end of the path when there is none.
    private func find(_ place: Int, _ path: Span<UInt8>, from start: Int, _ search: inout Search) -> Int? {
        guard start <= path.count else { return route(at: place, &search) }
        var end = start
        while end < path.count, path[end] != 0x2F { end += 1 }
        if let next = literal(from: place, path, start..<end), let route = find(next, path, from: end + 1, &search) {
            return route
        }
        // A path that a literal knows, if only by other methods, is no parameter's.
        guard search.allowed.isEmpty else { return nil }
        let known = search.values.count
        if nodes[place].parameter != Self.none, end > start {
            search.keep(start..<end, of: path)
            if let route = find(nodes[place].parameter, path, from: end + 1, &search) { return route }
            search.values.removeSubrange(known...)
        }
        if nodes[place].tail != Self.none, let route = route(at: nodes[place].tail, &search) {
            search.keep(start..<path.count, of: path)
            return route
        }
        return nil
    }

    @inline(__always)
    private func literal(from place: Int, _ path: Span<UInt8>, _ segment: Range<Int>) -> Int? {
        var edge = nodes[place].firstEdge
        while edge != Self.none {
            if spells(edges[edge].text, path, segment) { return edges[edge].node }
            edge = edges[edge].next
        }
        return nil
    }

    /// Whether a decoded segment equals the literal. Every escape is complete, because `Target` has validated them.
    @inline(__always)
    private func spells(_ literal: Range<Int>, _ path: Span<UInt8>, _ segment: Range<Int>) -> Bool {
        guard literal.count <= segment.count else { return false }
        var index = segment.lowerBound
        for position in literal {
            guard index < segment.upperBound else { return false }
            var byte = path[index]
            if byte == 0x25 {
                byte = (hexadecimalValue(path[index + 1]) ?? 0) << 4 | (hexadecimalValue(path[index + 2]) ?? 0)
                index += 2
            }
            guard byte == text[position] else { return false }
            index += 1
        }
        return index == segment.upperBound
    }

    private func route(at place: Int, _ search: inout Search) -> Int? {
        guard nodes[place].firstEnding != Self.none else { return nil }
        if let route = ending(at: place, search.method) { return route }
        let get = ending(at: place, .get)
        if search.method == .head, let get { return get }
        if get != nil, !search.allowed.contains(.head) { search.allowed.append(.head) }
        var index = nodes[place].firstEnding
        while index != Self.none {
            let method = endings[index].method
            if !search.allowed.contains(method) { search.allowed.append(method) }
            index = endings[index].next
        }
        return nil
    }

    private func ending(at place: Int, _ method: Method) -> Int? {
        var index = nodes[place].firstEnding
        while index != Self.none {
            if endings[index].method == method { return endings[index].route }
            index = endings[index].next
        }
        return nil
    }

    private mutating func child(of place: Int, _ part: RoutePattern.Part) -> Int {
        switch part {
        case .literal(let name):
            let bytes = Array(name.utf8)
            if let known = literal(from: place, bytes.span, bytes.indices) { return known }
            let start = text.count
            text += bytes
            edges.append(Edge(text: start..<text.count, node: nodes.count, next: nodes[place].firstEdge))
            nodes[place].firstEdge = edges.count - 1
        case .parameter:
            if nodes[place].parameter != Self.none { return nodes[place].parameter }
            nodes[place].parameter = nodes.count
        case .tail:
            if nodes[place].tail != Self.none { return nodes[place].tail }
            nodes[place].tail = nodes.count
        }
        nodes.append(Node())
        return nodes.count - 1
    }
}
