import Foundation
import Testing

extension APITests {
    @Suite("Analysis and events")
    struct EventTests: LibraryTests {
        /// Reads events as names and data, up to the first whose data fulfils the condition.
        private static func events(_ wire: Wire, until isLast: ([String: Any]) -> Bool) throws -> [(
            name: String, data: [String: Any]
        )] {
            var events: [(name: String, data: [String: Any])] = []
            var text: [UInt8] = []
            while true {
                // The body is chunked: each chunk has its length in hexadecimal digits before it.
                text += try wire.read(1)
                guard text.suffix(2) == Array("\n\n".utf8)[...] else { continue }
                let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
                text = []
                guard let name = lines.first(where: { $0.hasPrefix("event: ") }),
                    let data = lines.first(where: { $0.hasPrefix("data: ") })
                else { continue }
                let object = try JSONSerialization.jsonObject(with: Data(data.dropFirst(6).utf8)) as? [String: Any] ?? [:]
                events.append((String(name.dropFirst(7)), object))
                if isLast(object) { return events }
            }
        }

        @Test("a listener receives the events of a scan, an analysis and a change")
        func events() async throws {
            let track = try await track("noise")
            let port = try client.port
            let wire = try await blocking { () -> Unchecked<Wire> in
                let wire = try Wire(port: port)
                try wire.send("GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
                let head = try Answer(head: wire.readHead(), body: [])
                guard head.type == "text/event-stream", head.fields["cache-control"] == "no-store" else {
                    throw NeverHappened("a stream of events; there was \(head.fields)")
                }
                return Unchecked(wire)
            }
            #expect(try await client.send("POST", "/library/scan").text == "{\"scanning\":true}\n")
            let due = try await client.send("POST", "/analyze", json: #"{"tracks":[\#(track),\#(track)],"force":true}"#)
            #expect((due.status, due.text) == (202, "{\"due\":1}\n"))
            let heard = try await blocking {
                var kinds: Set<String> = []
                _ = try Self.events(wire.value) { event in
                    kinds.insert("\(event["state"] ?? "")")
                    return kinds.isSuperset(of: ["scanning", "done", "running"]) && event["track"] as? Int == track
                        && event["state"] as? String == "done"
                }
                return kinds
            }
            #expect(heard.isSuperset(of: ["scanning", "running", "done"]))
            let list = try await client.send("POST", "/playlists", json: #"{"name":"News"}"#).object["id"] as? Int
            let last = try await blocking {
                try Self.events(wire.value) { $0["playlist"] as? Int == list }.last.map { "\($0.name)" }
            }
            #expect(last == "library")
            _ = try await client.send("DELETE", "/playlists/\(list ?? 0)")
        }

        /// Passes a connection from one thread to the next. Only one thread uses it at a time: each waits for the one before.
        struct Unchecked<Value>: @unchecked Sendable {
            let value: Value

            init(_ value: Value) {
                self.value = value
            }
        }

        @Test("analysis can be paused and resumed")
        func pause() async throws {
            for paused in [true, false] {
                let answer = try await client.send("PUT", "/analysis", json: #"{"paused":\#(paused)}"#)
                #expect(try answer.object["paused"] as? Bool == paused)
                #expect(try await client.get("/analysis").object["paused"] as? Bool == paused)
            }
            for body in ["{}", #"{"paused":1}"#, #"{"paused":"true"}"#, "true", ""] {
                #expect(try await client.send("PUT", "/analysis", json: body).problem == "bad-body", "\(body)")
            }
        }

        @Test("only existing tracks without an analysis are due")
        func due() async throws {
            #expect(
                try await client.send("POST", "/analyze", json: #"{"tracks":[\#(try await track("svefn"))]}"#).text
                    == "{\"due\":0}\n")
            #expect(try await client.send("POST", "/analyze", json: "{}").text == "{\"due\":0}\n")
            #expect(try await client.send("POST", "/analyze", json: #"{"tracks":[1,999]}"#).problem == "refused")
            #expect(try await client.send("POST", "/analyze", json: #"{"tracks":[1.5]}"#).problem == "bad-body")
            let many = Array(repeating: "1", count: 1001).joined(separator: ",")
            #expect(try await client.send("POST", "/analyze", json: #"{"tracks":[\#(many)]}"#).problem == "bad-body")
        }
    }
}
