/// A blocking client of a room that sends a message and waits for the answer, for use by one thread.
final class RoomSocket {
    typealias Failed = LoopbackSocket.Failed

    private let socket: LoopbackSocket

    init(port: UInt16, hello: String) throws(Failed) {
        socket = try LoopbackSocket(port: port)
        try socket.send(
            Array(
                """
                GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n
                """.utf8))
        let head = try socket.takeHead()
        guard head.hasPrefix("HTTP/1.1 101") else { throw Failed(description: "the handshake: \(head.prefix(60))") }
        try say(hello)
    }

    /// Sends a text, masked with zeros (RFC 6455, section 5.2).
    func say(_ text: String) throws(Failed) {
        let bytes = Array(text.utf8)
        let length = bytes.count < 126 ? [0x80 | UInt8(bytes.count)] : [0xFE, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        try socket.send([0x81] + length + [0, 0, 0, 0] + bytes)
    }

    /// Drops messages until a text message begins with `beginning`.
    func wait(for beginning: String) throws(Failed) {
        let beginning = Array(beginning.utf8)
        while true {
            let (opcode, payload) = try message()
            if opcode == 1, payload.starts(with: beginning) { return }
        }
    }

    private func message() throws(Failed) -> (opcode: UInt8, payload: ArraySlice<UInt8>) {
        try fill(2)
        let digits = socket.unread[1] == 126 ? 2 : socket.unread[1] == 127 ? 8 : 0
        try fill(2 + digits)
        let length = digits == 0 ? Int(socket.unread[1]) : socket.unread[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
        try fill(2 + digits + length)
        defer { socket.unread.removeFirst(2 + digits + length) }
        return (socket.unread[0] & 15, socket.unread[(2 + digits)..<(2 + digits + length)])
    }

    private func fill(_ count: Int) throws(Failed) {
        while socket.unread.count < count { try socket.receive() }
    }
}
