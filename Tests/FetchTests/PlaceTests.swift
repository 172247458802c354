import Catalog
import Foundation
import Music
import Subsonic
import Synchronization
import System
import Testing
import Waiting

@testable import Library

@Suite("Places in long songs of a music server, and its stations")
final class PlaceTests: Sendable {
    private let place: LibraryOfServers
    /// Held by the server itself, which may be asked when a test is over.
    private final class Memory: Sendable {
        let kept = Watched<[String: Int]>([:])
        let isWell = Mutex(true)
    }

    private let memory = Memory()

    init() throws { place = try LibraryOfServers() }

    deinit { place.remove() }

    private func server(keepsPlaces: Bool = true) throws -> MusicServer {
        try MusicServer { [memory] method, query in
            guard memory.isWell.withLock({ $0 }) else { return MusicServer.reply("".utf8, status: "503 Later") }
            let id = query["id"] ?? ""
            switch method {
            case "search3" where query["songOffset"] == "0":
                let long = #"{"id":"mix","title":"Mix","size":9,"suffix":"mp3","duration":4000}"#
                let short = #"{"id":"short","title":"Short","size":8,"suffix":"mp3","duration":200}"#
                return MusicServer.good(#""searchResult3":{"song":[\#(long),\#(short)]}"#)
            case _ where method.hasSuffix("Bookmark") && !keepsPlaces, "getBookmarks" where !keepsPlaces:
                return MusicServer.reply("".utf8, status: "404 Not Found")
            case "getBookmarks":
                let all = memory.kept.withLock { $0.sorted { $0.key < $1.key } }.map { id, position in
                    #"{"position":\#(position),"username":"alice","entry":{"id":"\#(id)","title":"Mix"}}"#
                }
                return MusicServer.good(#""bookmarks":{"bookmark":[\#(all.joined(separator: ","))]}"#)
            case "createBookmark": memory.kept.withLock { $0[id] = Int(query["position"] ?? "") }
            case "deleteBookmark":
                guard memory.kept.withLock({ $0.removeValue(forKey: id) }) != nil else { return MusicServer.failed(70) }
            case "getInternetRadioStations":
                let good =
                    #"{"id":"1","name":"Paradise","streamUrl":"https://radio.example/flac","homePageUrl":"https://radio.example"}"#
                let bad = #"{"id":"2","name":"File","streamUrl":"file:///etc/passwd"},{"name":"Nothing"}"#
                return MusicServer.good(#""internetRadioStations":{"internetRadioStation":[\#(good),\#(bad)]}"#)
            default: break
            }
            return MusicServer.good()
        }
    }

    private func opened(_ server: MusicServer) async throws -> (Library, mix: Track, short: Track) {
        let fixed = SubsonicServer(name: "home", addresses: [server.address], login: MusicServer.alice)
        let library = try await place.open(fixed: [fixed])
        _ = try await library.librarian.scan()
        let tracks = try await library.reader.tracks(TrackQuery()).items
        return (library, try #require(tracks.first { $0.title == "Mix" }), try #require(tracks.first { $0.title == "Short" }))
    }

    private func until(_ position: Int?) async throws {
        try await memory.kept.wait("the place") { $0["mix"] == position }
    }

    @Test("are kept there as bookmarks, come back from there, and go at the end")
    func bookmarks() async throws {
        let server = try server()
        defer { withExtendedLifetime(server) {} }
        let (library, mix, short) = try await opened(server)
        #expect(await library.place(in: mix) == nil)
        await library.keep(place: 5_025.25, in: .recording(mix.identity))
        try await until(5_025_250)
        #expect(await library.place(in: mix) == 5_025.25)
        // An app of the server went on.
        memory.kept.withLock { $0["mix"] = 7_000_000 }
        #expect(await library.place(in: mix) == 7_000)
        for _ in 0..<2 { await library.keep(place: nil, in: .recording(mix.identity)) }
        try await until(nil)
        memory.kept.withLock { $0["short"] = 60_000 }
        #expect(await library.place(in: short) == nil)
        await library.keep(place: .infinity, in: .recording(mix.identity))
        #expect(await library.place(in: mix) == nil)
    }

    @Test("wait for a server that does not answer, the last one only, and are known meanwhile")
    func later() async throws {
        let server = try server()
        defer { withExtendedLifetime(server) {} }
        let (library, mix, _) = try await opened(server)
        memory.isWell.withLock { $0 = false }
        for minute in 1...5 { await library.keep(place: Double(minute * 60), in: .recording(mix.identity)) }
        #expect(await library.place(in: mix) == 300)
        memory.isWell.withLock { $0 = true }
        try await until(300_000)
    }

    @Test("are not told to a server that keeps none more than once")
    func none() async throws {
        let server = try server(keepsPlaces: false)
        defer { withExtendedLifetime(server) {} }
        let (library, mix, _) = try await opened(server)
        await library.keep(place: 60, in: .recording(mix.identity))
        try await server.isAsked(for: "createBookmark")
        try await eventually("what the server lacks") {
            try await library.servers().first?.health?.lacks.contains(.bookmarks) == true
        }
        await library.keep(place: 120, in: .recording(mix.identity))
        #expect(await library.place(in: mix) == nil)
        #expect(server.methods.filter { $0.hasSuffix("ookmark") || $0 == "getBookmarks" } == ["createBookmark"])
    }

    @Test("stations are read with the list, and go with their server")
    func stations() async throws {
        let server = try server()
        defer { withExtendedLifetime(server) {} }
        let (library, _, _) = try await opened(server)
        let station = Station(
            id: "1", name: "Paradise", stream: "https://radio.example/flac", home: "https://radio.example")
        let listed = try await library.stations()
        #expect(listed.map(\.station) == [station] && listed.map(\.server) == ["home"])
        _ = try await library.catalog.serve(folders: [], at: 1)
        #expect(try await library.stations().isEmpty)
    }
}
