import Foundation
import Waiting

/// Sends requests to a server's API as a script would: to a port, with one connection for each, or to a house that needs none.
struct APIClient: Sendable {
    private enum Way: Sendable {
        case port
        case house(House)
    }

    let port: UInt16
    private let way: Way
    /// Stands before paths that do not begin with a prefix of the server's.
    private let prefix: String
    /// The token of all requests; nil for none.
    var token: String?

    init(port: UInt16, token: String? = nil) {
        (self.port, way, prefix, self.token) = (port, .port, "/api/v1", token)
    }

    init(_ house: House, below prefix: String = "/api/v1", token: String? = nil) {
        (port, way, self.prefix, self.token) = (house.port, .house(house), prefix, token)
    }

    /// The same client without a token.
    var stranger: APIClient {
        var stranger = self
        stranger.token = nil
        return stranger
    }

    /// The request as it is sent.
    func text(_ method: String, _ path: String, _ fields: [String: String] = [:], body: [UInt8]? = nil) -> [UInt8] {
        let isWhole =
            ["/api", "/companion", "/v1/"].contains(where: path.hasPrefix) || path.contains("/api/") || path.hasSuffix(".yaml")
        var fields = fields
        let host = fields.removeValue(forKey: "Host") ?? "127.0.0.1:\(port)"
        var lines = ["\(method) \(isWhole ? path : prefix + path) HTTP/1.1", "Host: \(host)", "Connection: close"]
        if let token, fields["Authorization"] == nil { lines.append("Authorization: Bearer \(token)") }
        lines += fields.map { "\($0.key): \($0.value)" }
        if let body { lines.append("Content-Length: \(body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
    }

    /// Sends a request with header fields.
    func send(
        _ method: String, _ path: String, _ fields: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        let request = text(method, path, fields, body: body)
        if case .house(let house) = way { return try await house.answer(request) }
        let (head, port) = (Array(request.dropLast(body?.count ?? 0)), port)
        return try await blocking {
            let wire = try Wire(port: port)
            try wire.send(head)
            // A server that refuses the request may close before it has read the whole body.
            if let body { try? wire.send(body) }
            let (head, rest) = (try wire.readHead(), try wire.readToEnd())
            let isChunked = try Answer(head: head, body: []).fields["transfer-encoding"] == "chunked"
            return try Answer(head: head, body: isChunked ? Self.unchunked(rest) : rest)
        }
    }

    /// A whole body in chunks (RFC 9112, 7.1).
    private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
        var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while let end = rest.firstIndex(of: 13), let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) {
            guard size > 0 else { return body }
            rest = rest[(end + 2)...]
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        throw NeverHappened("the last chunk")
    }

    func get(_ path: String, _ fields: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, fields)
    }

    func send(_ method: String, _ path: String, json: String, _ fields: [String: String] = [:]) async throws -> Answer {
        try await send(
            method, path, fields.merging(["Content-Type": "application/json"]) { given, _ in given }, body: Array(json.utf8))
    }
}

extension Answer {
    /// The body as JSON: dictionaries, arrays, numbers and strings.
    var json: Any {
        get throws { try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
    }

    var object: [String: Any] {
        get throws {
            guard let object = try json as? [String: Any] else { throw NeverHappened("an object; there was \(text)") }
            return object
        }
    }

    /// The items of a page of a list.
    var items: [[String: Any]] {
        get throws {
            guard let items = try object["items"] as? [[String: Any]] else { throw NeverHappened("a page; there was \(text)") }
            return items
        }
    }

    /// The type of a problem; nil if the answer is not a valid problem document.
    var problem: String? {
        guard type == "application/problem+json", let object = try? object, object["status"] as? Int == status,
            (object["detail"] as? String)?.hasSuffix(".") == true, object["title"] is String
        else { return nil }
        return object["type"] as? String
    }
}
