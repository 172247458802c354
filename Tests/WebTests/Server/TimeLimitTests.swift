import Glibc
import Synchronization
import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("Timeouts", .serialized, .overTLSToo) struct TimeLimitTests {
    private let clock = HandClock()

    @Test("a head that never ends is answered with 408 at the timeout, although bytes keep coming")
    func slowHead() async throws {
        try await withServer(clock: clock) {
            $0.limits.head = .seconds(10)
        } _: { server in
            let client = try server.connect()
            try await client.send("GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
            for _ in 0..<10 {
                try await client.send("a")
                try await server.settle()
                clock.advance(by: .seconds(1))
            }
            let answer = try await client.readAnswer()
            #expect(answer.status == 408 && answer["connection"] == "close")
        }
    }

    @Test("a body slower than the minimum rate is answered with 408, and one that is quick enough is not")
    func slowBody() async throws {
        try await withServer(clock: clock) { site in
            site.limits.bodyPause = .seconds(10)
            site.limits.bodyBytesPerSecond = 1_000
            site.routes.on(.post, "/up", body: .memory(limit: 100_000)) { _ in Response(.ok) }
        } _: { server in
            // 100 bytes a second earn a tenth of a second each: at 12 s, 11.2 s were earned.
            for (bytes, pieces, status) in [(1_100, 30, 200), (100, 12, 408)] {
                let client = try server.connect()
                try await client.send("POST /up HTTP/1.1\r\nhost: x\r\ncontent-length: \(bytes * 30)\r\n\r\n")
                for _ in 0..<pieces {
                    try await client.send([UInt8](repeating: 97, count: bytes))
                    try await server.settle()
                    clock.advance(by: .seconds(1))
                }
                #expect(try await client.readAnswer().status == status)
            }
        }
    }

    @Test("a body that stops is answered with 408, too")
    func stoppedBody() async throws {
        try await withServer(clock: clock) { site in
            site.limits.bodyPause = .seconds(10)
            site.routes.on(.post, "/up", body: .memory(limit: 10_000)) { _ in Response(.ok) }
        } _: { server in
            let client = try server.connect()
            try await client.send("POST /up HTTP/1.1\r\nhost: x\r\ncontent-length: 9000\r\n\r\nabc")
            try await server.settle()
            clock.advance(by: .seconds(10))
            #expect(try await client.readAnswer().status == 408)
            #expect(try await client.isHungUp())
        }
    }

    @Test("an idle connection is closed without an answer, before its first request and after its last")
    func idle() async throws {
        try await withServer(clock: clock) { site in
            site.limits.firstByte = .seconds(10)
            site.limits.idle = .seconds(60)
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            let (fresh, used) = (try server.connect(), try server.connect())
            _ = try await fresh.session
            #expect(try await used.get("/now").status == 200)
            try await server.settle()
            clock.advance(by: .seconds(10))
            #expect(try await fresh.isHungUp())
            #expect(try await used.get("/now").status == 200)
            clock.advance(by: .seconds(60))
            #expect(try await used.isHungUp())
        }
    }

    @Test("a client that reads nothing of its answer is cut")
    func unreadAnswer() async throws {
        try await withServer(clock: clock) { site in
            site.limits.answerPause = .seconds(30)
            site.routes.immediate(.get, "/much") { _ in
                Response(.ok, body: .bytes([UInt8](repeating: 1, count: 16 << 20)))
            }
        } _: { server in
            let client = try server.connect(receiveBuffer: 4096)
            try await client.send("GET /much HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the answer begins") { await server.server.metrics().requests == 1 }
            // What the kernel still takes counts as read.
            try await eventually("the connection is gone") {
                clock.advance(by: .seconds(30))
                return await server.server.metrics().connections == 0
            }
            await client.close()
        }
    }

    @Test("a handler may take longer than every timeout")
    func patientHandler() async throws {
        let gate = Gate()
        try await withServer(clock: clock) { site in
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, "open")
            }
        } _: { server in
            let client = try server.connect()
            try await client.send("GET /gate HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            clock.advance(by: .seconds(24 * 3600))
            try await server.settle()
            await gate.open()
            #expect(try await client.readAnswer().text == "open")
        }
    }

    @Test("a repeating timer that is always late leaves the loop time for other events")
    func overloadedCadence() async throws {
        try await withServer(clock: clock) { site in
            site.routes.immediate(.get, "/now") { _ in Response(.ok, "now") }
        } _: { server in
            let client = try server.connect()
            #expect(try await client.get("/now").status == 200)
            // Each run takes longer than its interval.
            let clock = clock
            server.server.every(.milliseconds(1)) { clock.advance(by: .milliseconds(3)) }
            clock.advance(by: .milliseconds(1))
            for _ in 0..<5 { #expect(try await client.get("/now").status == 200) }
        }
    }
}
