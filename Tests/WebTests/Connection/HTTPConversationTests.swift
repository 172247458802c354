import System
import Testing

@testable import Web

@Suite("An HTTP conversation") struct HTTPConversationTests {
    /// A conversation without a network: the test says what comes in, and sees what goes out.
    private func withConversation(
        _ build: (inout Site) -> Void = { _ in }, _ body: (HTTPConversation, FakeTransport) throws -> Void
    ) throws {
        try withBench { site in
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            site.routes.on(.get, "/slow") { _ in Response(.ok, "slow") }
            site.routes.on(.put, "/note", body: .memory(limit: 10)) { _ in Response(.noContent) }
            build(&site)
        } _: { bench in
            let transport = FakeTransport()
            let peer = try #require(PeerAddress(text: "192.0.2.1"))
            let connection = bench.connections.insert { Connection(transport, from: peer, id: $0, on: bench) }
            let http = HTTPConversation(connection)
            connection.begin(.http(http))
            try body(http, transport)
            connection.close()
        }
    }

    private func say(_ text: String, to http: HTTPConversation) {
        http.receive(Array(text.utf8).span)
        http.bench.settle()
    }

    private func answers(in text: String) -> [String] {
        text.split(separator: "HTTP/1.1 ").map { String($0.prefix(3)) }
    }

    private let now = "GET /now HTTP/1.1\r\nhost: x\r\n\r\n"
    private let slow = "GET /slow HTTP/1.1\r\nhost: x\r\n\r\n"

    @Test("the next request is answered when the kernel has all of the last answer, and not before")
    func order() throws {
        try withConversation { http, transport in
            transport.room = 5
            say(now + now, to: http)
            #expect(transport.written.count == 5 && !http.isReading)
            transport.room = .max
            http.connection.ready(EventLoop.Interest.writable.rawValue)
            http.bench.settle()
            #expect(answers(in: transport.text) == ["200", "200"] && http.isReading)
        }
    }

    @Test("bytes that arrive while a handler runs are kept")
    func early() throws {
        try withConversation { http, transport in
            say(slow + now, to: http)
            say(now, to: http)
            #expect(http.early.count == 2 * now.utf8.count && transport.written.isEmpty && !http.isReading)
        }
    }

    @Test("an unfinished body is charged with the memory that it takes, and given up past the quota")
    func bodyBytes() throws {
        let site: (inout Site) -> Void = { site in
            site.limits[.bodyBytes] = Quota(inAll: 1 << 20, perAddress: 100_000)
            site.routes.on(.put, "/long", body: .memory(limit: 1 << 20)) { _ in Response(.noContent) }
        }
        try withConversation(site) { http, transport in
            let quotas = http.bench.quotas
            say("PUT /long HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n", to: http)
            var most = 0
            for _ in 0..<12 {
                say("1000\r\n" + String(repeating: "a", count: 4096) + "\r\n", to: http)
                guard case .receiving(let exchange) = http.state else { continue }
                #expect(quotas.total(of: .bodyBytes) == exchange.body.held && exchange.body.held >= exchange.body.count)
                most = max(most, exchange.body.held)
            }
            #expect(most > 48 << 10 && transport.written.isEmpty)
            say("10000\r\n" + String(repeating: "a", count: 65_536) + "\r\n", to: http)
            #expect(answers(in: transport.text) == ["429"] && http.isFinished)
        }
    }

    @Test("after an error it answers once, finishes and reads nothing more")
    func refusal() throws {
        try withConversation { http, transport in
            say("GET /now HTTP/1.1\r\nhost: x\r\nbad field\r\n\r\n" + now, to: http)
            say(now, to: http)
            #expect(answers(in: transport.text) == ["400"] && http.isFinished && transport.isFinished)
        }
    }

    @Test("a half-closed connection is closed at once when idle, and otherwise after its answers")
    func halfClose() throws {
        try withConversation { http, _ in
            http.peerFinished()
            #expect(!http.connection.isOpen)
        }
        try withConversation { http, transport in
            transport.room = 5
            say(now + now, to: http)
            http.peerFinished()
            #expect(http.connection.isOpen && !transport.isFinished)
            transport.room = .max
            http.connection.ready(EventLoop.Interest.writable.rawValue)
            http.bench.settle()
            #expect(answers(in: transport.text) == ["200", "200"] && !http.connection.isOpen)
        }
    }

    @Test(
        "a timeout closes an idle connection, and is answered in the middle of a request",
        arguments: [
            ("", []), ("GET /n", ["408"]), ("PUT /note HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nab", ["408"]),
            ("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n", []),
        ] as [(String, [String])])
    func deadline(_ said: String, _ told: [String]) throws {
        try withConversation { http, transport in
            if !said.isEmpty { say(said, to: http) }
            http.expired()
            #expect(answers(in: transport.text) == told)
            #expect(told.isEmpty ? !http.connection.isOpen : http.isFinished)
        }
    }

    @Test("when the server stops, an idle connection finishes, and an answer under way says that it is the last")
    func stop() throws {
        try withConversation { http, transport in
            http.serverStops()
            #expect(transport.isFinished && transport.written.isEmpty)
        }
        try withConversation { http, transport in
            say("GET /now HTTP/1.1\r\nhost: x\r\n", to: http)
            http.serverStops()
            #expect(!transport.isFinished)
            say("\r\n", to: http)
            #expect(answers(in: transport.text) == ["200"] && transport.text.contains("connection: close"))
            #expect(transport.isFinished)
        }
    }

    @Test("a body is accepted up to its limit; the first byte beyond ends the conversation")
    func bodyLimit() throws {
        let head = "PUT /note HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
        try withConversation { http, transport in
            say(head + "a\r\n0123456789\r\n", to: http)
            #expect(http.isReceiving && transport.written.isEmpty)
            say("1\r\nx\r\n", to: http)
            #expect(answers(in: transport.text) == ["413"] && http.isFinished)
        }
    }

    @Test("a client that leaves cancels a safe method, and lets any other finish", arguments: [Method.get, .put])
    func leaving(_ method: Method) throws {
        try withConversation { http, _ in
            let path = method == .get ? "/slow" : "/note"
            say("\(method.name) \(path) HTTP/1.1\r\nhost: x\r\n\r\n", to: http)
            guard case .waiting(_, let errand, _) = http.state else {
                Issue.record("no handler works")
                return
            }
            http.connection.close()
            #expect(errand.isCancelled == (method == .get))
        }
    }
}
