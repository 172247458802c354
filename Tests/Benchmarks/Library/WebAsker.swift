import Foundation

/// An HTTP client that sends one request after the other to a server on this machine, over one keep-alive connection.
final class WebAsker {
    typealias Failed = LoopbackSocket.Failed

    private let socket: LoopbackSocket

    init(port: UInt16) throws(Failed) {
        socket = try LoopbackSocket(port: port)
    }

    /// The body of an answer; throws unless the status is 2xx.
    func ask(_ target: String, _ method: String = "GET", body: String? = nil) throws(Failed) -> [UInt8] {
        let content = body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)" } ?? "\r\n"
        try socket.send(Array("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(content)".utf8))
        let head = try socket.takeHead()
        guard head.hasPrefix("HTTP/1.1 2") else { throw Failed(description: "\(target): \(head.prefix(60))") }
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
        guard let length else { throw Failed(description: "\(target): no length") }
        while socket.unread.count < length { try socket.receive() }
        defer { socket.unread.removeFirst(length) }
        return Array(socket.unread[..<length])
    }

    /// Opens the stream of the library's events, which `waitForEvent` then reads.
    func listen() throws(Failed) {
        try socket.send(Array("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        try waitForEvent("HTTP/1.1 200")
    }

    /// Reads until an event contains these words, and drops everything before.
    func waitForEvent(_ words: String) throws(Failed) {
        while true {
            let text = String(decoding: socket.unread, as: UTF8.self)
            if let found = text.range(of: words) {
                socket.unread = Array(text[found.upperBound...].utf8)
                return
            }
            try socket.receive()
        }
    }
}
