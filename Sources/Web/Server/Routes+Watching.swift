package import System

/// Board slots that requests leave free for threads and tracks: viewers can have many requests under way.
private let slotsOfOthers = 32

extension Routes {
    /// The same routes, each of which marks on the board that it runs. `refused` maps method and pattern to a time in clock
    /// microseconds: until then, and while `isRefused` is true, the route answers 503.
    package func watched(
        by board: WorkBoard, _ clock: any HouseClock, refused: [String: UInt64] = [:],
        isRefused: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Routes {
        var routes = Routes()
        for (method, pattern, handler) in router.all {
            let name = "\(method.name) \(pattern)"
            let crumb = WorkBoard.Crumb("request", name)
            let until = refused[name] ?? 0
            let check: @Sendable () throws -> Void = {
                guard until > 0, clock.now < until, isRefused(name) else { return }
                throw Problem(
                    .unavailable, "The server died twice while it answered this request, so it is refused for a while.",
                    type: "set-aside")
            }
            switch handler {
            case .immediate(let handler):
                routes.immediate(method, pattern) { request in
                    try check()
                    WorkBoard.mark(crumb)
                    defer { WorkBoard.mark(nil) }
                    return try handler(request)
                }
            case .detached(let policy, let admit, let effort, let handler):
                let guarded: Guard = { caller in
                    try check()
                    try admit?(caller)
                }
                routes.on(method, pattern, body: policy, guard: guarded, takes: effort) { request in
                    try await board.during(crumb, leaving: slotsOfOthers) { _ in try await handler(request) }
                }
            case .webSocket(let route): routes.webSocket(pattern, route)
            }
        }
        return routes
    }
}
