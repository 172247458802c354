import System
import Testing
import Waiting
import Yardstick

@testable import Web

/// Every test waits for events, and proves that another client is still answered.
@Suite("Quotas of one client", .serialized) struct QuotaTests {
    /// Waits as an endless analysis would, until its task is cancelled.
    private static func waitForEver(_ request: Request) async throws -> Response {
        try request.seat?.move(to: .waits)
        while true { try await Task.sleep(for: .seconds(600)) }
    }

    private static func build(_ site: inout Site) {
        site.limits[.waits] = Quota(inAll: 80, perAddress: 5)
        site.limits[.requests] = Quota(inAll: 2, perAddress: 2)
        site.routes.on(.get, "/wait") { try await waitForEver($0) }
        site.routes.on(.get, "/soon") { _ in Response(.ok, "soon") }
    }

    private func get(_ path: String, _ fields: String = "") -> String { "GET \(path) HTTP/1.1\r\nhost: x\r\n\(fields)\r\n" }

    private func waits(_ server: TestServer) -> Int { server.server.quotas.total(of: .waits) }

    /// How a client leaves.
    enum Leaving: Sendable, CaseIterable {
        case closes, resets, finishesSending, finishesBehindMore
    }

    @Test("waiting requests leave room for other addresses, and end when their client leaves", arguments: Leaving.allCases)
    func leaving(_ leaving: Leaving) async throws {
        try await withServer(Self.build) { server in
            var clients: [TestClient] = []
            for number in 1...20 {
                let client = try server.connect()
                try await client.send(get("/wait"))
                if leaving == .finishesBehindMore { try await client.send([UInt8](repeating: 0x47, count: 20_000)) }
                clients.append(client)
                try await eventually("it waits") { waits(server) == number }
            }
            let other = try server.connect()
            #expect(try await other.get("/soon").text == "soon")
            for client in clients {
                switch leaving {
                case .closes: await client.close()
                case .resets: await client.reset()
                case .finishesSending, .finishesBehindMore: await client.finishSending()
                }
            }
            try await eventually("nobody waits") { waits(server) == 0 }
            #expect(server.server.quotas.total(of: .requests) == 0)
            try await eventually("they are gone") { await server.server.metrics().connections == 1 }
        }
    }

    @Test("an address behind a trusted proxy has its own share, and a refusal is answered and counted")
    func perAddress() async throws {
        try await withServer(Self.build) { server in
            var clients: [TestClient] = []
            let mine = "x-forwarded-for: 192.0.2.1\r\n"
            for number in 1...5 {
                let client = try server.connect()
                try await client.send(get("/wait", mine))
                clients.append(client)
                try await eventually("it waits") { waits(server) == number }
            }
            let refused = try await server.connect().ask(get("/wait", mine))
            #expect(refused.status == 429 && refused["retry-after"] == "1")
            let text = await server.server.metrics().exposition
            #expect(text.contains("downbeat_refused_total{kind=\"waits\"} 1\n"))
            let another = try server.connect()
            try await another.send(get("/wait", "x-forwarded-for: 192.0.2.2\r\n"))
            try await eventually("another address waits, too") { waits(server) == 6 }
            #expect(try await server.connect().ask(get("/soon", mine)).text == "soon")
            for client in clients + [another] { await client.close() }
        }
    }

