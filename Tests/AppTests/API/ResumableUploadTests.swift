import Foundation
import Testing
import Waiting

@testable import Library
@testable import Music
@testable import Rooms
@testable import System
@testable import Web
@testable import Workers

/// Uploads by tus: over HTTP, each part a request.
@Suite("Resumable uploads", .serialized, .served(music: false, uploads: true))
struct ResumableUploadTests: LibraryTests {
    private static let song = ClickTrack(first: 0.1, interval: 0.2, seconds: 1.2).wave
    private static let version = ["Tus-Resumable": "1.0.0"]

    private func begin(_ length: Int, name: String = "a.wav", again: Bool = false) async throws -> Answer {
        var words = "filename \(Data(name.utf8).base64EncodedString())"
        if again { words += ",again \(Data("true".utf8).base64EncodedString())" }
        return try await client.send(
            "POST", "/uploads/resumable", Self.version.merging(["Upload-Length": "\(length)", "Upload-Metadata": words]) { $1 })
    }

    private func path(_ answer: Answer) throws -> String {
        let location = try #require(answer.fields["location"], "\(answer.text)")
        return String(location.dropFirst("/api/v1".count))
    }

    private func send(_ path: String, _ bytes: some Collection<UInt8>, at offset: Int) async throws -> Answer {
        let fields = ["Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(offset)"]
        return try await client.send("PATCH", path, Self.version.merging(fields) { $1 }, body: Array(bytes))
    }

    /// Waits until an upload is stored or refused.
    private func outcome(_ path: String) async throws -> [String: Any] {
        let events = try await house.events(token: client.token)
        while true {
            let now = try await client.get(path).object
            if !["receiving", "checking"].contains(now["state"] as? String) { return now }
            _ = await events.next()
        }
    }

    @Test("parts add up to a file, which becomes a track")
    func parts() async throws {
        let answer = try await begin(Self.song.count, again: true)
        #expect(answer.status == 201 && answer.fields["tus-resumable"] == "1.0.0" && answer.fields["upload-expires"] != nil)
        let path = try path(answer)
        let half = Self.song.count / 2
        let first = try await send(path, Self.song[..<half], at: 0)
        #expect(first.status == 204 && first.fields["upload-offset"] == "\(half)", "\(first.text)")
        let head = try await client.send("HEAD", path, Self.version)
        #expect(head.fields["upload-offset"] == "\(half)" && head.fields["upload-length"] == "\(Self.song.count)")
        #expect(head.fields["cache-control"]?.contains("no-store") == true)
        let wrong = try await send(path, Self.song[half...], at: half - 1)
        #expect((wrong.status, wrong.problem) == (409, "conflict"))
        let long = try await send(path, Self.song, at: half)
        #expect(long.status == 413)
        #expect(try await send(path, Self.song[half...], at: half).status == 204)
        let done = try await outcome(path)
        let file = (done["files"] as? [[String: Any]])?.first
        #expect(done["state"] as? String == "done" && file?["new"] as? Bool == true && file?["track"] is [String: Any], "\(done)")
        let stored = try #require(file?["path"] as? String)
        #expect(try Data(contentsOf: URL(fileURLWithPath: stored)) == Data(Self.song))
        #expect(try await client.get("/uploads/resumable").object["uploads"] is [Any])
        #expect(try await client.send("DELETE", path, Self.version).status == 204)
        #expect(try await client.get(path).status == 404)
        #expect(FileManager.default.fileExists(atPath: stored), "only the outcome is forgotten")
        try await nothingIsLeft()
    }

    /// An upload is erased after its outcome is told.
    private func nothingIsLeft() async throws {
        try await eventually("nothing of it is left") {
            try FileManager.default.contentsOfDirectory(atPath: library.data + "/uploads") == []
        }
    }

    @Test("what is no music is refused when all of it has come, and nothing of it is left")
    func noMusic() async throws {
        let text = Array(String(repeating: "This is no music. ", count: 100).utf8)
        let path = try path(try await begin(text.count))
        #expect(try await send(path, text, at: 0).status == 204)
        let outcome = try await outcome(path)
        #expect(outcome["state"] as? String == "failed" && outcome["type"] as? String == "not-music", "\(outcome)")
        try await nothingIsLeft()
        #expect(try await begin(10, name: "a.txt").problem == "not-music")
    }

