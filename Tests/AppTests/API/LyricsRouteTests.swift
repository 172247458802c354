import Foundation
import Testing

extension APITests {
    @Suite("Lyrics")
    struct LyricsRouteTests: LibraryTests {
        private func lines(_ object: [String: Any]) throws -> [[String: Any]] {
            let lines = object["lines"] as? [[String: Any]]
            return try #require(lines)
        }

        @Test("lyrics come from the file beside the music, or else from its tag")
        func origins() async throws {
            let path = "/tracks/\(try await track("noise"))/lyrics"
            let tag = try await client.get(path)
            #expect((tag.status, tag.type) == (200, "application/json"))
            let plain = try tag.object
            #expect(plain["kind"] as? String == "plain" && plain["source"] as? String == "tag")
            #expect(plain["language"] is NSNull)
            #expect(try lines(plain).map { $0["text"] as? String } == ["Hiss", "and hiss"])
            let tagTag = try #require(tag.fields["etag"])
            #expect(try await client.get(path, ["If-None-Match": tagTag]).status == 304)

            let file = try library.music + "/bare/noise.lrc"
            defer { try? FileManager.default.removeItem(atPath: file) }
            try Data("[la:en]\n[00:01.50]<00:01.50>Hiss <00:02.00>on\n[00:03.00]\n".utf8).write(to: URL(fileURLWithPath: file))
            let beside = try await client.get(path)
            let synced = try beside.object
            #expect(synced["kind"] as? String == "synced" && synced["source"] as? String == "file")
            #expect(synced["language"] as? String == "en" && beside.fields["etag"] != tagTag)
            let shown = try lines(synced)
            let (first, last) = (shown[0], shown[1])
            #expect(first["t"] as? Double == 1.5 && first["text"] as? String == "Hiss on" && last["text"] as? String == "")
            let words = first["words"] as? [[String: Any]] ?? []
            #expect(words.map { $0["t"] as? Double } == [1.5, 2] && words.map { $0["text"] as? String } == ["Hiss ", "on"])
            #expect(last["words"] == nil && last["end"] == nil)
        }

        @Test("a track without lyrics and an unknown track are 404")
        func none() async throws {
            for path in ["/tracks/\(try await track("svefn"))/lyrics", "/tracks/999/lyrics"] {
                let answer = try await client.get(path)
                #expect((answer.status, answer.problem) == (404, "not-found"))
            }
        }

        @Test("what people change is shown, can be undone; the lyrics as found stay there to read")
        func corrected() async throws {
            let id = try await track("noise")
            let path = "/tracks/\(id)/lyrics"
            let found = try await client.get(path)
            func starts() async throws -> [Double?] { try lines(try await client.get(path).object).map { $0["t"] as? Double } }

            let made = #"{"lines":[{"t":2,"text":"and hiss"},{"t":1.5,"text":"Hiss"}]}"#
            let answer = try await client.send("PUT", path + "/correction", json: made)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try answer.object["canUndo"] as? Bool == true && answer.object["canRedo"] as? Bool == false)
            let shown = try await client.get(path)
            #expect(try shown.object["source"] as? String == "correction" && shown.object["kind"] as? String == "synced")
            #expect(shown.fields["etag"] != found.fields["etag"])
            #expect(try await starts() == [1.5, 2])
            for _ in 0..<3 { #expect(try await client.send("POST", path + "/correction", json: #"{"shift":0.1}"#).status == 200) }
            #expect(try await starts() == [1.8, 2.3])
            #expect(try await client.get(path).object["shift"] as? Double == 0.3)
            #expect(try await client.get(path + "?original=true").text == found.text)

            #expect(try await client.send("POST", path + "/undo").object["shift"] as? Double == 0.2)
            #expect(try await client.send("POST", path + "/redo").object["shift"] as? Double == 0.3)
            #expect(try await client.send("POST", path + "/redo").status == 409)
            #expect(try await client.send("DELETE", path + "/correction").object["lines"] is NSNull)
            #expect(try await client.get(path).text == found.text)
            #expect(try await client.send("POST", path + "/undo").object["shift"] as? Double == 0.3)
            #expect(try await client.send("PUT", path + "/correction", json: #"{"lines":[{"t":-1,"text":"a"}]}"#).status == 400)
            _ = try await client.send("DELETE", path + "/correction")
        }

        @Test("a track without lyrics is given some")
        func made() async throws {
            let path = "/tracks/\(try await track("svefn"))/lyrics"
            #expect(try await client.send("PUT", path + "/correction", json: #"{"lines":[{"text":"One"}]}"#).status == 200)
            #expect(try await client.get(path).object["kind"] as? String == "plain")
            _ = try await client.send("DELETE", path + "/correction")
            #expect(try await client.get(path).status == 404)
        }

        @Test("a link to a file that is no lyrics is not shown")
        func link() async throws {
            let file = try library.music + "/clicks.lrc"
            defer { try? FileManager.default.removeItem(atPath: file) }
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/hostname")
            #expect(try await client.get("/tracks/\(try await track("svefn"))/lyrics").status == 404)
        }
    }
}
