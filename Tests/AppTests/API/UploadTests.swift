import Foundation
import Testing
import Waiting

@testable import Library
@testable import Music
@testable import Rooms
@testable import System
@testable import Web
@testable import Workers

@Suite(
    "Uploads", .serialized, .needs(.ffmpeg), .served(music: false, uploads: true, ["--rescan-url", "http://127.0.0.1:9/"]))
struct UploadTests: LibraryTests {
    /// Half a second of clicks.
    private static let song = ClickTrack(first: 0.1, interval: 0.2, seconds: 1.2).wave
    private static let text = Array(String(repeating: "This is no music. ", count: 100).utf8)

    private var kept: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: try library.uploads).sorted() }
    }

    private func upload(
        _ name: String, _ body: [UInt8] = song, _ fields: [String: String] = [:], query: String = ""
    ) async throws -> Answer {
        let escaped = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await client.send(
            "POST", "/uploads?name=\(escaped)\(query)", fields.merging(["Content-Type": "audio/wav"]) { $1 }, body: body)
    }

    private func form(_ files: [(name: String, body: [UInt8])], epilogue: String = "") async throws -> Answer {
        var body: [UInt8] = Array("--edge\r\nContent-Disposition: form-data; name=\"words\"\r\n\r\nno file\r\n".utf8)
        for file in files {
            body += Array("--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file.name)\"\r\n\r\n".utf8)
            body += file.body + Array("\r\n".utf8)
        }
        body += Array("--edge--\r\n\(epilogue)".utf8)
        return try await client.send("POST", "/uploads", ["Content-Type": "multipart/form-data; boundary=edge"], body: body)
    }

    private func clear() throws {
        for name in try kept { try FileManager.default.removeItem(atPath: try library.uploads + "/" + name) }
    }

    @Test("a file keeps its name unless the name is taken, and each file becomes a track")
    func raw() async throws {
        for name in ["Süße Töne.wav", "Süße Töne (2).wav", "Süße Töne (3).wav"] {
            let answer = try await upload("Süße Töne.wav", query: "&again=true")
            #expect(answer.status == 201, "\(answer.text)")
            let file = try #require((try answer.object["files"] as? [[String: Any]])?.first)
            let path = try library.uploads + "/" + name
            #expect(file["name"] as? String == name && file["path"] as? String == path)
            let told = try await client.get("/servers").object["rescanAddress"] as? [String: Any]
            #expect(told?["waiting"] as? Bool == true, "nobody is there to be told")
            #expect((file["track"] as? [String: Any])?["path"] as? String == file["path"] as? String)
        }
        #expect(try kept.count == 3)
        #expect(try Data(contentsOf: URL(fileURLWithPath: try library.uploads + "/Süße Töne.wav")) == Data(Self.song))
        #expect(try await client.get("/tracks").object["total"] as? Int == 3)
        try clear()
    }

    @Test("a sound that the library has is not stored again, unless it is wanted")
    func known() async throws {
        #expect(try await upload("first.wav").status == 201)
        let answer = try await upload("second.wav")
        let file = try #require((try answer.object["files"] as? [[String: Any]])?.first)
        #expect(file["new"] as? Bool == false && file["name"] as? String == "first.wav")
        #expect(try kept == ["first.wav"])
        #expect(try await upload("second.wav", query: "&again=true").status == 201)
        #expect(try kept == ["first.wav", "second.wav"])
        try clear()
        #expect(try await upload("third.wav").status == 201)
        #expect(try kept == ["third.wav"], "a track whose file is gone does not count")
        try clear()
    }

    @Test("a file that was replaced or deleted is never served as the old one")
    func changed() async throws {
        let made = try await upload("changing.wav").object["files"] as? [[String: Any]]
        let track = try #require((made?.first?["track"] as? [String: Any])?["id"] as? Int)
        let before = try await client.get("/tracks/\(track)/audio")
        #expect(before.body == Self.song)
        let other = ClickTrack(first: 0.1, interval: 0.2, seconds: 2).wave
        try Data(other).write(to: URL(fileURLWithPath: try library.uploads + "/changing.wav"))
        // Nothing is served until the change is detected, then the new file. Requests make the server detect it.
        let tag = before.fields["etag"] ?? ""
        let events = try await house.events()
        var after = try await client.get("/tracks/\(track)/audio", ["If-None-Match": tag])
        while after.problem == "unavailable" {
            _ = await events.next()
            after = try await client.get("/tracks/\(track)/audio", ["If-None-Match": tag])
        }
        #expect(after.status == 200 && after.body == other)
        let stream = try await client.get("/tracks/\(track)/stream?format=wav")
        #expect(stream.problem == "unavailable" || stream.body.count > Self.song.count)
        try clear()
        for path in ["audio", "stream", "stream?format=flac"] {
            let gone = try await client.get("/tracks/\(track)/\(path)")
            #expect((gone.status, gone.problem) == (409, "unavailable"), "\(path): \(gone.text)")
        }
    }

    @Test("an upload is analyzed once, while it is checked")
    func once() async throws {
        let events = try await house.events(token: client.token)
        let song = ClickTrack(first: 0.3, interval: 0.4, seconds: 5.5).wave
        #expect(song.count < 1 << 20)
        let made = try await upload("once.wav", song)
        let file = (try made.object["files"] as? [[String: Any]])?.first
        let track = try #require((file?["track"] as? [String: Any])?["id"] as? Int, "\(made.text)")
        let done = [#""track":\#(track),"state":"done""#, #""state":"done","track":\#(track)"#]
        let heard = try await events.wait("the end of the analysis") { heard in done.contains { heard.contains($0) } }
        // A worker would report each tenth. Tracks of other tests may still be at work.
        let names = [#""track":\#(track),"#, #""track":\#(track)}"#]
        let ofTrack = heard.split(separator: "\n").filter { line in names.contains { line.contains($0) } }
        #expect(ofTrack.contains { $0.contains(#""progress":0"#) }, "\(heard)")
        #expect(!ofTrack.contains { $0.contains(#""progress":0."#) }, "\(heard)")
        #expect(try await client.get("/tracks/\(track)/grid").status == 200)
        try clear()
    }

    @Test("either all files of a form are kept, or none", arguments: ["", "what comes behind is passed over"])
    func forms(epilogue: String) async throws {
        let other = ClickTrack(first: 0.1, interval: 0.3, seconds: 1.2).wave
        let both = try await form([("one.wav", Self.song), ("two.wav", other)], epilogue: epilogue)
        #expect(both.status == 201, "\(both.text)")
        #expect(try kept == ["one.wav", "two.wav"])
        try clear()
        let spoiled = try await form([("one.wav", Self.song), ("two.wav", Self.text)])
        #expect((spoiled.status, spoiled.problem) == (422, "not-music"))
        #expect(try kept == [])
    }

    /// A picture of one pixel.
    private static let picture = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==") ?? Data())

    @Test("of an archive songs are stored, and a cover beside them, unless other music lies there")
    func archives() async throws {
        func song(_ number: Int) -> [UInt8] { ClickTrack(first: 0.1, interval: 0.2 + 0.01 * Double(number), seconds: 1.2).wave }
        let all = ZipTests.archive([
            ZipTests.Item(name: "Album/CD1/a.wav", body: song(1)), ZipTests.Item(name: "Album/CD2/b.wav", body: song(2)),
            ZipTests.Item(name: "Album/Folder.PNG", body: Self.picture), ZipTests.Item(name: "Other/c.wav", body: song(3)),
            ZipTests.Item(name: "Other/cover.jpg", body: Self.text), ZipTests.Item(name: "d.wav", body: song(4)),
            ZipTests.Item(name: "front.png", body: Self.picture), ZipTests.Item(name: "Other/words.txt", body: Self.text),
            ZipTests.Item(name: "Other/bad.wav", body: Self.text),
        ])
        let answer = try await upload("all.zip", all)
        #expect(answer.status == 201, "\(answer.text)")
        let (files, refused) = (try answer.object["files"] as? [Any], try answer.object["refused"] as? [[String: Any]] ?? [])
        #expect(files?.count == 4 && refused.compactMap { $0["name"] as? String } == ["Other/bad.wav", "Other/cover.jpg"])
        #expect(try answer.object["leftOut"] as? Int == 2, "words, and a cover that would be that of all uploads")
        for disc in ["CD1", "CD2"] {
            let cover = try library.uploads + "/Album/\(disc)/cover.png"
            #expect(try Data(contentsOf: URL(fileURLWithPath: cover)) == Data(Self.picture))
        }
        #expect(try kept == ["Album", "Other", "d.wav"])
        #expect(try await client.get("/tracks?q=a").items.first?["hasCover"] as? Bool == true)
        let more = ZipTests.archive([
            ZipTests.Item(name: "Other/e.wav", body: song(5)), ZipTests.Item(name: "Other/cover.png", body: Self.picture),
        ])
        #expect(try await upload("more.zip", more).status == 201)
        let other = try FileManager.default.contentsOfDirectory(atPath: try library.uploads + "/Other").sorted()
        #expect(other == ["c.wav", "e.wav"])
        for (name, body) in [("none.zip", Self.text), ("cut.zip", Array(all.dropLast(30)))] {
            #expect(try await upload(name, body).problem == "not-music", "\(name)")
        }
        try clear()
    }

    @Test("a file that is not music is refused, and nothing of it is left")
    func noMusic() async throws {
        let answer = try await upload("song.mp3", Self.text)
        #expect((answer.status, answer.problem) == (422, "not-music"))
        for name in ["song", "song.txt", ".mp3", "...", "song.mp3.exe", "a\u{0}.txt", "/", "\\"] {
            #expect(try await upload(name).problem == "not-music", "\(name)")
        }
        #expect(try await client.send("POST", "/uploads", ["Content-Type": "audio/wav"], body: Self.song).problem == "bad-query")
        #expect(try await upload("a.wav", []).problem == "bad-body")
        #expect(try await form([]).problem == "bad-body")
        #expect(try kept == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.data + "/spool") == [])
    }

    @Test(
        "no file name leads out of the folder, or makes a hidden file",
        arguments: [
            ("../../x.wav", "x.wav"), ("/etc/x.wav", "x.wav"), ("C:\\music\\x.wav", "x.wav"), ("..\\..\\x.wav", "x.wav"),
            ("....x.wav", "x.wav"), ("x.wav/", "x.wav"), (". .x.wav", "x.wav"), ("a\u{0}b.wav", "a\u{FFFD}b.wav"),
            ("a\r\nb.wav", "a\u{FFFD}\u{FFFD}b.wav"),
            ("x.mp3.wav", "x.mp3.wav"),
            ("%2e%2e%2fx.wav", "%2e%2e%2fx.wav"), ("-rf *.wav", "-rf *.wav"), ("\u{202E}x.wav", "\u{FFFD}x.wav"),
            (String(repeating: "ö", count: 200) + ".wav", String(repeating: "ö", count: 113) + ".wav"),
        ])
    func names(given: String, name: String) async throws {
        let answer = try await upload(given)
        #expect(answer.status == 201, "\(answer.text)")
        #expect(try kept == [name])
        #expect(!FileManager.default.fileExists(atPath: try library.uploads + "/../x.wav"))
        try clear()
        guard !given.contains(where: { $0.isNewline || $0 == "\0" }) else { return }
        #expect(try await form([(given.replacing("\\", with: "\\\\"), Self.song)]).status == 201)
        #expect(try kept == [name])
        try clear()
    }

    @Test("a character with hundreds of combining marks is not a name")
    func marks() async throws {
        #expect(try await upload("a" + String(repeating: "\u{301}", count: 200) + ".wav").problem == "not-music")
        #expect(try kept == [])
    }

    @Test("a form that is too large or malformed is refused")
    func limits() async throws {
        let large = [UInt8](repeating: 0, count: (1 << 20) + 1)
        let answer = try await upload("large.wav", large)
        #expect((answer.status, answer.problem) == (413, "about:blank"))
        #expect(try await client.send("POST", "/uploads?name=a.wav").status == 411)
        for (type, status) in [
            ("multipart/form-data", 400), ("multipart/form-data; boundary=", 400), ("multipart/mixed; boundary=edge", 415),
            ("multipart/form-data; boundary=edge", 400),
        ] {
            let wrong = try await client.send("POST", "/uploads", ["Content-Type": type], body: Self.text)
            #expect((wrong.status, wrong.problem) == (status, "bad-form"), "\(type): \(wrong.text)")
        }
        #expect(try kept == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.data + "/spool") == [])
    }

    @Test("uploads without the token are refused")
    func strangers() async throws {
        var stranger = try client
        stranger.token = nil
        let answer = try await stranger.send("POST", "/uploads?name=a.wav", ["Content-Type": "audio/wav"], body: Self.song)
        #expect((answer.status, answer.problem) == (401, "token-needed"))
        let foreign = try await upload("a.wav", Self.song, ["Origin": "https://evil.example"])
        #expect((foreign.status, foreign.problem) == (403, "foreign-origin"))
        #expect(try kept == [])
    }
}

@Suite("Open control", .served(music: false, ["--open-control"]))
struct OpenControlTests: LibraryTests {
    @Test("everyone on the network can make changes, and pages of other sites cannot")
    func open() async throws {
        var anyone = try client
        anyone.token = nil
        let made = try await anyone.send("POST", "/playlists", json: #"{"name":"Ours"}"#)
        #expect(made.status == 201)
        let own = try await anyone.send(
            "POST", "/playlists", json: #"{"name":"Ours"}"#, ["Origin": "http://127.0.0.1:\(anyone.port)"])
        #expect(own.status == 201)
        let foreign = try await anyone.send("POST", "/playlists", json: #"{"name":"Theirs"}"#, ["Origin": "https://evil.example"])
        #expect((foreign.status, foreign.problem) == (403, "foreign-origin"))
        #expect(try await anyone.get("/playlists").object["total"] as? Int == 2)
        #expect(try await anyone.get("/tracks").items.isEmpty)
    }
}
