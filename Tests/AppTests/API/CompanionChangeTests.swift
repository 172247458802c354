import Foundation
import Testing
import Waiting

/// The server of these tests edits tags and takes uploads, which it names by their tags.
@Suite(
    "Changes by way of the companion", .serialized, .needs(.ffmpeg),
    .served(by: .program, uploads: true, ["--edit-tags", "--upload-names", "{artist}/{title}"]))
struct CompanionChangeTests: LibraryTests {
    private static let edit = "/companion/edit-metadata"
    private static let batch = "/companion/batch-edit-metadata"
    private static let fix = "/companion/bulk-fix"
    private static let upload = "/companion/upload-track"
    private static let song = ClickTrack(first: 0.1, interval: 0.2, seconds: 1.2).wave

    private func patch(_ path: String, _ json: String) async throws -> Answer { try await client.send("PATCH", path, json: json) }

    private func tags(_ title: String) async throws -> [String: [String]] {
        try await client.get("/tracks/\(try await track(title))/tags").object["fields"] as? [String: [String]] ?? [:]
    }

    private func states(_ answer: Answer) throws -> [String] {
        try (answer.object["results"] as? [[String: Any]] ?? []).map { "\($0["relative_path"] ?? "") \($0["status"] ?? "")" }
    }

    private func form(_ texts: [(String, String)], files: [(field: String, name: String, body: [UInt8])]) async throws -> Answer {
        var body: [UInt8] = []
        for (name, text) in texts {
            body += Array("--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8)
        }
        for file in files {
            body += Array(
                "--edge\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\n\r\n".utf8)
            body += file.body + Array("\r\n".utf8)
        }
        body += Array("--edge--\r\n".utf8)
        return try await client.send("POST", Self.upload, ["Content-Type": "multipart/form-data; boundary=edge"], body: body)
    }

    @Test("one file is edited, told once more as unchanged, and can be undone")
    func one() async throws {
        let before = try await tags("Svefn")
        let body = #"{"relative_path":"music/clicks.mp3","album_artist":"Sigur Rós","track_number":"3/10","composer":null}"#
        let answer = try await patch(Self.edit, body)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try answer.object["status"] as? String == "edited")
        let after = try await tags("Svefn")
        #expect(after["albumArtist"] == ["Sigur Rós"] && after["track"] == ["3"] && after["trackCount"] == ["10"])
        #expect(try await patch(Self.edit, body).object["status"] as? String == "unchanged")
        let form = try await client.send(
            "PATCH", Self.edit + "?relative_path=clicks.mp3", ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array("genre=Post+rock".utf8))
        #expect(try form.object["status"] as? String == "edited")
        #expect(try await tags("Svefn")["genre"] == ["Post rock"])
        let edits = try await client.get("/tags/undo").items.filter { $0["title"] as? String == "Svefn-g-englar" }
        let ids = edits.compactMap { $0["id"] as? Int }
        #expect(ids.count == 2)
        _ = try await client.send("POST", "/tags/undo", json: #"{"edits":\#(ids)}"#)
        // Edits are done in their order: when this one is answered, those before it have ended.
        _ = try await patch(Self.edit, #"{"relative_path":"clicks.mp3","title":"Svefn-g-englar"}"#)
        #expect(try await tags("Svefn") == before)
    }

    @Test("each file of many is answered in its order, and its own tags come first")
    func many() async throws {
        let answer = try await patch(
            Self.batch,
            #"""
            {"paths":["clicks.mp3","gone.mp3","../x"],"composer":"All",
            "edits":[{"relative_path":"bare/noise.flac","composer":"Own"},{"relative_path":"more/two.wma","composer":"None"}]}
            """#)
        #expect(try answer.status == 200 && answer.object["status"] as? String == "partly", "\(answer.text)")
        #expect(
            try states(answer) == [
                "clicks.mp3 edited", "gone.mp3 failed", "../x failed", "bare/noise.flac edited", "more/two.wma failed",
            ])
        #expect(try await tags("Svefn")["composer"] == ["All"])
        #expect(try await tags("Noise")["composer"] == ["Own"])
        #expect(try await client.get("/tags/undo").items.first?["editedBy"] as? String == "owner")
    }

    @Test("what is not well put is refused with a problem")
    func refused() async throws {
        for (body, status) in [
            ("{", 400), ("{}", 400), (#"{"relative_path":"clicks.mp3"}"#, 400), (#"{"title":"A"}"#, 400),
            (#"{"relative_path":"clicks.mp3","title":"A","mood":"calm"}"#, 400), (#"{"relative_path":"../a","title":"A"}"#, 400),
            (#"{"relative_path":"x/clicks.mp3","title":"A"}"#, 404), (#"{"file":"clicks.mp3","title":"A"}"#, 400),
            (#"{"paths":["clicks.mp3","bare/noise.flac"],"title":"A"}"#, 400), (#"{"relative_path":"gone.mp3","title":"A"}"#, 404),
            (#"{"relative_path":"clicks.mp3","year":"soon"}"#, 422), (#"{"relative_path":"clicks.mp3","artwork":"bm8="}"#, 422),
            (#"{"relative_path":"more/two.wma","title":"A"}"#, 409),
        ] {
            let answer = try await patch(Self.edit, body)
            #expect(answer.status == status && answer.problem != nil, "\(body): \(answer.status) \(answer.text)")
        }
        for (body, status) in [
            (#"{"folder":"more"}"#, 400), (#"{"fix":"artist"}"#, 400), (#"{"fix":"artist","folder":"nowhere"}"#, 404),
            (#"{"fix":"title","folder":"more"}"#, 400), (#"{"fix":"artist","album_id":"x"}"#, 404),
            (#"{"fix":"same_artist","folder":"more"}"#, 400), (#"{"fixes":["artist"],"folder":"more"}"#, 400),
        ] {
            let answer = try await client.send("POST", Self.fix, json: body)
            #expect(answer.status == status && answer.problem != nil, "\(body): \(answer.status) \(answer.text)")
        }
    }

    @Test("an album is mended by its folder, its title or its paths, with a value or with what most tracks have")
    func fixed() async throws {
        let flag = try await client.send(
            "POST", Self.fix, json: #"{"folder":"/mnt/music/Bare/","fix":["compilation","artist"],"artist":"A"}"#)
        #expect(try flag.status == 200 && states(flag) == ["bare/noise.flac edited"], "\(flag.text)")
        #expect(try flag.object["rescan"] as? Bool == true)
        let noise = try await tags("Noise")
        #expect(noise["compilation"] == ["1"] && noise["artist"] == ["A"])
        let spread = try await client.send(
            "POST", Self.fix, json: #"{"paths":["bare/noise.flac","clicks.mp3"],"fix":"album_artist"}"#)
        #expect(try states(spread) == ["bare/noise.flac edited", "clicks.mp3 edited"], "\(spread.text)")
        // Nothing has one, and the artists differ.
        #expect(try await tags("Noise")["albumArtist"] == ["Various Artists"])
        let album = try await client.send("POST", Self.fix, json: #"{"album":"ágætis BYRJUN","genre":"Pop"}"#)
        #expect(try states(album).contains("clicks.mp3 edited"), "\(album.text)")
        #expect(try await tags("Svefn")["genre"] == ["Pop"])
        let again = try await client.send("POST", Self.fix, json: #"{"folder":"bare","compilation":true}"#)
        #expect(try states(again) == ["bare/noise.flac unchanged"] && again.object["rescan"] as? Bool == false)
    }

    @Test("an upload gets its tags before its name, and the same sound is told as a duplicate")
    func uploaded() async throws {
        let texts = [("title", "Hallo"), ("artist", "Ångström"), ("year", "")]
        let cover = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try library.music + "/more/cover.png")))
        let answer = try await form(texts, files: [("file", "a.wav", Self.song), ("artwork", "cover.png", cover)])
        #expect(answer.status == 201, "\(answer.text)")
        let stored = try answer.object
        #expect(stored["status"] as? String == "stored" && stored["relative_path"] as? String == "Ångström/Hallo.wav")
        let track = try #require(stored["track"] as? Int)
        let tags = try await client.get("/tracks/\(track)/tags").object
        #expect((tags["fields"] as? [String: [String]])?["title"] == ["Hallo"])
        #expect((tags["cover"] as? [String: Any])?["bytes"] as? Int == cover.count)
        let again = try await form([("title", "Other")], files: [("file", "b.wav", Self.song)])
        #expect(try again.status == 200 && again.object["status"] as? String == "duplicate", "\(again.text)")
        #expect(try again.object["relative_path"] as? String == "Ångström/Hallo.wav")
        for (texts, files, status) in [
            ([("title", "A")], [], 400), ([], [("file", "a.wav", Array("no music".utf8))], 422),
            ([("year", "soon")], [("file", "a.wav", Self.song)], 422), ([("mood", "calm")], [("file", "a.wav", Self.song)], 400),
            ([], [("file", "a.wav", Self.song), ("cover", "c.png", [1])], 422),
        ] as [([(String, String)], [(field: String, name: String, body: [UInt8])], Int)] {
            let answer = try await form(texts, files: files)
            #expect(answer.status == status && answer.problem != nil, "\(answer.status) \(answer.text)")
        }
        #expect(try await client.send("POST", Self.upload, json: "{}").status == 415)
        try FileManager.default.removeItem(atPath: try library.uploads + "/Ångström")
    }

    @Test("edits and uploads are told as described, and uploads to hosts only")
    func news() async throws {
        let (port, token) = (try client.port, try client.token)
        let host = try await blocking { APITests.EventTests.Unchecked(try PushClient(port, token: token)) }
        let viewer = try await blocking { APITests.EventTests.Unchecked(try PushClient(port, token: nil)) }
        let other = ClickTrack(first: 0.1, interval: 0.3, seconds: 1.2).wave
        #expect(try await form([], files: [("file", "a.wav", other)]).status == 201)
        #expect(try await patch(Self.edit, #"{"relative_path":"clicks.mp3","comment":"News"}"#).status == 200)
        try await blocking {
            #expect(try host.value.next("upload")["state"] as? String == "checking")
            let done = try host.value.next("upload")
            #expect(done["state"] as? String == "done" && done["stored"] as? Int == 1 && done["name"] as? String == "a.wav")
            let edited = try host.value.next("tags")
            #expect(edited["state"] as? String == "edited" && edited["relative_path"] as? String == "clicks.mp3")
            let (seen, met) = try viewer.value.next("tags", noting: "upload")
            #expect(seen["relative_path"] is NSNull && !met)
        }
        try FileManager.default.removeItem(atPath: try library.uploads + "/Unknown artist")
    }

    @Test("only the owner may change something, from no page of another site")
    func rights() async throws {
        #expect(try await client.get("/library").object["editsTags"] as? Bool == true)
        var stranger = try client
        stranger.token = nil
        for (method, path) in [("PATCH", Self.edit), ("PATCH", Self.batch), ("POST", Self.fix), ("POST", Self.upload)] {
            #expect(try await stranger.send(method, path, json: "{}").problem == "token-needed", "\(path)")
            let foreign = try await client.send(method, path, json: "{}", ["Origin": "https://evil.example"])
            #expect(foreign.problem == "foreign-origin", "\(path)")
        }
    }
}

extension APITests {
    @Suite("The companion without changes")
    struct UnchangedCompanionTests: LibraryTests {
        @Test("a server that edits no tags and takes no uploads says so, in its library too")
        func off() async throws {
            #expect(try await client.get("/library").object["editsTags"] as? Bool == false)
            for (method, path, problem) in [
                ("PATCH", "edit-metadata", "no-tag-editing"), ("PATCH", "batch-edit-metadata", "no-tag-editing"),
                ("POST", "bulk-fix", "no-tag-editing"), ("POST", "upload-track", "no-uploads"),
            ] {
                let answer = try await client.send(method, "/companion/" + path, json: "{}")
                #expect((answer.status, answer.problem) == (403, problem), "\(path)")
            }
        }
    }
}
