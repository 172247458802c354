import Testing
import Waiting

@testable import Web

@Suite("Turns of short requests") struct TurnstileTests {
    private func ask(_ path: String, from address: Int, _ method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.\(address)\r\ncontent-length: 0\r\n\r\n"
    }

    private func build(_ site: inout Site, _ gate: Gate) {
        site.turnstile = Turnstile(inAll: 3, perAddress: 2)
        site.routes.on(.get, "/list") { _ in
            await gate.pass()
            return Response(.ok, "list")
        }
        site.routes.on(.get, "/away", takes: .waiting) { _ in
            await gate.pass()
            return Response(.ok, "away")
        }
        site.routes.on(.get, "/soon") { _ in Response(.ok, "soon") }
        site.routes.on(.post, "/command") { _ in Response(.ok, "done") }
    }

    @Test("of an address only a few begin, those of others stand behind these alone, and commands behind none")
    func few() async throws {
        let gate = Gate()
        try await withServer {
            build(&$0, gate)
        } _: { server in
            let quotas = server.server.quotas
            let clients = try await server.send(Array(repeating: ask("/list", from: 1), count: 9), countedAs: .requests)
            try await eventually("some begin") { await gate.arrivals == 2 }
            #expect(try await server.connect().ask(ask("/command", from: 1, "POST")).text == "done")
            #expect(try await server.connect().ask(ask("/soon", from: 2)).text == "soon")
            let other = try server.connect()
            try await other.send(ask("/list", from: 2))
            try await eventually("another's begins") { await gate.arrivals == 3 }
            let third = try server.connect()
            try await third.send(ask("/list", from: 3))
            try await eventually("it waits") { quotas.total(of: .requests) == 11 }
            #expect(try await server.connect().ask(ask("/command", from: 3, "POST")).text == "done")
            #expect(await gate.arrivals == 3)
            await gate.open()
            for client in clients + [other, third] {
                #expect(try await client.readAnswer().text == "list")
                await client.close()
            }
            try await eventually("nothing is held") { quotas.total(of: .requests) == 0 }
        }
    }

    @Test("a request that waits for something else, and a wrong key that waits for its answer, hold up nobody")
    func waiting() async throws {
        let gate = Gate()
        try await withServer { site in
            build(&site, gate)
            site.routes.on(
                .get, "/locked",
                guard: { _ in
                    var problem = Problem(.unauthorized, "Wrong key.", type: "unauthorized")
                    problem.isGuess = true
                    throw problem
                }
            ) { _ in Response(.ok) }
        } _: { server in
            let quotas = server.server.quotas
            let paths = ["/away", "/away", "/away", "/locked", "/locked", "/locked"]
            let clients = try await server.send(paths.map { ask($0, from: 1) }, countedAs: .requests)
            try await eventually("they wait") { await gate.arrivals == 3 && quotas.total(of: .guesses) == 3 }
            #expect(try await server.connect().ask(ask("/soon", from: 1)).text == "soon")
            await gate.open()
            for client in clients { await client.close() }
        }
    }

    @Test("a list whose client has left before its turn is not made")
    func left() async throws {
        let gate = Gate()
        try await withServer {
            build(&$0, gate)
        } _: { server in
            let quotas = server.server.quotas
            let clients = try await server.send(Array(repeating: ask("/list", from: 1), count: 4), countedAs: .requests)
            try await eventually("two begin") { await gate.arrivals == 2 }
            for client in clients[2...] { await client.reset() }
            try await eventually("they have left") { quotas.total(of: .connections) == 2 }
            await gate.open()
            for client in clients[..<2] { #expect(try await client.readAnswer().text == "list") }
            try await eventually("nothing is held") { quotas.total(of: .requests) == 0 }
            #expect(await gate.arrivals == 2)
        }
    }
}
