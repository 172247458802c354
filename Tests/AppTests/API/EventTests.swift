import Foundation
import Testing
import Waiting

extension APITests {
    @Suite("Analysis and events")
    struct EventTests: LibraryTests {
        @Test("a listener receives the events of a scan, an analysis and a change")
        func events() async throws {
            let track = try await track("noise")
            var events = EventReader(try await house.events())
            #expect(try await client.send("POST", "/library/scan").text == "{\"scanning\":true}\n")
            let due = try await client.send("POST", "/analyze", json: #"{"tracks":[\#(track),\#(track)],"force":true}"#)
            #expect((due.status, due.text) == (202, "{\"due\":1}\n"))
            var (kinds, isDone): (Set<String>, Bool) = ([], false)
            while !kinds.isSuperset(of: ["scanning", "done", "running"]) || !isDone {
                let data = try await events.next().data
                kinds.insert(data["state"] as? String ?? "")
                isDone = data["track"] as? Int == track && data["state"] as? String == "done"
            }
            let list = try await client.send("POST", "/playlists", json: #"{"name":"News"}"#).object["id"] as? Int
            var last = try await events.next()
            while last.data["playlist"] as? Int != list { last = try await events.next() }
            #expect(last.name == "library")
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

/// Reads server-sent events, each with its name and its data.
struct EventReader {
    private let stream: StreamReader
    private var text = ""

    init(_ stream: StreamReader) {
        self.stream = stream
    }

    mutating func next() async throws -> (name: String, data: [String: Any]) {
        while true {
            while let end = text.range(of: "\n\n") {
                let lines = text[..<end.lowerBound].split(separator: "\n")
                text = String(text[end.upperBound...])
                guard let name = lines.first(where: { $0.hasPrefix("event: ") }),
                    let data = lines.first(where: { $0.hasPrefix("data: ") })
                else { continue }
                let object = try JSONSerialization.jsonObject(with: Data(data.dropFirst(6).utf8)) as? [String: Any]
                return (String(name.dropFirst(7)), object ?? [:])
            }
            guard let piece = await stream.next() else { throw NeverHappened("the next event") }
            text += String(decoding: piece, as: UTF8.self)
        }
    }
}
