package import Guardian
package import Library
package import Rooms
import Session
import System
package import Web

/// The routes for health, version and metrics, and the WebSocket of the rooms.
package enum SystemRoutes {
    package static func make(
        _ vitals: Vitals, _ library: Library, _ rooms: Rooms, _ access: AccessControl, _ guarded: Guarded?
    ) -> Routes {
        var routes = Routes()
        routes.immediate(.get, "/health") { _ in
            Response(.ok, library.isDiskFull ? "ok, but the disk is full: nothing new is kept\n" : "ok\n").uncached
        }
        routes.immediate(.get, "/ready") { _ in
            vitals.isReady ? Response(.ok, "ready\n").uncached : Response(.unavailable, "stopping\n").uncached
        }
        routes.immediate(.get, "/version") { _ in
            let name = "\"name\":\"downbeat\",\"version\":\"\(ProgramVersion.text)\",\"protocol\":\(ProgramVersion.protocolNumber)"
            return Response(.ok, "{\(name),\"uptime\":\(vitals.uptime)}\n", type: "application/json").uncached
        }
        routes.on(.get, "/metrics") { _ in
            Response(
                .ok,
                await vitals.exposition(rooms.figures) + library.exposition() + rooms.exposition() + (guarded?.exposition ?? ""),
                type: "text/plain; version=0.0.4; charset=utf-8"
            ).uncached
        }
        let openings = RoomSession.openings()
        routes.webSocket(
            "/ws",
            WebSocketRoute(maximumMessage: WelcomeMessage.longestMessage) { request in
                try RoomSession(rooms, access, openings, request)
            })
        return routes
    }
}

extension Response {
    /// The response with `no-store`, so that no browser or proxy keeps it: it is valid only now.
    var uncached: Response {
        var response = self
        response.set("cache-control", "no-store")
        return response
    }
}
