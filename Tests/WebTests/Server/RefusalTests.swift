import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("Requests that are refused", .serialized) struct RefusalTests {
    @Test(
        "an ambiguous request is answered with 400, and nothing after it is read",
        arguments: [
            "POST /now HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /now HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ncontent-length: 4\r\n\r\nabcd",
            "POST /now HTTP/1.1\r\nhost: x\r\ncontent-length: +4\r\n\r\nabcd",
            "POST /now HTTP/1.1\r\nhost: x\r\ncontent-length: 4, 4\r\n\r\nabcd",
            "POST /now HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
            "POST /now HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n",
            "POST /now HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n",
            "POST /now HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
            "GET /now HTTP/1.1\r\nhost : x\r\n\r\n",
            "GET /now HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n",
            "GET /now HTTP/1.1\r\nhost: x\r\nfolded: a\r\n b\r\n\r\n",
            "GET /now HTTP/1.1\nhost: x\n\n",
            "GET /now HTTP/1.1\r\nhost: x\nx: y\r\n\r\n",
            "GET  /now HTTP/1.1\r\nhost: x\r\n\r\n",
            "GET /now\u{1}  HTTP/1.1\r\nhost: x\r\n\r\n",
            "GET now HTTP/1.1\r\nhost: x\r\n\r\n",
            "GET /../now HTTP/1.1\r\nhost: x\r\n\r\n",
            "GET /now HTTP/1.1\r\nhost: x/y\r\n\r\n",
        ])
    func smuggled(request: String) async throws {
        try await withServer { site in
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
            site.routes.on(.post, "/now", body: .memory(limit: 100)) { _ in Response(.ok, "now") }
        } _: { server in
            let client = try server.connect()
            let answer = try await client.ask(request + "GET /now HTTP/1.1\r\nhost: x\r\n\r\n")
            #expect(answer.status == 400 && answer["connection"] == "close")
            #expect(try await client.isHungUp())
        }
    }

    @Test(
        "each limit has its status",
        arguments: [
            ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\n", 414),
            ("GET / HTTP/1.1\r\nx: \(String(repeating: "a", count: 20_000))\r\n", 431),
            ("GET / HTTP/1.1\r\n" + String(repeating: "x: y\r\n", count: 101) + "\r\n", 431),
            ("GET / HTTP/2.0\r\nhost: x\r\n\r\n", 505),
            ("PUT /now HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n", 417),
            ("\u{16}\u{3}\u{1}", 400),
        ])
    func limits(request: String, status: Int) async throws {
        try await withServer { _ in
        } _: { server in
            let client = try server.connect()
            #expect(try await client.ask(request).status == status)
            #expect(try await client.isHungUp())
        }
    }

    @Test("a refusal can be read although the client goes on sending")
    func lingering() async throws {
        try await withServer { site in
            site.routes.on(.post, "/up", body: .memory(limit: 1000)) { _ in Response(.ok) }
        } _: { server in
            let filler = [UInt8](repeating: 0x61, count: 1 << 20)
            let declared = try server.connect()
            try await declared.send("POST /up HTTP/1.1\r\nhost: x\r\ncontent-length: 4000000\r\n\r\n")
            for _ in 0..<3 { #expect(await declared.sendWhatIsTaken(filler)) }
            let answer = try await declared.readAnswer()
            #expect(answer.status == 413 && answer["connection"] == "close" && answer.text.contains("1000 bytes"))
            let chunked = try server.connect()
            try await chunked.send("POST /up HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n100000\r\n")
            for _ in 0..<3 { #expect(await chunked.sendWhatIsTaken(filler)) }
            #expect(try await chunked.readAnswer().status == 413)
            #expect(try await chunked.isHungUp())
        }
    }

    @Test("a client that keeps sending after a refusal is cut when the linger timeout ends")
    func lingeringEnds() async throws {
        let clock = HandClock()
        try await withServer(clock: clock) {
            $0.limits.linger = .seconds(2)
        } _: { server in
            let client = try server.connect()
            #expect(try await client.ask("GET / HTTP/2.0\r\n\r\n").status == 505)
            #expect(try await client.isHungUp())
            clock.advance(by: .seconds(2))
            try await eventually("the server lets go") { await server.server.metrics().connections == 0 }
            await client.close()
        }
    }

    @Test("a large body for a wrong path is answered with the path's error")
    func wrongAddress() async throws {
        try await withServer { site in
            site.limits.unwantedBody = 10
            site.routes.on(.post, "/up", body: .memory(limit: 1000)) { _ in Response(.ok) }
        } _: { server in
            let body = "host: x\r\ncontent-length: 5000\r\n\r\n"
            let nowhere = try await server.connect().ask("POST /nowhere HTTP/1.1\r\n" + body)
            #expect(nowhere.status == 404 && nowhere["connection"] == "close")
            let wrongMethod = try await server.connect().ask("PUT /up HTTP/1.1\r\n" + body)
            #expect(wrongMethod.status == 405 && wrongMethod["allow"]?.contains("POST") == true)
            let chunked = "POST /nowhere HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n"
            let client = try server.connect()
            #expect(try await client.ask(chunked).status == 404)
            #expect(try await client.isHungUp())
        }
    }
}
