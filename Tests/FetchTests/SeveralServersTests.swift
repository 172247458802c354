import Catalog
import Foundation
import Music
import Subsonic
import Synchronization
import System
import Testing
import Waiting
import Workers
import Yardstick

@testable import Library

@Suite("A song that lies on several music servers")
final class SeveralServersTests: Sendable {
    private let place: LibraryOfServers

    init() throws { place = try LibraryOfServers() }

    deinit { place.remove() }

    /// A server of songs of these titles, whose pages begin at the offset that is asked for.
    private static func server(_ titles: String...) throws -> MusicServer {
        try MusicServer { method, query in
            guard method == "search3" else { return MusicServer.good() }
            let songs = titles.map { #"{"id":"\#($0)","title":"\#($0)","albumId":"a","size":\#($0.utf8.count),"suffix":"mp3"}"# }
            let page = songs.dropFirst(Int(query["songOffset"] ?? "") ?? 0)
            return MusicServer.good(#""searchResult3":{"song":[\#(page.joined(separator: ","))]}"#)
        }
    }

    /// What a server was told, without its list being asked for.
    private static func told(_ server: MusicServer) -> [String] {
        server.asked.withLock { $0 }.compactMap { method, query in
            switch method {
            case "star", "unstar": "\(method) \(query["id"] ?? "")"
            case "setRating": "\(query["rating"] ?? "") \(query["id"] ?? "")"
            case "scrobble": "\(query["submission"] == "true" ? "played" : "plays") \(query["id"] ?? "")"
            default: nil
            }
        }
    }

    private func wait(until holds: () -> Bool) async throws {
        try await eventually("what the servers are told", holds)
    }

    @Test("is at servers of which each that stops answering is logged, also if another has just stopped")
    func silence() async throws {
        let servers = [try Self.server(), try Self.server()]
        for server in servers { server.replace { _, _ in MusicServer.reply("".utf8, status: "503 Later") } }
        let fixed = zip(["zoo", "ant"], servers).map { SubsonicServer.named($0, $1) }
        let library = try await place.open(fixed: fixed, clock: HandClock(jumps: true))
        for name in ["zoo", "ant"] {
            let client = try #require(library.remote.client(of: name))
            await #expect(throws: SubsonicError.self) { _ = try await client.ping() }
        }
        var start = library.log.history.place(after: 0)
        let lines = library.log.history.read(from: &start, debug: false, atMost: 100).lines.map(\.json)
        for name in ["zoo", "ant"] { #expect(lines.filter { $0.contains("the music server \(name) does not answer") }.count == 1) }
    }

    @Test("is listed once, as that of the server named first, and each of them is told of favourites, stars and plays")
    func told() async throws {
        // Neither the letters of their names nor their lengths say which was named first.
        let (first, second) = (try Self.server("Both", "First only"), try Self.server("Second", "Both"))
        let library = try await place.open(fixed: [SubsonicServer.named("zoo", first), SubsonicServer.named("ant", second)])
        _ = try await library.librarian.scan()
        let tracks = try await library.reader.tracks(TrackQuery()).items
        #expect(tracks.map(\.title).sorted() == ["Both", "First only", "Second"])
        let folders = try await library.reader.folders()
        let both = try #require(tracks.first { $0.title == "Both" })
        #expect(folders.first { $0.id == both.place.folder }?.path == Array("subsonic:zoo".utf8))

        try await library.set(favourite: true, both)
        try await library.set(rating: 4, both)
        await library.tellPlaying(.recording(both.identity))
        await library.countPlay(of: .recording(both.identity))
        try await library.set(favourite: false, both)
        let all: Set = ["star Both", "4 Both", "plays Both", "played Both", "unstar Both"]
        for server in [first, second] {
            try await wait { Self.told(server).contains("unstar Both") }
            #expect(Set(Self.told(server)) == all && Self.told(server).count == all.count)
        }
        // A song that one of them has is no business of the other's.
        let alone = try #require(tracks.first { $0.title == "Second" })
        try await library.set(rating: 2, alone)
        try await wait { Self.told(second).contains("2 Second") }
        #expect(Self.told(first).count == all.count)
    }

    @Test("and in a folder is listed once after one scan, as that of the folder, and they are told all the same")
    func folder() async throws {
        let wave = LibraryOfServers.silence
        try Data(wave).write(to: URL(fileURLWithPath: place.folder + "/music/Song.wav"))
        let server = try MusicServer { method, _ in
            let song = #"{"id":"1","title":"Song","albumId":"a","size":\#(wave.count),"suffix":"wav"}"#
            return MusicServer.good(method == "search3" ? #""searchResult3":{"song":[\#(song)]}"# : "")
        }
        // Its name is shorter than that of the folder.
        let library = try await place.open(fixed: [SubsonicServer.named("a", server), SubsonicServer.named("b", server)])
        _ = try await library.librarian.scan()
        let tracks = try await library.reader.tracks(TrackQuery()).items
        #expect(tracks.map(\.place.path) == [Array("Song.wav".utf8)])
        try await library.set(rating: 5, try #require(tracks.first))
        try await wait { Self.told(server) == ["5 1", "5 1"] }
    }

    @Test("is listed once, whichever server was scanned first")
    func order() async throws {
        let (first, second) = (try Self.server("Both"), try Self.server("Both"))
        let library = try await place.open(fixed: [
            SubsonicServer.named("zoo", first), SubsonicServer.named("ant", second),
        ])
        let folders = try await library.reader.folders()
        for folder in folders.reversed() { try await library.librarian.takeIn([], in: folder.id) }
        #expect(try await library.reader.tracks(TrackQuery()).total == 2, "nobody knew of the first one's yet")
        _ = try await library.librarian.scan()
        #expect(try await library.reader.tracks(TrackQuery()).total == 1)
    }

    @Test("is the other server's once the first is not served any more, and the first one's again, with all that is known of it")
    func removed() async throws {
        let (first, second) = (try Self.server("Both"), try Self.server("Both"))
        let (zoo, ant) = (SubsonicServer.named("zoo", first), SubsonicServer.named("ant", second))
        func opened(_ servers: [SubsonicServer]) async throws -> Library { try await place.open(fixed: servers) }
        func only(_ library: Library) async throws -> (track: Track, server: String) {
            let tracks = try await library.reader.tracks(TrackQuery()).items
            let track = try #require(tracks.first)
            #expect(tracks.count == 1)
            let folder = try await library.reader.folders().first { $0.id == track.place.folder }
            return (track, String(decoding: folder?.path ?? [], as: UTF8.self))
        }
        var library: Library? = try await opened([zoo, ant])
        _ = try await library?.librarian.scan()
        let known = try await only(try #require(library))
        #expect(known.server == "subsonic:zoo")
        let list = try #require(try await library?.catalog.makePlaylist("Evening", tracks: [known.track.id], at: 1))
        /// Whether it is the same recording still, and in the playlist.
        func isKnown(_ track: Track, _ library: Library?) async throws -> Bool {
            let entries = try await library?.reader.entries(of: list, limit: 9, offset: 0)
            return track.identity == known.track.identity && entries?.map(\.track?.id) == [track.id]
        }
        library = nil
        library = try await opened([ant])
        // At once, and after its list was read.
        for _ in 0..<2 {
            let now = try await only(try #require(library))
            #expect(now.server == "subsonic:ant" && now.track.id == known.track.id)
            #expect(try await isKnown(now.track, library))
            _ = try await library?.librarian.scan()
        }
        library = nil
        library = try await opened([zoo, ant])
        _ = try await library?.librarian.scan()
        let back = try await only(try #require(library))
        #expect(back.server == "subsonic:zoo")
        #expect(try await isKnown(back.track, library))
        // It is gone from the first one's list alone.
        first.replace { _, _ in MusicServer.good() }
        _ = try await library?.librarian.scan()
        let last = try await only(try #require(library))
        #expect(last.server == "subsonic:ant")
        #expect(try await isKnown(last.track, library))
    }

    @Test("is sent by the other server when the first is dead, and the owner sees which")
    func dead() async throws {
        let (first, second) = (try Self.server("Both"), try Self.server("Both"))
        let library = try await place.open(fixed: [SubsonicServer.named("zoo", first), SubsonicServer.named("ant", second)])
        _ = try await library.librarian.scan()
        let track = try #require(try await library.reader.tracks(TrackQuery()).items.first)
        first.replace { _, _ in [] }
        second.replace { method, query in
            method == "download" && query["id"] == "Both" ? MusicServer.reply("both".utf8, "audio/mpeg") : MusicServer.failed(70)
        }
        #expect(try await library.sources.open(track.place).start(atMost: 9) == Array("both".utf8) && !library.isFar(track))
        try await library.comes(track)
        #expect(try await library.servers().map(\.sentInstead) == [0, 1])
    }

    @Test("is asked for at once when somebody wants it, though its server did not answer a moment ago")
    func again() async throws {
        let server = try Self.server("Song")
        let library = try await place.open(fixed: [SubsonicServer.named("home", server)])
        _ = try await library.librarian.scan()
        let track = try #require(try await library.reader.tracks(TrackQuery()).items.first)
        server.replace { _, _ in Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nso".utf8) }
        await #expect(throws: SubsonicError.self) { _ = try await library.remote.client(of: "home")?.ping() }
        server.replace { _, _ in MusicServer.reply("song".utf8, "audio/mpeg") }
        await library.askAgain(track)
        try await library.comes(track)
    }
}
