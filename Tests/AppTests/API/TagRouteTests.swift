import Foundation
import Testing
import Waiting

/// The server of these tests edits tags.
@Suite(
    "Tags of files", .serialized, .needs(.ffmpeg),
    .served(by: .program, ["--edit-tags", "--rescan-url", "http://127.0.0.1:9/scan?key=1"]))
struct TagRouteTests: LibraryTests {
    /// Edits tracks, and waits for the results.
    private func edit(_ body: String, undo: Bool = false) async throws -> [String] {
        let answer = try await client.send("POST", undo ? "/tags/undo" : "/tags/edits", json: body)
        #expect(answer.status == 202, "\(answer.text)")
        let id = try #require(try answer.object["id"] as? Int)
        var job: [String: Any] = [:]
        try await eventually("the end of an edit") {
            job = try await client.get("/tags/edits/\(id)").object
            return job["isDone"] as? Bool == true
        }
        let results = job["results"] as? [[String: Any]] ?? []
        return results.map { ($0["reason"] as? String) ?? ($0["state"] as? String) ?? "" }
    }

    private func fields(_ track: Int) async throws -> [String: [String]] {
        try await client.get("/tracks/\(track)/tags").object["fields"] as? [String: [String]] ?? [:]
    }

    private func track(number: Int) async throws -> [String: Any] { try await client.get("/tracks/\(number)").object }

    /// Files that no edit may leave behind.
    private func drafts() throws -> [String] {
        let all = FileManager.default.enumerator(atPath: try library.music)?.allObjects as? [String] ?? []
        return all.filter { $0.contains(".downbeat-") }
    }

    @Test("a file whose format holds no tags that can be edited is told as such")
    func noFormat() async throws {
        let answer = try await client.get("/tracks/\(try await track("Zwei"))/tags")
        #expect((answer.status, answer.problem) == (409, "unavailable"), "\(answer.text)")
    }

