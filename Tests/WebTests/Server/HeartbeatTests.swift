import Testing
import Waiting
import Yardstick

@testable import Web

@Suite("WebSocket clients that fall silent", .serialized, .overTLSToo) struct HeartbeatTests {
    private let clock = HandClock()

    @Test("a silent client is pinged, and as long as it answers it stays")
    func heartbeat() async throws {
        try await withServer(clock: clock, EchoSession.build) { server in
            let client = try await server.open()
            for _ in 0..<10 {
                clock.advance(by: .seconds(25))
                let ping = try await client.readFrame()
                #expect(ping.opcode == .ping)
                try await client.send(.pong, ping.payload)
                try await server.settle()
            }
            try await client.send(.text, "still here")
            #expect(try await client.readMessage() == .text("still here"))
        }
    }

    @Test("a client that answered pings and then stops is dropped after the timeout, and leaves the count")
    func silence() async throws {
        try await withServer(clock: clock, EchoSession.build) { server in
            let client = try await server.open()
            clock.advance(by: .seconds(25))
            #expect(try await client.readFrame().opcode == .ping)
            try await client.send(.pong)
            try await server.settle()
            // At 90 s of silence it is still there.
            for _ in 0..<3 {
                clock.advance(by: .seconds(25))
                #expect(try await client.readFrame().opcode == .ping)
            }
            clock.advance(by: .seconds(25))
            #expect(try await client.isHungUp())
            try await eventually("it is gone") { await server.server.metrics().webSockets == 0 }
        }
    }

    @Test("a client that never answers may not support pings, and stays")
    func mute() async throws {
        try await withServer(clock: clock, EchoSession.build) { server in
            let client = try await server.open()
            for _ in 0..<10 {
                clock.advance(by: .seconds(25))
                #expect(try await client.readFrame().opcode == .ping)
            }
            try await client.send(.text, "still here")
            #expect(try await client.readMessage(answering: false) == .text("still here"))
        }
    }
}
