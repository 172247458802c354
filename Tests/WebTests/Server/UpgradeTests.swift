import Testing
import Waiting

@testable import Web

/// Echoes messages, and obeys the words "close" and "shout".
final class EchoSession: WebSocketSession {
    func received(_ message: WebSocketMessage, on socket: WebSocket) {
        switch message {
        case .text(let bytes) where bytes == Array("close".utf8): socket.close(.normal, reason: "you asked")
        case .text(let bytes): socket.send(text: bytes)
        case .binary(let bytes): socket.send(binary: bytes)
        }
    }

    static func build(_ site: inout Site) {
        site.routes.webSocket("/ws", WebSocketRoute { _ in EchoSession() })
        site.routes.webSocket("/spoken", WebSocketRoute(subprotocols: ["beats.2", "beats.1"]) { _ in EchoSession() })
        site.routes.webSocket("/refused", WebSocketRoute { _ in throw HTTPError.notFound })
        site.routes.webSocket("/small", WebSocketRoute(maximumMessage: 100) { _ in EchoSession() })
    }
}

@Suite("The opening handshake over the wire", .serialized) struct UpgradeTests {
    @Test("the example of RFC 6455 section 1.3 is answered as printed there")
    func example() async throws {
        try await withServer(EchoSession.build) { server in
            let answer = try await server.connect().upgrade()
            #expect(answer["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(answer["upgrade"] == "websocket" && answer["connection"] == "Upgrade")
            #expect(answer["sec-websocket-extensions"] == nil && answer["sec-websocket-protocol"] == nil)
            #expect(answer["content-length"] == nil)
        }
    }

    @Test(
        "an invalid handshake is answered with the reason, and the connection stays open",
        arguments: [
            ("sec-websocket-version: 13", "sec-websocket-version: 8", 426), ("sec-websocket-version: 13\r\n", "", 426),
            ("upgrade: websocket\r\n", "", 426), ("connection: Upgrade\r\n", "", 426), ("HTTP/1.1", "HTTP/1.0", 426),
            ("upgrade: websocket", "upgrade: h2c", 426), ("GET /ws", "HEAD /ws", 426), ("GET /ws", "POST /ws", 405),
            ("dGhlIHNhbXBsZSBub25jZQ==", "c2hvcnQ=", 400), ("sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "", 400),
            ("GET /ws", "GET /refused", 404),
        ])
    func refused(part: String, other: String, status: Int) async throws {
        try await withServer(EchoSession.build) { server in
            let client = try server.connect()
            let request = TestClient.handshake("/ws", ["connection: keep-alive"]).replacing(part, with: other)
            let answer = try await client.ask(request, toHead: other.hasPrefix("HEAD"))
            #expect(answer.status == status)
            if status == 426 {
                #expect(answer["sec-websocket-version"] == "13" && answer["upgrade"] == "websocket")
                #expect(answer["connection"]?.contains("upgrade") == true)
            }
            try await client.upgrade()
        }
    }

    @Test("pages of other sites are refused, our own and scripts are not")
    func origins() async throws {
        try await withServer { site in
            EchoSession.build(&site)
            site.origins = OriginPolicy(origins: ["https://friend.example"])
        } _: { server in
            for origin in ["http://evil.example", "null", "http://localhost.evil.example"] {
                let client = try server.connect()
                #expect(try await client.ask(TestClient.handshake("/ws", ["origin: \(origin)"])).status == 403)
            }
            let twice = ["origin: http://localhost", "origin: http://evil.example"]
            #expect(try await server.connect().ask(TestClient.handshake("/ws", twice)).status == 403)
            for origin in ["http://localhost", "https://friend.example"] {
                try await server.connect().upgrade("/ws", "origin: \(origin)")
            }
        }
    }

    @Test("behind a proxy the host that the browser asked for counts, if the proxy is trusted")
    func proxied() async throws {
        for isTrusted in [true, false] {
            try await withServer { site in
                EchoSession.build(&site)
                site.hosts = HostPolicy(names: ["beats.example"])
                if !isTrusted { site.trusts = { _ in false } }
            } _: { server in
                let fields = ["origin: https://beats.example", "x-forwarded-host: beats.example"]
                let answer = try await server.connect().ask(TestClient.handshake("/ws", fields))
                #expect(answer.status == (isTrusted ? 101 : 403))
            }
        }
    }

    @Test("a request with two origins is refused")
    func twoOrigins() async throws {
        try await withServer(EchoSession.build) { server in
            let fields = ["origin: http://localhost", "origin: http://evil.example"]
            for fields in [fields, fields.reversed()] {
                let client = try server.connect()
                #expect(try await client.ask(TestClient.handshake("/ws", fields)).status == 403)
            }
        }
    }

    @Test("DNS rebinding to a proxy's address is refused, whatever Host the proxy sends")
    func rebound() async throws {
        try await withServer { site in
            EchoSession.build(&site)
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            site.hosts = HostPolicy(names: ["beats.example"])
        } _: { server in
            let client = try server.connect()
            for (host, status) in [("beats.example:8443", 200), ("nas", 200), ("no host", 200), ("evil.example", 421)] {
                let answer = try await client.ask("GET /now HTTP/1.1\r\nhost: localhost\r\nx-forwarded-host: \(host)\r\n\r\n")
                #expect(answer.status == status, "\(host)")
            }
        }
    }

    @Test("the client's preferred subprotocol is chosen, and none if none is supported")
    func subprotocols() async throws {
        try await withServer(EchoSession.build) { server in
            let both = try await server.connect().upgrade("/spoken", "sec-websocket-protocol: beats.1, beats.2")
            #expect(both["sec-websocket-protocol"] == "beats.1")
            let unknown = try await server.connect().upgrade("/spoken", "sec-websocket-protocol: chat")
            #expect(unknown["sec-websocket-protocol"] == nil)
        }
    }

    @Test("frames that come in one packet with the handshake are answered")
    func early() async throws {
        try await withServer(EchoSession.build) { server in
            let client = try server.connect()
            let frames = WebSocketClient.frame(.text, "one") + WebSocketClient.frame(.text, "two")
            try await client.send(Array(TestClient.handshake("/ws").utf8) + frames)
            #expect(try await client.readAnswer().status == 101)
            #expect(try await client.readFrame() == .text("one"))
            #expect(try await client.readFrame() == .text("two"))
        }
    }

    @Test("frames after a request that had to wait are answered, too")
    func earlyBehindHandler() async throws {
        try await withServer { site in
            EchoSession.build(&site)
            site.routes.on(.get, "/later") { _ in Response(.ok, "later") }
        } _: { server in
            let client = try server.connect()
            let request = "GET /later HTTP/1.1\r\nhost: x\r\n\r\n" + TestClient.handshake("/ws")
            try await client.send(Array(request.utf8) + WebSocketClient.frame(.text, "one"))
            #expect(try await client.readAnswer().text == "later")
            #expect(try await client.readAnswer().status == 101)
            #expect(try await client.readFrame() == .text("one"))
        }
    }

    @Test("a client that half-closed before its upgrade is noticed and disconnected")
    func finishedBefore() async throws {
        let gate = Gate()
        try await withServer { site in
            EchoSession.build(&site)
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok)
            }
        } _: { server in
            let client = try server.connect()
            try await client.send("GET /gate HTTP/1.1\r\nhost: x\r\n\r\n" + TestClient.handshake("/ws"))
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            await client.finishSending()
            await gate.open()
            #expect(try await client.readAnswer().status == 200)
            #expect(try await client.readAnswer().status == 101)
            #expect(try await client.isHungUp())
        }
    }
}
