import Testing
import Yardstick

@testable import Web

@Suite("WebSocket messages over the wire", .serialized, .overTLSToo) struct MessageTests {
    @Test("messages of every length are echoed unchanged")
    func echo() async throws {
        try await withServer(EchoSession.build) { server in
            let client = try await server.open()
            for length in [0, 1, 125, 126, 65_535, 65_536, 1 << 20] {
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: length), count: length)
                try await client.send(.binary, bytes)
                let frame = try await Self.answer(client)
                #expect(frame.opcode == .binary && isSame(frame.payload[...], bytes[...]))
            }
            try await client.send(.text, "Grüße 🎵")
            #expect(try await Self.answer(client) == .text("Grüße 🎵"))
        }
    }

    /// The next frame, skipping pings, which come when the machine was busy for long.
    private static func answer(_ client: TestClient) async throws -> ReceivedFrame {
        while true {
            let frame = try await client.readFrame()
            if frame.opcode != .ping { return frame }
        }
    }

    @Test("fragments make one message, and a ping between them is answered first")
    func fragments() async throws {
        try await withServer(EchoSession.build) { server in
            let client = try await server.open()
            try await client.send(.text, "do", isFinal: false)
            try await client.send(.ping, "still there?")
            try await client.send(.continuation, "wn", isFinal: false)
            try await client.send(.continuation, "beat")
            let pong = ReceivedFrame(opcode: .pong, payload: Array("still there?".utf8))
            #expect(try await client.readFrame() == pong)
            #expect(try await client.readFrame() == .text("downbeat"))
        }
    }

    @Test(
        "a protocol error is answered with its close code, and the connection ends, although more was sent",
        arguments: [
            (WebSocketClient.frame(.binary, [UInt8](repeating: 1, count: 101)), 1009),
            (WebSocketClient.frame(.text, [0xC3, 0x28]), 1007),
            ([0x81, 0x02, 0x68, 0x69], 1002),
            (WebSocketClient.frame(.binary, [1], reserved: 2), 1002),
            (WebSocketClient.frame(.continuation, [1]), 1002),
            (WebSocketClient.frame(.close, [0x03]), 1002),
            (WebSocketClient.frame(.close, [0x03, 0xED]), 1002),
        ] as [([UInt8], Int)])
    func brokenRule(bytes: [UInt8], code: Int) async throws {
        try await withServer(EchoSession.build) { server in
            let client = try await server.open("/small")
            try await client.send(.text, "fine")
            try await client.send(bytes + WebSocketClient.frame(.text, String(repeating: "too late ", count: 10)))
            #expect(try await client.readFrame() == .text("fine"))
            let close = try await client.readFrame()
            #expect(close.opcode == .close && close.closeCode == code)
            #expect(try await client.isHungUp())
        }
    }

    @Test("a close frame is answered with the same code, and the connection ends")
    func goodbye() async throws {
        try await withServer(EchoSession.build) { server in
            for payload in [[0x03, 0xE8], [0x0F, 0xA0, 0x62, 0x79, 0x65], []] as [[UInt8]] {
                let client = try await server.open()
                try await client.send(.close, payload)
                let answer = try await client.readFrame()
                #expect(answer.opcode == .close && answer.payload.elementsEqual(payload.prefix(2)))
                #expect(try await client.isHungUp())
            }
        }
    }

    @Test("after its own close frame the server waits for the client's, but not for ever")
    func serverGoodbye() async throws {
        let clock = HandClock()
        try await withServer(clock: clock, EchoSession.build) { server in
            for answers in [true, false] {
                let client = try await server.open()
                try await client.send(.text, "close")
                let close = try await client.readFrame()
                #expect(close.closeCode == 1000 && close.payload.dropFirst(2).elementsEqual("you asked".utf8))
                if answers { try await client.send(.close, close.payload) } else { clock.advance(by: .seconds(2)) }
                #expect(try await client.isHungUp())
            }
        }
    }

    @Test("with permessage-deflate, compressed messages are read and answered compressed")
    func compression() async throws {
        try await withServer(EchoSession.build) { server in
            let client = try server.connect()
            let answer = try await client.upgrade(
                "/ws", "sec-websocket-extensions: permessage-deflate; client_max_window_bits")
            #expect(answer["sec-websocket-extensions"] == PerMessageDeflateTests.plain)
            let text = Array(String(repeating: "downbeat ", count: 100).utf8)
            for _ in 0..<2 {
                try await client.send(.text, Deflater().deflate(text.span), reserved: 4)
                let echo = try await client.readFrame()
                #expect(echo.isCompressed && echo.payload.count < 100)
                #expect(try Inflater().inflate(echo.payload.span, limit: 1000) == text)
            }
            try await client.send(.text, "short")
            #expect(try await client.readFrame() == .text("short"))
        }
    }

    @Test("a message that inflates past the limit is closed with 1009")
    func bomb() async throws {
        try await withServer(EchoSession.build) { server in
            let client = try server.connect()
            try await client.upgrade("/small", "sec-websocket-extensions: permessage-deflate")
            try await client.send(.binary, Deflater().deflate([UInt8](repeating: 0, count: 100_000).span), reserved: 4)
            #expect(try await client.readFrame().closeCode == 1009)
        }
    }

    @Test("a client that sends without reading meets backpressure, and gets every answer in the end", arguments: [1000, 60_000])
    func backpressure(size: Int) async throws {
        try await withServer(EchoSession.build) { server in
            let client = try await server.open()
            let message = [UInt8](repeating: 7, count: size)
            let frame = WebSocketClient.frame(.binary, message)
            let times = 60_000_000 / size
            let sent = try await client.sendUntilHeldBack(frame, times: times)
            #expect(sent < times * frame.count)
            // On a slow machine it is silent long enough to be pinged.
            for _ in 0..<sent / frame.count {
                let echo = try await client.readMessage()
                let isWhole = isSame(echo.payload[...], message[...])
                #expect(isWhole)
            }
        }
    }
}
