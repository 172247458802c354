import Foundation

/// Sends requests to a server's API as a script would, with one connection for each request.
struct APIClient: Sendable {
    static let prefix = "/api/v1"

    let port: UInt16
    /// The token of all requests; nil for none.
    var token: String?

    /// Sends a request with header fields. The API's prefix is added to the path if it is missing.
    func send(
        _ method: String, _ path: String, _ fields: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        let target =
            ["/api", "/companion", "/v1/"].contains(where: path.hasPrefix) || path.hasSuffix(".yaml") ? path : Self.prefix + path
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
        if let token, fields["Authorization"] == nil { lines.append("Authorization: Bearer \(token)") }
        lines += fields.map { "\($0.key): \($0.value)" }
        if let body { lines.append("Content-Length: \(body.count)") }
        let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        let port = port
        return try await blocking {
            let wire = try Wire(port: port)
            try wire.send(head)
            if let body { try? wire.send(body) }  // A server that refuses the request may close before it has read the whole body.
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
