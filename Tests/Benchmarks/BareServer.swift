import Web

/// A server with one WebSocket endpoint at every address a load generator might use, and nothing else.
enum BareServer {
    static func make(_ options: BenchmarkOptions, loops: Int, limits: Limits = Limits(), _ route: WebSocketRoute) throws
        -> Server
    {
        var routes = Routes()
        routes.webSocket("/", route)
        routes.webSocket("/{path...}", route)
        var site = Site(
            routes: routes, files: nil, hosts: HostPolicy(names: ["*"]), origins: OriginPolicy(),
            log: Log(level: .warning))
        site.limits = limits
        let port = UInt16(clamping: options.number("port", default: 0))
        let listeners = try Listener.open(options.number("loops", default: loops), on: "::", port: port)
        print("listening on port \(listeners[0].port)")
        return try Server(site, listeners: listeners)
    }
}
