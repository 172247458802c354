package import System

/// Slots of the board that requests leave to threads and tracks: viewers can have many requests under way.
private let slotsOfOthers = 32

extension Routes {
    /// The same routes, each of which marks on the board that it is at work. Those that `refused` names by method and pattern
    /// are answered with 503 until the moment it says, in clock microseconds.
    package func watched(by board: WorkBoard, refused: [String: UInt64] = [:]) -> Routes {
        var routes = Routes()
        for (method, pattern, handler) in router.all {
            let name = "\(method.name) \(pattern)"
            let crumb = WorkBoard.Crumb("request", name)
            let until = refused[name] ?? 0
            let check: @Sendable () throws -> Void = {
                guard until > 0, MonotonicClock.now < until else { return }
                throw Problem(
                    .unavailable, "The server ended twice while it answered this; it is not tried for a while.",
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
            case .detached(let policy, let admit, let handler):
                let guarded: Guard = { head in
                    try check()
                    try admit?(head)
                }
                routes.on(method, pattern, body: policy, guard: guarded) { request in
                    try await board.during(crumb, leaving: slotsOfOthers) { _ in try await handler(request) }
                }
            case .webSocket(let route): routes.webSocket(pattern, route)
            }
        }
        return routes
    }
}