    @Test("a request that is not as the protocol asks is refused with the status it names")
    func protocolErrors() async throws {
        let options = try await client.send("OPTIONS", "/uploads/resumable")
        #expect(options.status == 204 && options.fields["tus-version"] == "1.0.0" && options.fields["tus-max-size"] != nil)
        #expect(options.fields["tus-extension"] == "creation,termination,expiration")
        #expect(try await client.send("POST", "/uploads/resumable", ["Upload-Length": "5"]).status == 412)
        #expect(try await begin(0).status == 413)
        #expect(try await begin(1 << 40).status == 413)
        let path = try path(try await begin(5))
        let plain = try await client.send("PATCH", path, Self.version.merging(["Upload-Offset": "0"]) { $1 }, body: [1])
        #expect(plain.status == 415)
        #expect(try await send(path, [1], at: 7).status == 409)
        #expect(try await send("/uploads/resumable/no", [1], at: 0).status == 404)
        var stranger = try client
        stranger.token = nil
        #expect(try await stranger.send("DELETE", path, Self.version).status == 401)
        #expect(try await stranger.get(path).status == 401)
        #expect(try await client.send("DELETE", path, Self.version).status == 204)
    }

    @Test("the file is named by its tags where the server was told so, and by nothing that leads elsewhere")
    func pattern() throws {
        let pattern = try UploadPattern("{albumartist}/{album}/{disc}-{track} {title}")
        var tags = Tags()
        #expect(pattern.path(of: tags, name: "x") == ["Unknown artist", "Unknown album", "x"])
        (tags.title, tags.artist, tags.album, tags.track) = ("Who?", "AC/DC", "..Back: in Black..", 3)
        #expect(pattern.path(of: tags, name: "x") == ["AC_DC", "Back_ in Black", "03 Who_"])
        (tags.disc, tags.compilation) = (1, true)
        #expect(pattern.path(of: tags, name: "x") == ["Various artists", "Back_ in Black", "1-03 Who_"])
        (tags.title, tags.album) = ("../../etc/passwd", "\u{0}\n")
        let path = pattern.path(of: tags, name: "x")
        #expect(path.allSatisfy { !$0.isEmpty && !$0.contains("/") && !$0.hasPrefix(".") })
        tags.title = String(repeating: "ö", count: 500)
        #expect(try #require(pattern.path(of: tags, name: "x").last).utf8.count <= 230)
        for wrong in ["", "{title", "{who} {title}", "{title}/{album}", "a//{title}", "{artist}"] {
            #expect(throws: UploadPattern.Mistake.self) { try UploadPattern(wrong) }
        }
    }

    @Test("what has come is there after the process was killed, and a writer that was overtaken adds nothing")
    func resumed() async throws {
        let folder = try TemporaryFolder()
        let log = Log(level: .error, format: .text, descriptor: -1, clock: MachineClock())
        let before = try ResumableUploads(folder: folder.path + "/uploads", limit: 1000, log: log, clock: MachineClock())
        let upload = try before.begin(name: "a.wav", length: 10, again: false)
        let old = try before.writer(upload.id, from: 0, count: 10)
        #expect(old.append([1, 2, 3]) == nil)
        let new = try before.writer(upload.id, from: 3, count: 7)
        #expect(old.append([9]) != nil && new.append([4, 5]) == nil)
        #expect(throws: LibraryRefusal.wrongOffset(5)) { try before.writer(upload.id, from: 3, count: 7) }

        let after = try ResumableUploads(folder: folder.path + "/uploads", limit: 1000, log: log, clock: MachineClock())
        #expect(try after.look(upload.id).offset == 5)
        #expect(try after.writer(upload.id, from: 5, count: 5).append([6, 7, 8, 9, 10]) == nil)

        // It was complete when the process ended.
        let last = try ResumableUploads(folder: folder.path + "/uploads", limit: 1000, log: log, clock: MachineClock())
        let (taken, tell) = AsyncStream.makeStream(of: [UInt8].self)
        last.start(
            take: { file, _, _ in
                tell.yield(try file.file.start(atMost: 100))
                return UploadReport()
            }, tell: { _ in })
        var heard = taken.makeAsyncIterator()
        #expect(await heard.next() == Array(1...10))
    }
}
