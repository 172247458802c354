import Foundation
import Waiting

/// The server's answer to one request.
struct Answer: Sendable {
    let status: Int
    /// The header fields; names are in lower case.
    let fields: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    /// The media type without its parameters.
    var type: String { String((fields["content-type"] ?? "").prefix { $0 != ";" }) }

    fileprivate init(_ head: Answer, body: [UInt8]) {
        (status, fields) = (head.status, head.fields)
        self.body = body
    }

    init(head: String, body: [UInt8]) throws {
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first?.split(separator: " "), first.count > 1, let status = Int(first[1]) else {
            throw NeverHappened("a status line; there was \(head)")
        }
        self.status = status
        self.body = body
        fields = Dictionary(
            lines.dropFirst().compactMap { line in
                line.firstIndex(of: ":").map { colon in
                    (
                        line[..<colon].lowercased(),
                        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                    )
                }
            }, uniquingKeysWith: { "\($0), \($1)" })
    }
}

extension Wire {
    /// Reads the next answer of a keep-alive connection.
    func answer() throws -> Answer {
        let head = try Answer(head: readHead(), body: [])
        return Answer(head, body: try read(head.fields["content-length"].flatMap { Int($0) } ?? 0))
    }
}

/// Sends a GET request on a new connection.
func get(_ port: UInt16, _ path: String, host: String? = nil) async throws -> Answer {
    try await blocking {
        let wire = try Wire(port: port)
        try wire.send("GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\r\n")
        let head = try wire.readHead()
        return try Answer(head: head, body: wire.readToEnd())
    }
}

/// Opens a WebSocket as a page of the same origin does, unless `origin` is another.
func openSocket(
    _ port: UInt16, _ path: String, origin: String? = nil, token: String? = nil, cookie: String? = nil,
    fields: [String: String] = [:], receiveBuffer: Int32? = nil
) throws -> (wire: Wire, answer: Answer) {
    let wire = try Wire(port: port, receiveBuffer: receiveBuffer)
    var lines = [
        "GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: \(origin ?? "http://127.0.0.1:\(port)")",
        "Connection: keep-alive, Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    if let token { lines.append("Authorization: Bearer \(token)") }
    if let cookie { lines.append("Cookie: \(cookie)") }
    lines += fields.map { "\($0.key): \($0.value)" }
    try wire.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return (wire, try Answer(head: wire.readHead(), body: []))
}

/// The server's answer to one short text message on a new WebSocket.
func ask(_ port: UInt16, _ path: String, _ question: String) async throws -> String {
    try await blocking {
        let (wire, answer) = try openSocket(port, path)
        guard answer.status == 101, answer.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" else {
            throw NeverHappened("the switch to WebSocket; the answer was \(answer.status) \(answer.fields)")
        }
        // One text frame, masked with zeros (RFC 6455, section 5.2). Question and answer are shorter than 126 bytes.
        try wire.send([0x81, 0x80 | UInt8(question.utf8.count), 0, 0, 0, 0] + Array(question.utf8))
        let head = try wire.read(2)
        guard head[0] == 0x81, head[1] < 126 else { throw NeverHappened("a short text frame; it began with \(head)") }
        return String(decoding: try wire.read(Int(head[1])), as: UTF8.self)
    }
}
