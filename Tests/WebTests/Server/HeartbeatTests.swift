import Testing

@testable import Web

@Suite("WebSocket clients that fall silent", .serialized, .overTLSToo) struct HeartbeatTests {
    @Test("a silent client is pinged, and as long as it answers it stays")
    func heartbeat() async throws {
        try await withServer { site in
            EchoSession.build(&site)
            site.limits.heartbeat = .milliseconds(50)
            site.limits.silence = .seconds(30)
        } _: { server in
            let client = try await server.open()
            for _ in 0..<4 {
                let ping = try await client.readFrame()
                #expect(ping.opcode == .ping)
                try await client.send(.pong, ping.payload)
            }
            try await client.send(.text, "still here")
            #expect(try await client.readMessage() == .text("still here"))
        }
    }

    @Test("a client that answered pings and then stops is dropped after the timeout, and leaves the count")
    func silence() async throws {
        try await withServer { site in
            EchoSession.build(&site)
            site.limits.heartbeat = .milliseconds(50)
            site.limits.silence = .milliseconds(300)
        } _: { server in
            let client = try await server.open()
            #expect(try await client.readFrame().opcode == .ping)
            try await client.send(.pong)
            // Everything else that comes is a ping, and stays unanswered.
            #expect(try await client.readToEnd().allSatisfy { $0 == 0x89 || $0 == 0 })
            try await eventually("it is gone") { await server.server.metrics().webSockets == 0 }
        }
    }

    @Test("a client that never answers may not support pings, and stays")
    func mute() async throws {
        try await withServer { site in
            EchoSession.build(&site)
            site.limits.heartbeat = .milliseconds(50)
            site.limits.silence = .milliseconds(100)
        } _: { server in
            let client = try await server.open()
            for _ in 0..<3 { #expect(try await client.readFrame().opcode == .ping) }
            try await client.send(.text, "still here")
            #expect(try await client.readMessage(answering: false) == .text("still here"))
        }
    }
}
