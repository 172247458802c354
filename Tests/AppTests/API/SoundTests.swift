import Foundation
import Testing

extension APITests {
    @Suite("Sound and covers")
    struct SoundTests: LibraryTests {
        private func bytes(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: try library.music + "/" + name)))
        }

        @Test("audio is the file, whole or in ranges")
        func audio() async throws {
            let file = try bytes("clicks.mp3")
            let path = "/tracks/\(try await track("svefn"))/audio"
            let whole = try await client.get(path)
            #expect((whole.status, whole.type) == (200, "audio/mpeg"))
            #expect(whole.body == file)
            #expect(whole.fields["accept-ranges"] == "bytes")
            let tag = try #require(whole.fields["etag"])
            for (range, part) in [("0-99", 0..<100), ("1000-", 1000..<file.count), ("-10", file.count - 10..<file.count)] {
                let answer = try await client.get(path, ["Range": "bytes=\(range)", "If-Range": tag])
                #expect(answer.status == 206 && answer.body == Array(file[part]), "\(range)")
                #expect(answer.fields["content-range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.count)")
            }
            #expect(try await client.get(path, ["Range": "bytes=0-9", "If-Range": "\"other\""]).body == file)
            let behind = try await client.get(path, ["Range": "bytes=\(file.count)-"])
            #expect((behind.status, behind.problem) == (416, "about:blank"))
            #expect(behind.fields["content-range"] == "bytes */\(file.count)")
            #expect(try await client.get(path, ["If-None-Match": tag]).status == 304)
            let head = try await client.send("HEAD", path)
            #expect((head.status, head.body.count, head.fields["content-length"]) == (200, 0, "\(file.count)"))
        }

        @Test("a stream is the file if browsers can play it, otherwise a converted form")
        func stream() async throws {
            #expect(try await client.get("/tracks/\(try await track("svefn"))/stream").body == bytes("clicks.mp3"))
            let path = "/tracks/\(try await track("zwei"))/stream"
            let whole = try await client.get(path)
            #expect((whole.status, whole.type) == (200, "audio/flac"))
            #expect(whole.body.starts(with: Array("fLaC".utf8)))
            let part = try await client.get(path, ["Range": "bytes=100-299"])
            #expect(part.status == 206 && part.body == Array(whole.body[100..<300]))
            let folder = try TemporaryFolder()
            let (_, rows) = try MediaTrial.samples(try folder.write(whole.body, to: "stream.flac"))
            #expect(abs(Double(rows[0].count) / 44_100 - 6) < 0.1)
            #expect(rows[0].contains { abs($0) > 0.3 })
            let wav = try await client.get(path + "?format=wav")
            #expect((wav.type, wav.body.starts(with: Array("RIFF".utf8))) == ("audio/wav", true))
        }

        @Test("an unknown form is refused", arguments: ["exe", "FLAC", "../wav", "flac%00"])
        func forms(name: String) async throws {
            let answer = try await client.get("/tracks/1/stream?format=\(name)")
            #expect((answer.status, answer.problem) == (400, "bad-query"))
        }

        @Test("covers come from the file, otherwise from its folder, no larger than requested")
        func art() async throws {
            for title in ["svefn", "zwei"] {
                let path = "/tracks/\(try await track(title))/art"
                let original = try await client.get(path)
                #expect((original.status, original.type) == (200, "image/png"))
                let small = try await client.get(path + "?size=50")
                #expect(small.status == 200 && small.type.hasPrefix("image/"))
                #expect(try await size(small.body) == "50,25")
                let tag = try #require(small.fields["etag"])
                #expect(tag != original.fields["etag"])
                #expect(try await client.get(path + "?size=50", ["If-None-Match": tag]).status == 304)
                #expect(try await client.get(path + "?size=50").body == small.body)
            }
            let drawn = try await client.get("/tracks/\(try await track("noise"))/art?size=64")
            #expect((drawn.status, drawn.type) == (200, "image/svg+xml"), "a track without a cover has a drawn one")
            #expect(String(decoding: drawn.body, as: UTF8.self).hasPrefix("<svg "))
            for path in ["/tracks/999/art", "/albums/999/art"] {
                let none = try await client.get(path)
                #expect((none.status, none.problem) == (404, "not-found"))
            }
            let album = try #require(try await client.get("/albums?q=agaetis").items.first?["id"] as? Int)
            #expect(try await size(try await client.get("/albums/\(album)/art?size=64").body) == "64,32")
            for size in ["0", "15", "4097", "-1", "1e3", "99999999999999999999", ""] {
                #expect(try await client.get("/tracks/1/art?size=\(size)").problem == "bad-query", "\(size)")
            }
        }

        /// Width and height, measured by ffprobe.
        private func size(_ picture: [UInt8]) async throws -> String {
            let folder = try TemporaryFolder()
            let file = try folder.write(picture, to: "picture")
            let probe = try Tool.ffmpeg.found().replacingOccurrences(of: "ffmpeg", with: "ffprobe")
            let words = ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", file]
            return try await ChildProcess.run(probe, words).out.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
