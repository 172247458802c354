import Glibc
import Synchronization
import Testing

@testable import Web

/// Deadlines are checked every quarter of a second, so each of these takes about that long.
@Suite("Timeouts", .serialized, .overTLSToo) struct TimeLimitTests {
    @Test("a head that never ends is answered with 408 at the timeout, although bytes keep coming")
    func slowHead() async throws {
        try await withServer {
            $0.limits.head = .milliseconds(150)
        } _: { server in
            let client = try server.connect()
            let answer = try await client.readAnswerWhileSending(
                "GET / HTTP/1.1\r\nhost: x\r\nx-slow: " + String(repeating: "a", count: 4000))
            #expect(answer.status == 408 && answer["connection"] == "close")
        }
    }

    @Test("a body slower than the minimum rate is answered with 408")
    func slowBody() async throws {
        try await withServer { site in
            site.limits.bodyPause = .milliseconds(150)
            site.limits.bodyBytesPerSecond = 100_000
            site.routes.on(.post, "/up", body: .memory(limit: 10_000)) { _ in Response(.ok) }
        } _: { server in
            let client = try server.connect()
            let head = "POST /up HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\n\r\n"
            let answer = try await client.readAnswerWhileSending(head + String(repeating: "a", count: 4000))
            #expect(answer.status == 408)
        }
    }

    @Test("a body that stops is answered with 408, too")
    func stoppedBody() async throws {
        try await withServer { site in
            site.limits.bodyPause = .milliseconds(100)
            site.routes.on(.post, "/up", body: .memory(limit: 10_000)) { _ in Response(.ok) }
        } _: { server in
            let client = try server.connect()
            #expect(
                try await client.ask("POST /up HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\n\r\nabc").status == 408)
            #expect(try await client.isHungUp())
        }
    }

    @Test("an idle connection is closed without an answer, before its first request and after its last")
    func idle() async throws {
        try await withServer {
            $0.limits.firstByte = .milliseconds(100)
        } _: { server in
            let fresh = try server.connect()
            #expect(try await fresh.isHungUp())
        }
        try await withServer { site in
            site.limits.idle = .milliseconds(100)
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            let used = try server.connect()
            #expect(try await used.get("/now").status == 200)
            #expect(try await used.isHungUp())
        }
    }

    @Test("a client that reads nothing of its answer is cut")
    func unreadAnswer() async throws {
        try await withServer { site in
            site.limits.answerPause = .milliseconds(100)
            site.routes.immediate(.get, "/much") { _ in
                Response(.ok, body: .bytes([UInt8](repeating: 1, count: 16 << 20)))
            }
        } _: { server in
            let client = try server.connect(receiveBuffer: 4096)
            try await client.send("GET /much HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the answer begins") { await server.server.metrics().requests == 1 }
            try await eventually("the connection is gone") { await server.server.metrics().connections == 0 }
            await client.close()
        }
    }

    @Test("a handler may take longer than every timeout")
    func patientHandler() async throws {
        let gate = Gate()
        try await withServer { site in
            site.limits.head = .milliseconds(1)
            site.limits.firstByte = .milliseconds(300)
            site.limits.idle = .milliseconds(1)
            site.limits.bodyPause = .milliseconds(1)
            site.limits.answerPause = .milliseconds(1)
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, "open")
            }
        } _: { server in
            let client = try server.connect()
            try await client.send("GET /gate HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            // The timeout of an idle connection proves that deadlines were checked in between.
            #expect(try await server.connect().isHungUp())
            await gate.open()
            #expect(try await client.readAnswer().text == "open")
        }
    }

    @Test("a repeating timer that takes longer than its interval leaves the loop time for other events")
    func overloadedCadence() async throws {
        try await withServer { site in
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            let client = try server.connect()
            #expect(try await client.get("/now").status == 200)
            let isOverloaded = Mutex(true)
            server.server.every(.milliseconds(1)) {
                if isOverloaded.withLock({ $0 }) { usleep(3000) }
            }
            for _ in 0..<5 { #expect(try await client.get("/now").status == 200) }
            isOverloaded.withLock { $0 = false }
        }
    }
}
