import Foundation

/// Asks a server's API as a script would, on one connection a request.
struct APIClient: Sendable {
    static let prefix = "/api/v1"

    let port: UInt16
    /// Shown with everything; nil shows none.
    var token: String?

    /// A request with fields as given. The path is one below the prefix unless it names it.
    func send(
        _ method: String, _ path: String, _ fields: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        let target = path.hasPrefix("/api") || path.hasSuffix(".yaml") ? path : Self.prefix + path
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
        if let token, fields["Authorization"] == nil { lines.append("Authorization: Bearer \(token)") }
        lines += fields.map { "\($0.key): \($0.value)" }
        if let body { lines.append("Content-Length: \(body.count)") }
        let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        let port = port
        return try await blocking {
            let wire = try Wire(port: port)
            try wire.send(head)
            if let body { try? wire.send(body) }  // A server that refuses hangs up before it has all.
            let answer = try wire.readHead()
            return try Answer(head: answer, body: wire.readToEnd())
        }
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
    /// The body as JSON: dictionaries, arrays, numbers, texts.
    var json: Any {
        get throws { try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
    }

    var object: [String: Any] {
        get throws {
            guard let object = try json as? [String: Any] else { throw NeverHappened("an object; there was \(text)") }
            return object
        }
    }

    /// The items of a page.
    var items: [[String: Any]] {
        get throws {
            guard let items = try object["items"] as? [[String: Any]] else { throw NeverHappened("a page; there was \(text)") }
            return items
        }
    }

    /// The kind of problem that it tells of; nil unless it is one as it should be.
    var problem: String? {
        guard type == "application/problem+json", let object = try? object, object["status"] as? Int == status,
            (object["detail"] as? String)?.hasSuffix(".") == true, object["title"] is String
        else { return nil }
        return object["type"] as? String
    }
}
