import Waiting

@testable import Web

/// A frame as a client reads it.
struct ReceivedFrame: Sendable, Equatable {
    let opcode: Opcode
    let payload: [UInt8]
    var isCompressed = false

    static func text(_ text: String) -> ReceivedFrame { ReceivedFrame(opcode: .text, payload: Array(text.utf8)) }
    static func binary(_ bytes: [UInt8]) -> ReceivedFrame { ReceivedFrame(opcode: .binary, payload: bytes) }

    /// The code of a close frame; nil when it carries none.
    var closeCode: Int? {
        payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
}

extension TestClient {
    /// The request of RFC 6455 section 1.3, with optional extra field lines.
    static func handshake(_ path: String, _ fields: [String] = []) -> String {
        let all = [
            "GET \(path) HTTP/1.1", "host: localhost", "upgrade: websocket", "connection: Upgrade",
            "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        return (all + fields).map { $0 + "\r\n" }.joined() + "\r\n"
    }

    /// Turns the connection into a WebSocket.
    @discardableResult
    func upgrade(_ path: String = "/ws", _ fields: String...) throws -> Answer {
        let answer = try ask(Self.handshake(path, fields))
        guard answer.status == 101 else { throw Problem.noAnswer(answer.body) }
        return answer
    }

    func send(_ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0) throws {
        try send(WebSocketClient.frame(opcode, payload, isFinal: isFinal, reserved: reserved))
    }

    func send(_ opcode: Opcode, _ text: String, isFinal: Bool = true) throws {
        try send(opcode, Array(text.utf8), isFinal: isFinal)
    }

    /// The next frame, of any kind.
    func readFrame() throws -> ReceivedFrame {
        let start = try read(2)
        var length = Int(start[1] & 0x7F)
        if length > 125 {
            length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        return ReceivedFrame(
            opcode: Opcode(rawValue: start[0] & 0x0F)!, payload: try read(length), isCompressed: start[0] & 0x40 != 0)
    }

    /// The next frame that is no ping; pings are answered on the way if `answering`.
    func readMessage(answering: Bool = true) throws -> ReceivedFrame {
        // A server that keeps pinging never becomes silent.
        let patience = Patience("a frame that is no ping")
        while true {
            try patience.check()
            let frame = try readFrame()
            guard frame.opcode == .ping else { return frame }
            if answering { try send(.pong, frame.payload) }
        }
    }

    /// Reads frames up to the one that `isLast`, which is the last of those returned.
    func readMessages(answering: Bool = true, until isLast: @Sendable (ReceivedFrame) -> Bool) throws -> [ReceivedFrame] {
        var frames: [ReceivedFrame] = []
        repeat { frames.append(try readMessage(answering: answering)) } while !isLast(frames.last!)
        return frames
    }
}
