import Web

/// Request targets: paths stay below the root, segments join to the path, routes and queries agree with both.
enum TargetHarness {
    static let seeds = [
        "/", "/a/b?c=d&e=f", "/files/x%2Fy/z.flac", "/a/../b/./%2e%2E/c", "/%C3%A9t%C3%A9/?q=%zz+%20%", "//host/a",
        "/..",
        "/tracks/7/art", "/a%2F..%2Fb", "/tracks/%37?a&a=1&=&%61=2", "/music/files/", "/a/%00", "/files//.../.hidden",
        "/%F0%9F%8E%B5?%F0%9F%8E%B5=%FF", "*", "/a|[\"^`{}", "/music", "/e%CC%81/e\u{301}",
    ].map { Array($0.utf8) }

    /// More kinds of routes than one application uses.
    private static let router = {
        var router = Router<Int>()
        router.add(.get, "/", 0)
        router.add(.get, "/a/{id}", 1)
        router.add(.post, "/a/b", 2)
        router.add(.get, "/files/{path...}", 3)
        router.add(.get, "/tracks/{id}/art", 4)
        router.add(.put, "/{any}", 5)
        return router
    }()

    static func check(_ input: [UInt8]) throws(BrokenLaw) {
        let text = String(decoding: input, as: UTF8.self)
        guard let target = try? Target(text) else { return }
        try check(target)
        if let below = target.without(prefix: "/music") {
            try check(below)
            try demand(target.path.utf8.count - below.path.utf8.count <= 6, "more than the prefix was cut")
        }
        try checkRoutes(target)
    }

    /// The path must be absolute, free of NUL and dot segments, and equal its joined segments.
    static func check(_ target: Target) throws(BrokenLaw) {
        if target.isAsterisk { return }
        try demand(target.path.utf8.first == 0x2F && !target.path.utf8.contains(0), "a path is none")
        let parts = target.path.utf8.split(separator: 0x2F)
        let hasDots = parts.contains { $0.elementsEqual([0x2E]) || $0.elementsEqual([0x2E, 0x2E]) }
        try demand(!hasDots, "a dot segment is left")
        let joined = "/" + target.segments.joined(separator: "/")
        try demand(joined.utf8.elementsEqual(target.path.utf8), "segments do not make the path")
        let items = target.queryItems
        for (name, _) in items.prefix(4) {
            let first = items.first { $0.name == name }?.value ?? ""
            try demand(target.query(name)?.utf8.elementsEqual(first.utf8) == true, "the first item is not found")
        }
        try demand(!MediaType(path: target.path).name.isEmpty, "a file has no type")
    }

    private static func checkRoutes(_ target: Target) throws(BrokenLaw) {
        let segments = target.segments
        switch router.match(.head, target) {
        case .found(let route, let parameters):
            try demand(route != 2 && route != 5, "a route answers for another method")
            if route == 3 {
                let path = "/files/" + (parameters["path"] ?? "")
                try demand(path.utf8.elementsEqual(target.path.utf8), "the tail is not whole")
            } else if route > 0 {
                try demand(parameters["id"] == segments[1], "a parameter is not its segment")
            }
        case .wrongMethod(let allowed):
            try demand(allowed == [.put] || allowed == [.post], "methods come from nowhere")
        case .nothing:
            try demand(segments.first != "files" || segments.count == 1, "the tail is not found")
        }
        if case .found(5, let parameters) = router.match(.put, target) {
            try demand(segments.count == 1 && parameters["any"] == segments[0], "a segment is not its parameter")
        } else {
            try demand(segments.count != 1 || segments[0].isEmpty, "a lone segment is not found")
        }
    }
}