    @Test("an edit changes the given fields alone, keeps the recording, and can be undone", arguments: ["svefn", "noise"])
    func edited(title: String) async throws {
        let id = try await track(title)
        let (before, fieldsBefore) = (try await track(number: id), try await fields(id))
        let changes = #"{"artist":["Jónsi","Alex"],"year":2009,"track":7,"compilation":true,"lyrics":"Go\ndo","genre":null}"#
        let preview = try await client.send("POST", "/tags/preview", json: #"{"tracks":[\#(id)],"changes":\#(changes)}"#)
        #expect(preview.text.contains("Jónsi"))
        #expect(try await fields(id) == fieldsBefore)

        #expect(try await edit(#"{"tracks":[\#(id)],"changes":\#(changes)}"#) == ["done"])
        var wanted = fieldsBefore
        wanted["genre"] = nil
        let news = ["artist": ["Jónsi", "Alex"], "year": ["2009"], "track": ["7"], "compilation": ["1"], "lyrics": ["Go\ndo"]]
        #expect(try await fields(id) == wanted.merging(news) { _, new in new })
        // Nobody is there to be told.
        let told = try await client.get("/servers").object["rescanAddress"] as? [String: Any]
        #expect(told?["waiting"] as? Bool == true && told?["address"] as? String == "http://127.0.0.1:9")
        let after = try await track(number: id)
        #expect(after["identity"] as? String == before["identity"] as? String && after["year"] as? Int == 2009)
        #expect(after["number"] as? Int == 7 && (after["analysis"] as? [String: Any])?["state"] as? String == "done")
        #expect(try await edit(#"{"tracks":[\#(id)],"changes":\#(changes)}"#) == ["unchanged"])

        let last = try #require(try await client.get("/tags/undo?limit=1").items.first)
        #expect(last["track"] as? Int == id)
        #expect(try await edit(#"{"edits":[\#(try #require(last["id"] as? Int))]}"#, undo: true) == ["done"])
        #expect(try await fields(id) == fieldsBefore)
        #expect(try drafts() == [])
    }

    @Test("a cover is added, replaced, and removed; what is no picture is refused")
    func cover() async throws {
        let id = try await track("noise")
        let file = try library.music + "/more/cover.png"
        let picture = try Data(contentsOf: URL(fileURLWithPath: file)).base64EncodedString()
        #expect(try await edit(#"{"tracks":[\#(id)],"changes":{"cover":"data:image/png;base64,\#(picture)"}}"#) == ["done"])
        #expect(try await client.get("/tracks/\(id)/tags").object["cover"] is [String: Any])
        #expect(try await client.get("/tracks/\(id)/art").status == 200)
        #expect(try await edit(#"{"tracks":[\#(id)],"changes":{"cover":null}}"#) == ["done"])
        #expect(try await client.get("/tracks/\(id)/tags").object["cover"] is NSNull)
        let broken = Data([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 99)).base64EncodedString()
        for (cover, status) in [(broken, 422), (Data("no picture".utf8).base64EncodedString(), 400), ("?", 400)] {
            let answer = try await client.send("POST", "/tags/edits", json: #"{"tracks":[\#(id)],"changes":{"cover":"\#(cover)"}}"#)
            #expect(answer.status == status, "\(answer.text)")
        }
    }

    @Test("a file that cannot be replaced safely stays as it is, and the result says why")
    func refused() async throws {
        let id = try await track("svefn")
        let (path, other) = (try library.music + "/clicks.mp3", try library.music + "/bare/other.bin")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let body = #"{"tracks":[\#(id)],"changes":{"title":"Other"}}"#
        try FileManager.default.linkItem(atPath: path, toPath: other)
        #expect(try await edit(body)[0].contains("hard links"))
        try FileManager.default.removeItem(atPath: other)
        chmod(path, 0o444)
        #expect(try await edit(body) == ["The file is read-only."])
        chmod(path, 0o644)
        #expect(try await edit(#"{"tracks":[\#(try await track("zwei"))],"changes":{"title":"Other"}}"#)[0].contains("format"))
        #expect(try await edit(#"{"tracks":[9999],"changes":{"title":"Other"}}"#) == ["There is no such track."])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try drafts() == [])
    }

    /// Runs `body` while another program has a file open for writing. No other process has it then, as those that tests start would.
    private func whileWriting(_ path: String, _ body: () async throws -> Void) async throws {
        try await ChildProcess.running("/bin/sh", ["-c", #"exec 3<>"$0"; echo open; exec sleep 3600"#, path]) { writer in
            let said = try await blocking { writer.transcript.piece(0, after: 0, separator: 10, within: patience) }
            try #require(said != nil)
            try await body()
            writer.signal(SIGKILL)
            _ = try await writer.end()
        }
    }

    @Test("a file that another program has open for writing stays as it is, in an edit of many and in an undo")
    func openForWriting() async throws {
        let (first, second) = (try await track("svefn"), try await track("noise"))
        let path = try library.music + "/clicks.mp3"
        let reason = "Another program has the file open for writing."
        let body = #"{"tracks":[\#(first),\#(second)],"changes":{"comment":"Other"}}"#
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try await whileWriting(path) {
            let results = try await edit(body)
            #expect(try results == [reason, "done"] && Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
        #expect(try await edit(body) == ["done", "unchanged"])
        let last = try #require(try await client.get("/tags/undo?limit=1").items.first?["id"] as? Int)
        try await whileWriting(path) {
            let results = try await edit(#"{"edits":[\#(last)]}"#, undo: true)
            #expect(results == [reason])
        }
        #expect(try await edit(#"{"edits":[\#(last)]}"#, undo: true) == ["done"])
        #expect(try drafts() == [])
    }

    @Test(
        "a value that no file can hold is refused",
        arguments: [
            #"{"track":"x"}"#, #"{"year":"last"}"#, #"{"year":69}"#, #"{"tilte":"a"}"#, #"{"title":{}}"#, #"{"disc":-1}"#,
            #"{"title":"a\u0000b"}"#, #"{"year":["1999","2000"]}"#, #"{"compilation":"maybe"}"#,
        ])
    func values(_ changes: String) async throws {
        let answer = try await client.send("POST", "/tags/edits", json: #"{"tracks":[1],"changes":\#(changes)}"#)
        #expect((answer.status, answer.problem) == (400, "bad-body"), "\(answer.text)")
    }
}

extension APITests {
    @Suite("Tags without the option")
    struct UneditedTagTests: LibraryTests {
        @Test("without the option no tags are edited")
        func refused() async throws {
            let answer = try await client.send("POST", "/tags/edits", json: #"{"tracks":[1],"changes":{}}"#)
            #expect((answer.status, answer.problem) == (403, "no-tag-editing"))
        }
    }
}
