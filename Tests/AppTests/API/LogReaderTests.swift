import Foundation
import Testing
import Waiting

@testable import API
@testable import System
@testable import Web

@Suite("The log as a stream")
struct LogReaderTests {
    /// The events that were sent: the messages of lines, and numbers of forgotten ones.
    private struct Heard {
        var lines: [String] = []
        var forgotten = 0

        mutating func hear(_ text: String) throws {
            for event in text.components(separatedBy: "\n\n") where event.contains("data: ") {
                let data = Data(event.components(separatedBy: "data: ")[1].utf8)
                let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                if event.hasPrefix("event: line\n") { lines.append(object["message"] as? String ?? "") }
                if event.hasPrefix("event: forgotten\n") { forgotten += object["lines"] as? Int ?? 0 }
            }
        }
    }

    @Test("a reader that stops costs what its stream may hold, and is told later how many lines it missed")
    func slow() throws {
        let log = Log(level: .info, format: .text, descriptor: -1, clock: MachineClock())
        let body = BodyStream(limit: 64 << 10)
        log.info("0")
        LogReader.follow(log.history, after: 0, debug: false, on: body)
        for number in 1..<10_000 { log.info("\(number)") }
        var heard = Heard()
        while true {
            let batch = body.take()
            #expect(batch.count <= 64 << 10)
            if batch.count == 0 { break }
            for piece in batch.pieces { try heard.hear(String(decoding: piece, as: UTF8.self)) }
            body.delivered()
        }
        #expect(heard.lines.first == "0" && heard.lines.last == "9999")
        #expect(heard.forgotten > 5_000 && heard.lines.count + heard.forgotten == 10_000)
        body.end()
        log.info("after the end")
        #expect(!body.hasRoom(for: 1) || body.take().count == 0)
    }

    @Test("the owner alone follows it over HTTP, from the line on that is known, and debug lines come only when wanted")
    func served() async throws {
        try await Downbeat.serving { server async throws in
            let owner = APIClient(port: server.port, token: try server.token)
            let port = server.port
            for path in ["/log", "/log/events"] {
                #expect(try await APIClient(port: port).get(path).status == 401)
            }
            let lines = try #require(try await owner.get("/log").object["lines"] as? [[String: Any]])
            #expect(lines.contains { $0["message"] as? String == "listening" && $0["category"] as? String == "app" })
            #expect(!lines.contains { $0["level"] as? String == "debug" })
            let last = try #require(lines.last?["number"] as? Int)
            #expect(try await owner.get("/log/events?after=-1").problem == "bad-query")
            let token = try server.token
            try await blocking {
                let wire = try Wire(port: port)
                let lines = [
                    "GET /api/v1/log/events?debug=true&after=\(last) HTTP/1.1", "Host: 127.0.0.1:\(port)",
                    "Authorization: Bearer \(token)",
                ]
                try wire.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
                let head = try Answer(head: wire.readHead(), body: [])
                #expect(head.type == "text/event-stream" && head.status == 200)
                let other = try Wire(port: port)
                try other.send("GET /version HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
                try LibraryClient.wait(for: #""category":"web","message":"answer","fields":{"peer":"127.0.0.1"#, on: wire)
                try LibraryClient.wait(for: #""path":"/version""#, on: wire)
            }
        }
    }
}
