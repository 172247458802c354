import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("Stopping", .serialized, .overTLSToo) struct StopTests {
    private let clock = HandClock()

    @Test("under load every client is closed with 1001 and the server stops, without waiting for its time limit")
    func underLoad() async throws {
        try await withServer(loops: 2, clock: clock) { site in
            ListenerSession.build(&site)
            site.limits.stopping = .seconds(4)
        } _: { server in
            var clients: [TestClient] = []
            for _ in 0..<20 { clients.append(try await server.listen("a")) }
            for _ in 0..<50 {
                server.server.publish(
                    EncodedMessage(binary: [UInt8](repeating: 1, count: 200)), to: Topic("a"), as: .fresh(keep: 1))
            }
            let codes = clients.map { client in
                Task {
                    let last = try await client.readMessages { $0.opcode == .close }.last
                    try await client.send(.close, last!.payload)
                    let isHungUp = try await client.isHungUp()
                    await client.close()
                    return (last?.closeCode, isHungUp)
                }
            }
            await server.server.stop()
            for code in codes {
                let (code, isHungUp) = try await code.value
                #expect(code == 1001 && isHungUp)
            }
            #expect(!server.server.isReady)
        }
    }

    @Test("idle connections are closed at once, a running handler may finish, and no new connection is accepted")
    func requests() async throws {
        let gate = Gate()
        try await withServer(clock: clock) { site in
            site.limits.stopping = .seconds(4)
            site.routes.on(.get, "/gate") { _ in
                await gate.pass()
                return Response(.ok, "open")
            }
        } _: { server in
            let idle = try server.connect()
            _ = try await idle.session
            let busy = try server.connect()
            try await busy.send("GET /gate HTTP/1.1\r\nhost: x\r\n\r\n")
            try await eventually("the handler runs") { await gate.arrivals == 1 }
            try await eventually("both are in") { await server.server.metrics().connections == 2 }
            async let stopping: Void = server.server.stop()
            #expect(try await idle.isHungUp())
            await idle.close()
            #expect(throws: TestClient.Problem.self) { try server.connect() }
            await gate.open()
            let answer = try await busy.readAnswer()
            #expect(answer.text == "open" && answer["connection"] == "close")
            #expect(try await busy.isHungUp())
            await busy.close()
            await stopping
        }
    }

    @Test("a client that does not close is cut when the time is over")
    func stubborn() async throws {
        try await withServer(clock: clock) { site in
            EchoSession.build(&site)
            site.limits.stopping = .seconds(4)
        } _: { server in
            let client = try await server.open()
            async let stopping: Void = server.server.stop()
            #expect(try await client.readFrame().closeCode == 1001)
            // The other one prepares files.
            await clock.sleepers(2)
            clock.advance(by: .seconds(4))
            #expect(try await client.isHungUp())
            await stopping
        }
    }

    @Test("stopping twice, or before any connection, is fine")
    func twice() async throws {
        try await withServer { server in
            await server.server.stop()
            await server.server.stop()
        }
    }
}
