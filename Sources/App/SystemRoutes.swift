import Foundation
import Web

/// The addresses that tell how the server is, and the echo that the page measures its round trip with.
enum SystemRoutes {
    static func make(_ vitals: Vitals, _ library: Library) -> Routes {
        var routes = Routes()
        routes.immediate(.get, "/health") { _ in Response(.ok, "ok\n").uncached }
        routes.immediate(.get, "/ready") { _ in
            vitals.isReady ? Response(.ok, "ready\n").uncached : Response(.unavailable, "stopping\n").uncached
        }
        routes.immediate(.get, "/version") { _ in
            let name = "\"name\":\"downbeat\",\"version\":\"\(Version.text)\",\"protocol\":\(Version.protocolNumber)"
            return Response(.ok, "{\(name),\"uptime\":\(vitals.uptime)}\n", type: "application/json").uncached
        }
        routes.on(.get, "/metrics") { _ in
            Response(
                .ok, await vitals.exposition() + library.exposition(), type: "text/plain; version=0.0.4; charset=utf-8"
            ).uncached
        }
        routes.webSocket("/ws", WebSocketRoute { _ in TimeSession() })
        return routes
    }
}

extension Response {
    /// Never kept by a browser or a proxy: it is true only now.
    var uncached: Response {
        var response = self
        response.set("cache-control", "no-store")
        return response
    }
}

/// Answers `time {t1}` with the moments it was read and written at, so that a page can measure its round trip.
private final class TimeSession: WebSocketSession {
    private struct Question: Decodable {
        let type: String
        let t1: Int64
    }

    func received(_ message: WebSocketMessage, on socket: WebSocket) {
        guard case .text(let bytes) = message else { return }
        guard let question = try? JSONDecoder().decode(Question.self, from: Data(bytes)), question.type == "time" else {
            // Whatever else it was, its sender learns that only this is spoken here.
            return socket.send(
                text: "{\"type\":\"error\",\"message\":\"only {\\\"type\\\":\\\"time\\\",\\\"t1\\\":N} is known here\"}")
        }
        let t2 = socket.receivedAt
        socket.send(text: "{\"type\":\"time\",\"t1\":\(question.t1),\"t2\":\(t2),\"t3\":\(MonotonicClock.now)}")
    }
}
