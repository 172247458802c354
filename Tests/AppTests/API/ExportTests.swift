import Foundation
import Testing

extension APITests {
    @Suite("History and exports of beats", .serialized)
    struct ExportTests: LibraryTests {
        @Test("changes are undone and redone on the server, and a new change forgets what was undone")
        func history() async throws {
            let path = "/tracks/\(try await track("svefn"))/grid"
            _ = try await client.send("DELETE", path + "/correction")
            func bpm(_ answer: Answer) throws -> Double { try #require(try answer.object["bpm"] as? Double) }
            let found = try bpm(try await client.get(path))
            let half = try bpm(try await client.send("POST", path + "/correction", json: #"{"do":"half"}"#))
            #expect(half < 0.6 * found)
            #expect(try bpm(try await client.send("POST", path + "/undo")) == found)
            #expect(try bpm(try await client.send("POST", path + "/redo")) == half)
            #expect(try await client.send("POST", path + "/redo").status == 409)
            #expect(try bpm(try await client.send("POST", path + "/undo")) == found)
            _ = try await client.send("POST", path + "/correction", json: #"{"do":"shift","milliseconds":5,"from":3}"#)
            #expect(try await client.send("POST", path + "/redo").status == 409)
            let known = try await client.get(path + "/history").object
            let entries = try #require(known["entries"] as? [[String: Any]])
            #expect(known["canUndo"] as? Bool == true && known["canRedo"] as? Bool == false)
            #expect(entries.last?["current"] as? Bool == true && entries.last?["changedBy"] as? String == "owner")
            for _ in 0..<60 { _ = try await client.send("POST", path + "/correction", json: #"{"do":"shift","milliseconds":1}"#) }
            let bounded = try #require(try await client.get(path + "/history").object["entries"] as? [[String: Any]])
            #expect(bounded.count == 50)
            _ = try await client.send("DELETE", path + "/correction")
        }

        @Test("each format has every beat and marker, with names escaped")
        func formats() async throws {
            let track = try await track("svefn")
            let label = #"A "quoted" <drop> & more"#
            let body = try JSONSerialization.data(withJSONObject: ["start": 1.5, "end": 3, "label": label])
            let marker = try await client.send(
                "POST", "/tracks/\(track)/markers", json: String(decoding: body, as: UTF8.self)
            ).object
            let beats = try #require(try await client.get("/tracks/\(track)/grid").object["beats"] as? [Double])
            func exported(_ format: String) async throws -> String {
                let answer = try await client.get("/tracks/\(track)/export?format=\(format)")
                #expect(answer.status == 200)
                return answer.text
            }
            #expect(try await exported("csv").contains(#"marker,1.500000,3.000000,,,"A ""quoted"" <drop> & more""#))
            #expect(try await exported("csv").components(separatedBy: "\r\nbeat,").count == beats.count + 1)
            #expect(try await exported("audacity").contains("1.500000\t3.000000\t\(label)\n"))
            let xml = try await exported("rekordbox")
            #expect(
                xml.contains(
                    "Name=\"A &quot;quoted&quot; &lt;drop&gt; &amp; more\" Type=\"4\" Start=\"1.500000\" End=\"3.000000\" Num=\"-1\""
                ))
            #expect(xml.contains("<TEMPO Inizio=") && xml.contains("Metro=\"4/4\""))
            #expect(XMLCheck.isWellFormed(xml))
            let json = try await client.get("/tracks/\(track)/export?format=json").object
            #expect((json["beats"] as? [Any])?.count == beats.count && (json["markers"] as? [Any])?.count == 1)
            for wrong in ["", "?format=mp3", "?format="] {
                #expect(try await client.get("/tracks/\(track)/export\(wrong)").status == 400)
            }
            _ = try await client.send("DELETE", "/tracks/\(track)/markers/\(try #require(marker["id"] as? Int))")
        }
    }
}

/// Whether every element of a text is closed, in order.
private enum XMLCheck {
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: #/<(/?)([A-Z_]+)(?:\s+[A-Za-z]+="[^"<]*")*\s*(/?)>/#) {
            if !match.1.isEmpty { if open.popLast() != match.2 { return false } } else if match.3.isEmpty { open.append(match.2) }
        }
        return open.isEmpty && text.filter { $0 == "<" }.count == text.matches(of: #/<[?/]?[A-Z_a-z]/#).count
    }
}
