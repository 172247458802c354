import Testing
import Waiting

@testable import Web

@Suite("Too many connections", .serialized) struct ConnectionLimitTests {
    @Test("past the limit a connection is answered with 503, and one that closes makes room")
    func total() async throws {
        try await withServer(loops: 2) { site in
            site.limits[.connections].inAll = 3
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            var clients: [TestClient] = []
            for _ in 0..<3 {
                let client = try server.connect()
                #expect(try await client.get("/now").status == 200)
                clients.append(client)
            }
            let refused = try server.connect()
            let answer = try await refused.readAnswer()
            #expect(answer.status == 503 && answer["connection"] == "close")
            #expect(try await refused.isHungUp())
            #expect(await server.server.metrics().refusedConnections == 1)
            await clients[1].close()
            try await eventually("one has left") { await server.server.metrics().connections == 2 }
            #expect(try await server.connect().get("/now").status == 200)
        }
    }

    @Test("the limit per address does not apply to this machine")
    func perAddress() async throws {
        try await withServer { site in
            site.limits.connectionsPerAddress = 1
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            let clients = try (0..<3).map { _ in try server.connect() }
            for client in clients { #expect(try await client.get("/now").status == 200) }
        }
    }
}
