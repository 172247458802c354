import Foundation
import Waiting

/// A client of a room over a WebSocket, for use by one thread; every wait has a timeout.
///
/// Received messages are queued and can be taken in any order. Each message is checked by `RoomLaw` when it arrives.
final class RoomClient {
    /// What the server sent.
    enum Heard {
        case message(RoomMessage)
        case frames(FrameBlock)
        case closed(code: Int)
    }

    /// A command or hello that the server refused.
    struct Refused: Error, CustomStringConvertible {
        let code: String
        let description: String
    }

    private var wire: Wire
    private var waiting: [Heard] = []
    private var lastCommand = 0
    /// Checks the messages so far.
    private(set) var law = RoomLaw()

    /// Opens the socket. With streams in the query, the client has joined.
    init(
        _ port: UInt16, _ query: String = "", token: String? = nil, cookie: String? = nil, fields: [String: String] = [:],
        receiveBuffer: Int32? = nil
    ) throws {
        let (wire, answer) = try openSocket(
            port, "/ws" + (query.isEmpty ? "" : "?" + query), token: token, cookie: cookie, fields: fields,
            receiveBuffer: receiveBuffer)
        guard answer.status == 101 else { throw NeverHappened("a socket; the answer was \(answer.status)") }
        self.wire = wire
    }

    /// Opens a socket, sends hello and waits for the welcome.
    static func joined(_ port: UInt16, _ hello: [String: Any]) throws -> (client: RoomClient, welcome: RoomMessage) {
        let client = try RoomClient(port)
        return (client, try client.join(hello))
    }

    @discardableResult
    func join(_ hello: [String: Any]) throws -> RoomMessage {
        try send(["type": "hello", "protocol": 1].merging(hello) { $1 })
        let answer = try message("a welcome") { ["welcome", "error"].contains($0.type) }
        guard answer.type == "welcome" else {
            throw Refused(code: answer.text("code"), description: "hello \(hello): \(answer.fields)")
        }
        return answer
    }

    // Sending

    func send(_ message: [String: Any]) throws {
        try send(frame: 0x81, Array(try JSONSerialization.data(withJSONObject: message)))
    }

    /// Sends several messages with one call.
    func send(_ messages: [[String: Any]]) throws {
        try wire.send(messages.flatMap { Self.frame(0x81, Array(try JSONSerialization.data(withJSONObject: $0))) })
    }

    func send(text: [UInt8]) throws { try send(frame: 0x81, text) }

    func send(binary: [UInt8]) throws { try send(frame: 0x82, binary) }

    private func send(frame first: UInt8, _ payload: [UInt8]) throws { try wire.send(Self.frame(first, payload)) }

    /// A whole frame, masked with zeros (RFC 6455, section 5.2).
    private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length: [UInt8] =
            switch count {
            case ..<126: [0x80 | UInt8(count)]
            case ..<65_536: [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
            }
        return [first] + length + [0, 0, 0, 0] + payload
    }

    /// Sends a command, waits for its result and returns the room's revision.
    @discardableResult
    func command(_ name: String, _ fields: [String: Any] = [:]) throws -> Int {
        lastCommand += 1
        let id = lastCommand
        try send(["type": "command", "id": id, "do": name].merging(fields) { $1 })
        let answer = try message("an answer to \(name)") {
            ["result", "error"].contains($0.type) && ($0["id"] as? Int == id || $0.type == "error" && $0.isNull("id"))
        }
        guard answer.type == "result", let revision = answer["revision"] as? Int else {
            throw Refused(code: answer.text("code"), description: "\(name) \(fields): \(answer.fields)")
        }
        return revision
    }

    /// Sends a command and returns the error code; nil if the command succeeds.
    func refusal(_ name: String, _ fields: [String: Any] = [:]) throws -> String? {
        do {
            try command(name, fields)
            return nil
        } catch let refused as Refused {
            return refused.code
        }
    }

    /// Waits until the room has processed everything that was sent before.
    @discardableResult
    func settle() throws -> RoomMessage {
        try send(["type": "subscribe", "streams": [String: Any]()])
        return try next("granted")
    }

    // Receiving

    /// Takes the first message of a type; waits for it if none is queued.
    @discardableResult
    func next(_ type: String) throws -> RoomMessage {
        try message("a message of the type \(type)") { $0.type == type }
    }

    /// Takes the first message for which `isWanted` holds; waits for it if none is queued. Other messages stay in the queue.
    @discardableResult
    func message(_ what: String, where isWanted: (RoomMessage) -> Bool) throws -> RoomMessage {
        try take(what) { if case .message(let message) = $0, isWanted(message) { message } else { nil } }
    }

    /// Takes the first timeline after a generation that was already in force when it was sent, that is the timeline of a command.
    /// A track that follows by itself is announced before.
    func change(after generation: Int) throws -> RoomLine {
        let message = try message("a change after \(generation)") {
            $0.type == "timeline" && $0.int("generation") > generation && $0.int("from") <= $0.int("sent")
        }
        return RoomLine(message.fields)
    }

    /// Takes the next binary frames; waits for them if none are queued.
    @discardableResult
    func frames(where isWanted: (FrameBlock) -> Bool = { _ in true }) throws -> FrameBlock {
        try take("frames") { if case .frames(let block) = $0, isWanted(block) { block } else { nil } }
    }

    /// Waits for the close code of the server; other messages may come before.
    func closing() throws -> Int {
        try take("a goodbye") { if case .closed(let code) = $0 { code } else { nil } }
    }

    /// The types of the queued messages, in order.
    var untaken: [String] {
        waiting.map { heard in
            switch heard {
            case .message(let message): message.type
            case .frames: "frames"
            case .closed: "closed"
            }
        }
    }

    /// Takes all queued messages.
    func takeAll() -> [Heard] {
        defer { waiting = [] }
        return waiting
    }

    private func take<Value>(_ what: String, _ pick: (Heard) -> Value?) throws -> Value {
        for (index, heard) in waiting.enumerated() {
            guard let value = pick(heard) else { continue }
            waiting.remove(at: index)
            return value
        }
        let patience = Patience(what)
        while true {
            let heard: Heard
            do {
                heard = try hear(patience)
            } catch {
                throw NeverHappened("\(what): \(error); there were \(untaken.suffix(50))")
            }
            if let value = pick(heard) { return value }
            waiting.append(heard)
            if case .closed(let code) = heard { throw NeverHappened("\(what): closed with \(code); there were \(untaken)") }
        }
    }

    /// Reads the next message and answers pings before it. Pings do not extend the deadline.
    private func hear(_ patience: Patience) throws -> Heard {
        while true {
            try patience.check()
            let head = try wire.read(2)
            let bytes = head[1] == 126 ? try wire.read(2) : head[1] == 127 ? try wire.read(8) : [head[1]]
            let payload = try wire.read(bytes.reduce(0) { $0 << 8 | Int($1) })
            switch head[0] {
            case 0x81:
                let message = try RoomMessage(payload)
                law.note(message)
                return .message(message)
            // Sound is not checked here.
            case 0x82 where payload.first == 2: break
            case 0x82:
                let block = try FrameBlock(payload)
                law.note(block)
                return .frames(block)
            case 0x88: return .closed(code: payload.count < 2 ? 1005 : Int(payload[0]) << 8 | Int(payload[1]))
            case 0x89: try send(frame: 0x8A, payload)
            case 0x8A: break
            default: throw NeverHappened("a frame as a server may send it; it began with \(head)")
            }
        }
    }
}
