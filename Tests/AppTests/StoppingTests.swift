import Foundation
import Glibc
import Testing
import Waiting

@Suite("Stopping")
struct StoppingTests {
    @Test(
        "SIGTERM and SIGINT end the server with 0 as soon as it listens, and free the port",
        arguments: [SIGTERM, SIGINT])
    func signals(_ number: Int32) async throws {
        let port = try await Downbeat.serving { server async throws in
            server.process.signal(number)
            #expect(try await server.process.end() == .code(0))
            #expect(server.process.transcript.text(0).isEmpty)
            return server.port
        }
        await #expect(throws: NeverHappened.self) { try await get(port, "/health") }
        try await Downbeat.serving(port: port) { again async throws in
            #expect(again.port == port)
            #expect(try await get(port, "/health").status == 200)
        }
    }

    @Test("a client receives a close frame, and one that does not answer is disconnected")
    func deafClient() async throws {
        try await Downbeat.serving { server async throws in
            let port = server.port
            let frame = try await blocking {
                let (wire, answer) = try openSocket(port, "/ws")
                guard answer.status == 101 else { throw NeverHappened("the switch to WebSocket") }
                server.process.signal(SIGTERM)
                defer { withExtendedLifetime(wire) {} }
                let head = try wire.read(4)
                guard server.process.transcript.waitForEnd(within: patience) == .code(0) else {
                    throw NeverHappened("an orderly end")
                }
                return head
            }
            // A close frame with code 1001 (RFC 6455, sections 5.5.1 and 7.4.1).
            #expect(frame[0] == 0x88)
            #expect(Array(frame[2...]) == [0x03, 0xE9])
        }
    }

    @Test("a second signal ends the server at once")
    func secondSignal() async throws {
        try await Downbeat.serving { server async throws in
            let port = server.port
            try await blocking {
                let (wire, _) = try openSocket(port, "/ws")
                defer { withExtendedLifetime(wire) {} }
                server.process.signal(SIGTERM)
                // The close frame shows that the first signal was handled; this client never answers it.
                _ = try wire.read(4)
                server.process.signal(SIGTERM)
                // An orderly end, which waits for this client, has code 0.
                guard server.process.transcript.waitForEnd(within: patience) == .code(1) else {
                    throw NeverHappened("an end at once")
                }
            }
        }
    }
}