    @Test("a request with an unsafe method runs to its end although its client has left")
    func changes() async throws {
        let gate = Gate()
        let ends = Gate()
        try await withServer { site in
            site.routes.on(.post, "/change") { _ in
                await gate.pass()
                if !Task.isCancelled { await ends.open() }
                return Response(.ok)
            }
        } _: { server in
            let client = try server.connect()
            try await client.send("POST /change HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            await client.reset()
            try await eventually("the connection is gone") { await server.server.metrics().connections == 0 }
            await gate.open()
            await ends.pass()
        }
    }

    @Test("unfinished bodies are bounded in number and in bytes, and freed with their clients")
    func bodies() async throws {
        try await withServer { site in
            site.limits[.bodies] = Quota(inAll: 100, perAddress: 12)
            site.limits[.bodyBytes] = Quota(inAll: 16 << 20, perAddress: (4 << 20) + (64 << 10), newcomer: 1 << 20)
            site.routes.on(.post, "/profiles", body: .memory(limit: 1 << 20)) { _ in Response(.ok, "taken") }
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            func head(_ length: Int) -> String {
                "POST /profiles HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\ncontent-length: \(length)\r\n\r\n"
            }
            let quotas = server.server.quotas
            var clients: [TestClient] = []
            for number in 1...12 {
                let client = try server.connect()
                try await client.send(head(1 << 20))
                clients.append(client)
                try await eventually("it is counted") { quotas.total(of: .bodies) == number }
            }
            #expect(quotas.total(of: .bodyBytes) == 0, "what is only announced costs nothing")
            #expect(try await server.connect().ask(head(1 << 20)).status == 429)
            let piece = [UInt8](repeating: 0x20, count: (1 << 20) - 1)
            for (number, client) in clients.prefix(4).enumerated() {
                try await client.send(piece)
                // An array has a little more than it was asked for.
                let whole = (number + 1) * piece.count...(number + 1) * ((1 << 20) + (8 << 10))
                try await eventually("it is counted") { whole.contains(quotas.total(of: .bodyBytes)) }
            }
            for client in clients.dropFirst(4) {
                _ = await client.sendWhatIsTaken(piece)
                let answer = try await client.readAnswer()
                #expect(answer.status == 429 && answer["connection"] == "close")
            }
            #expect(quotas.total(of: .bodyBytes) <= (4 << 20) + (64 << 10))
            #expect(try await server.connect().get("/now").text == "now")
            try await clients[0].send([0x20])
            #expect(try await clients[0].readAnswer().text == "taken")
            for client in clients { await client.close() }
            try await eventually("nothing is held") { quotas.total(of: .bodies) == 0 && quotas.total(of: .bodyBytes) == 0 }
        }
    }

    @Test("event streams and sockets count against their own quotas for as long as they are open")
    func open() async throws {
        try await withServer { site in
            site.limits[.events] = Quota(inAll: 2, perAddress: 2)
            site.limits[.sockets] = Quota(inAll: 1, perAddress: 1)
            site.routes.on(.get, "/events") { _ in Response(.ok, body: .stream(BodyStream())) }
            site.routes.webSocket("/ws", WebSocketRoute { _ in Silence() })
        } _: { server in
            let quotas = server.server.quotas
            let listeners = try (0..<2).map { _ in try server.connect() }
            for listener in listeners { #expect(try await listener.ask(get("/events")).status == 200) }
            let refused = try await server.connect().ask(get("/events"))
            #expect(refused.status == 503 && quotas.total(of: .requests) == 0)
            await listeners[0].close()
            try await eventually("one has left") { quotas.total(of: .events) == 1 }
            let socket = try await server.open()
            #expect(quotas.total(of: .sockets) == 1)
            await #expect(throws: (any Error).self) { _ = try await server.open() }
            await socket.close()
            try await eventually("it has left") { quotas.total(of: .sockets) == 0 }
            await listeners[1].close()
        }
    }

    @Test("unfinished messages count as bytes in memory, and a client that would exceed the quota is closed")
    func messages() async throws {
        try await withServer { site in
            site.limits[.bodyBytes] = Quota(inAll: 40_000, perAddress: 40_000, newcomer: 0)
            site.routes.webSocket("/ws", WebSocketRoute { _ in Silence() })
        } _: { server in
            let quotas = server.server.quotas
            // 20,000 bytes are announced, masked with zeros.
            let beginning: [UInt8] = [0x82, 0xFE, 0x4E, 0x20, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 6_000)
            let first = try await server.open()
            try await first.send(beginning)
            try await eventually("it is counted") { (6_000..<12_100).contains(quotas.total(of: .bodyBytes)) }
            let second = try await server.open()
            let longer: [UInt8] = [0x82, 0xFE, 0xEA, 0x60, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 30_000)
            _ = await second.sendWhatIsTaken(longer)
            let goodbye = try await second.read(4)
            #expect(goodbye[0] == 0x88 && goodbye[2...] == [0x03, 0xF5])
            try await first.send([UInt8](repeating: 1, count: 14_000))
            try await eventually("nothing is held") { quotas.total(of: .bodyBytes) == 0 }
            for client in [first, second] { await client.close() }
        }
    }

    @Test("a wrong key is answered after a delay, and meanwhile others are answered")
    func wrongKey() async throws {
        let clock = HandClock()
        try await withServer(clock: clock) { site in
            site.limits.wrongKey = .seconds(1)
            site.reading = { caller in
                guard caller.head.fields["authorization"] == nil else {
                    var problem = Problem(.unauthorized, "This is no key.", type: "key-wrong")
                    problem.isGuess = true
                    throw problem
                }
            }
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            let guesser = try server.connect()
            try await guesser.send(get("/now", "authorization: Bearer x\r\n"))
            #expect(try await server.connect().get("/now").text == "now")
            // Besides the server, which prepares files.
            await clock.sleepers(2)
            clock.advance(by: .seconds(1))
            #expect(try await guesser.readAnswer().status == 401)
            #expect(clock.slept.contains(.seconds(1)))
        }
    }

    /// Serves a route whose key is the word "right".
    private static func buildLocked(_ site: inout Site) {
        site.limits.wrongKey = .seconds(1)
        site.limits[.guesses] = Quota(inAll: 80, perAddress: 3)
        site.reading = { caller in
            try caller.checkGuesses()
            guard caller.head.fields["authorization"] == "right" else {
                var problem = Problem(.unauthorized, "This is no key.", type: "key-wrong")
                problem.isGuess = true
                throw problem
            }
        }
        site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        site.routes.on(.post, "/change", body: .memory(limit: 100)) { _ in Response(.ok) }
    }

    @Test("a body that is too long does not shorten the delay of a wrong key's answer")
    func wrongKeyWithBody() async throws {
        let clock = HandClock()
        try await withServer(clock: clock, Self.buildLocked) { server in
            for framing in ["content-length: 100000000\r\n\r\n", "transfer-encoding: chunked\r\n\r\nfffff\r\n"] {
                let client = try server.connect()
                try await client.send("POST /change HTTP/1.1\r\nhost: x\r\nauthorization: wrong\r\n" + framing)
                _ = await client.sendWhatIsTaken([UInt8](repeating: 0x41, count: 100_000))
                await clock.sleepers(2)
                clock.advance(by: .seconds(1))
                let answer = try await client.readAnswer()
                #expect(answer.status == 401 && answer["connection"] == "close")
            }
        }
    }

    @Test("after too many wrong keys no key of the address is compared for a while, not even the right one, also after a hang-up")
    func manyWrongKeys() async throws {
        let clock = HandClock()
        try await withServer(clock: clock, Self.buildLocked) { server in
            let mine = "x-forwarded-for: 192.0.2.1\r\n"
            let quotas = server.server.quotas
            for number in 1...3 {
                let client = try server.connect()
                try await client.send(get("/now", mine + "authorization: wrong\r\n"))
                try await eventually("it is counted") { quotas.total(of: .guesses) == number }
                await client.reset()
            }
            let right = "authorization: right\r\n"
            let client = try server.connect()
            let refused = try await client.ask(get("/now", mine + right))
            #expect(refused.status == 429 && refused["retry-after"] == "1")
            #expect(try await client.ask(get("/now", "x-forwarded-for: 192.0.2.2\r\n" + right)).status == 200)
            clock.advance(by: .seconds(1))
            try await eventually("the pause is over") { quotas.total(of: .guesses) == 0 }
            #expect(try await client.ask(get("/now", mine + right)).status == 200)
        }
    }

    @Test("an address that opens and closes sockets all the time is refused more for a while, and others are not")
    func arrivals() async throws {
        let clock = HandClock()
        try await withServer(clock: clock) { site in
            site.limits.arrival = .seconds(5)
            site.limits[.arrivals] = Quota(inAll: .max, perAddress: 3)
            site.routes.webSocket("/ws", WebSocketRoute { _ in Silence() })
        } _: { server in
            func open(_ address: String) async throws -> Int {
                let client = try server.connect()
                let handshake = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
                let key = "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                let answer = try await client.ask(get("/ws", "x-forwarded-for: \(address)\r\n" + handshake + key))
                await client.reset()
                return answer.status
            }
            for _ in 0..<3 { #expect(try await open("192.0.2.1") == 101) }
            #expect(try await open("192.0.2.1") == 429)
            #expect(try await open("192.0.2.2") == 101)
            let quotas = server.server.quotas
            clock.advance(by: .seconds(5))
            try await eventually("the arrivals are forgotten") { quotas.total(of: .arrivals) == 0 }
            #expect(try await open("192.0.2.1") == 101)
        }
    }

    private final class Silence: WebSocketSession {
        func received(_ message: WebSocketMessage, on socket: WebSocket) {}
    }
}
