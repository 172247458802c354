import Fetch
import Foundation
import Library
import Synchronization
import System
import Testing
import Text

@Suite("The lyrics of a service")
struct LyricsServiceTests {
    /// What a server is asked, and how it answers each song.
    private final class Service: Sendable {
        let asked = Mutex<[String]>([])
        let folder = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString

        func server(_ answer: @escaping @Sendable (String) -> String) throws -> RudeServer {
            try RudeServer { head, wire in
                let path = String(head.split(separator: " ")[1])
                self.asked.withLock { $0.append(path) }
                let bytes = answer(path)
                return wire.write(bytes) && bytes.hasPrefix("HTTP/1.1")
            }
        }

        func service(_ server: RudeServer) throws -> LyricsService {
            var settings = Fetcher.Settings()
            settings.usesProxies = false
            return try LyricsService(
                try #require(FetchAddress("http://127.0.0.1:\(server.port)/")), settings, folder: folder,
                log: Log(level: .error, descriptor: -1, clock: MachineClock()), clock: MachineClock())
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }
    }

    private static func answer(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func song(_ title: String) throws -> LyricsService.Song {
        try #require(LyricsService.Song(artist: "Sigur Rós", title: title, album: "A/B & C", seconds: 61.6))
    }

    @Test("a song is asked for once by its tags, and the answer is kept, also that there are none")
    func kept() async throws {
        let service = Service()
        let server = try service.server { path in
            path.contains("Sung")
                ? Self.answer("200 OK", #"{"id":1,"plainLyrics":"One","syncedLyrics":"[00:01.00] One\n[00:02.50] Two"}"#)
                : path.contains("Plain")
                    ? Self.answer("200 OK", #"{"plainLyrics":"One\nTwo","syncedLyrics":null}"#)
                    : Self.answer("404 Not Found", #"{"code":404,"name":"TrackNotFound"}"#)
        }
        for _ in 0..<2 {
            let asking = try service.service(server)
            for _ in 0..<2 {
                let sung = try #require(try await asking.lyrics(of: try song("Sung")))
                #expect(sung.isSynced && sung.lines.map(\.text) == ["One", "Two"] && sung.lines[1].start == 2.5)
                let plain = try #require(try await asking.lyrics(of: try song("Plain")))
                #expect(!plain.isSynced && plain.lines.map(\.text) == ["One", "Two"])
                #expect(try await asking.lyrics(of: try song("Unknown")) == nil)
            }
        }
        let asked = service.asked.withLock { $0 }
        #expect(asked.count == 3)
        #expect(asked.first == "/api/get?artist_name=Sigur%20R%C3%B3s&track_name=Sung&album_name=A%2FB%20%26%20C&duration=62")
    }

    @Test("without an artist or a title nothing is asked")
    func untagged() {
        #expect(LyricsService.Song(artist: nil, title: "Title", album: nil, seconds: 1) == nil)
        #expect(LyricsService.Song(artist: "Artist", title: "", album: nil, seconds: 1) == nil)
        #expect(LyricsService.Song(artist: "Artist", title: "Title", album: nil, seconds: .infinity) != nil)
    }

    @Test(
        "an answer that is no lyrics is not kept, and the service is left in peace for a while",
        arguments: [
            answer("500 Broken", ""), answer("200 OK", ""), answer("200 OK", "[]"), answer("200 OK", #"{"syncedLyrics":7}"#),
            answer("200 OK", String(repeating: "[", count: 600)), answer("302 Found", ""), "SSH-2.0\r\n\r\n", "",
            answer("200 OK", #"{"plainLyrics":""# + String(repeating: "x", count: 2 << 20) + #""}"#),
        ])
    func failing(_ reply: String) async throws {
        let service = Service()
        let server = try service.server { _ in reply }
        let asking = try service.service(server)
        #expect(try await asking.lyrics(of: try song("One")) == nil)
        #expect(try await asking.lyrics(of: try song("Two")) == nil)
        #expect(service.asked.withLock { $0.count } == 1)
        let sane = try service.server { _ in Self.answer("200 OK", #"{"plainLyrics":"One"}"#) }
        #expect(try await service.service(sane).lyrics(of: try song("One"))?.lines.count == 1)
    }
}
