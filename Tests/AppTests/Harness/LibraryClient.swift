import Foundation
import Waiting

/// A client of the HTTP API of a server with a library.
struct LibraryClient: Sendable {
    let port: UInt16

    struct Refused: Error, CustomStringConvertible {
        let status: Int
        let description: String
    }

    /// Sends one request on a new connection. Throws if the status is not 2xx or the connection breaks.
    func ask(_ method: String, _ path: String, _ body: [UInt8] = [], type: String = "application/json") throws -> Any {
        let wire = try Wire(port: port)
        var head = "\(method) /api/v1\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        if !body.isEmpty { head += "Content-Type: \(type)\r\n" }
        if method != "GET" { head += "Content-Length: \(body.count)\r\n" }
        try wire.send(Array((head + "\r\n").utf8) + body)
        let answer = try Answer(head: wire.readHead(), body: wire.readToEnd())
        guard (200..<300).contains(answer.status) else {
            throw Refused(status: answer.status, description: "\(method) \(path): \(answer.status) \(answer.text)")
        }
        if let length = answer.fields["content-length"], Int(length) != answer.body.count {
            throw NeverHappened("the rest of an answer to \(path)")
        }
        return answer.type.hasSuffix("json") ? try JSONSerialization.jsonObject(with: Data(answer.body)) : answer.body
    }

    func ask(_ method: String, _ path: String, json: String) throws -> Any { try ask(method, path, Array(json.utf8)) }

    /// The items of a list, or of one page of it.
    func list(_ path: String) throws -> [[String: Any]] {
        let answer = try ask("GET", path)
        return answer as? [[String: Any]] ?? (answer as? [String: Any])?["items"] as? [[String: Any]] ?? []
    }

    func object(_ path: String) throws -> [String: Any] { try ask("GET", path) as? [String: Any] ?? [:] }

    /// The tracks on the longest page.
    func tracks(_ query: String = "") throws -> [[String: Any]] { try list("/tracks?limit=500\(query)") }

    /// Waits until no scan is running, no analysis is pending or running, and `isSo` holds.
    func rest(_ what: String = "rest", where isSo: () throws -> Bool = { true }) throws {
        let patience = Patience(what)
        while true {
            // In this order: before `isSo`, the scan may not have begun, and a scan that ends asks for analyses.
            let isScanned = try isSo() && object("/library")["scanning"] as? Bool == false && isSo()
            let status = try object("/analysis")
            if isScanned, status["pending"] as? Int == 0, status["running"] as? Int == 0 { return }
            try patience.check("\(status)")
            patience.pause()
        }
    }

    /// Opens the event stream; it contains all events after this call has returned.
    func events() throws -> Wire {
        let wire = try Wire(port: port)
        try wire.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        _ = try wire.readHead()
        try Self.wait(for: "listening", on: wire)
        return wire
    }

    /// Reads events until one contains `text`.
    static func wait(for text: String, on wire: Wire) throws {
        let wanted = Array(text.utf8)
        var last: [UInt8] = []
        let patience = Patience("an event with \(text)")
        while last != wanted {
            // The server's comments keep a quiet stream open, so a read may never time out.
            try patience.check()
            last = Array((last + (try wire.read(1))).suffix(wanted.count))
        }
    }
}
