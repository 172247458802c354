import Catalog
import Dispatch
import Fetch
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

@Suite("A music server that is slow")
final class SlowServersTests: Sendable {
    private let place: LibraryOfServers
    /// They answer longer than a test runs: libraries ask them again.
    private static let servers = Mutex<[MusicServer]>([])
    /// What hanging servers wait for before they answer.
    private let gate = DispatchSemaphore(value: 0)

    init() throws { place = try LibraryOfServers() }

    deinit {
        // As many as may wait.
        for _ in 0..<64 { gate.signal() }
        place.remove()
    }

    /// A server of the songs of some albums, which finds nothing for an empty search. It hangs at what `hangsAt` names.
    private func server(albums: [String], hangsAt: @escaping @Sendable (String, MusicServer.Query) -> Bool = { _, _ in false })
        throws
        -> MusicServer
    {
        let server = try MusicServer { [gate] method, query in
            if hangsAt(method, query) { gate.wait() }
            switch method {
            case "getAlbumList2" where query["offset"] == "0":
                let list = albums.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
                return MusicServer.good(#""albumList2":{"album":[\#(list)]}"#)
            case "getAlbum":
                let album = query["id"] ?? ""
                let song =
                    #"{"id":"\#(album)","title":"Song \#(album)","albumId":"\#(album)","size":\#(album.utf8.count),"suffix":"mp3"}"#
                return MusicServer.good(#""album":{"song":[\#(song)]}"#)
            default: return MusicServer.good()
            }
        }
        Self.servers.withLock { $0.append(server) }
        return server
    }

    /// Waits until tracks with these titles are listed, and no others.
    private func listed(_ titles: Set<String>, in library: Library) async throws {
        try await eventually("a list of \(titles)") {
            Set(try await library.reader.tracks(TrackQuery()).items.map(\.title)) == titles
        }
    }

    @Test("holds up neither another server nor the folders")
    func alone() async throws {
        let hanging = try server(albums: ["a"]) { method, _ in method == "ping" }
        let good = try server(albums: ["b"])
        let library = try await place.open(fixed: [SubsonicServer.named("slow", hanging), SubsonicServer.named("good", good)])
        await library.librarian.keepWatch()
        try await listed(["Song b"], in: library)
        // What uploads and edits of tags wait for ends, too.
        try Data(LibraryOfServers.silence).write(to: URL(fileURLWithPath: place.folder + "/music/here.wav"))
        let folder = try #require(try await library.reader.folders().first { $0.path == Array((place.folder + "/music").utf8) })
        try await library.librarian.takeIn([], in: folder.id)
        try await listed(["Song b", "here"], in: library)
        let track = try #require(try await library.reader.tracks(TrackQuery()).items.first { $0.title == "here" })
        try await library.librarian.takeAnew(track)
        #expect(await library.librarian.isScanning, "the slow one has not answered yet")
        #expect(hanging.methods.allSatisfy { $0 == "ping" })
    }

    @Test("shows what its list has brought so far, and how much that is")
    func progress() async throws {
        let server = try server(albums: ["a", "b", "c"]) { method, query in method == "getAlbum" && query["id"] == "c" }
        let library = try await place.open(fixed: [SubsonicServer.named("slow", server)])
        await library.librarian.keepWatch()
        try await listed(["Song a", "Song b"], in: library)
        let shown = try #require(try await library.servers().first)
        #expect(shown.songs == 2 && shown.found == 2 && shown.scannedAt == nil)
        gate.signal()
        try await listed(["Song a", "Song b", "Song c"], in: library)
        try await eventually("the end of the scan") { await !library.librarian.isScanning }
        let after = try #require(try await library.servers().first)
        #expect(after.songs == 3 && after.found == nil && after.scannedAt != nil)
    }

    @Test("is not listed for ever: after its time the list counts as unread, and what it brought stays")
    func limit() async throws {
        let server = try server(albums: ["a", "b"]) { method, query in method == "getAlbum" && query["id"] == "b" }
        let clock = HandClock()
        let delivered = Mutex<[String]>([])
        let source = SubsonicSource(
            try server.client(),
            try FetchedFiles(folder: place.folder + "/fetched", spool: place.folder, budget: 1 << 20, clock: clock), clock,
            SubsonicSource.Known())
        Task {
            await clock.sleepers()
            clock.advance(by: .seconds(3600))
        }
        await #expect(throws: SubsonicSource.ListTooLong.self) {
            _ = try await source.list([]) { files in
                delivered.withLock { $0 += files.map { String(decoding: $0.path, as: UTF8.self) } }
            }
        }
        #expect(delivered.withLock(\.self).count <= 1)
    }

    @Test("has its songs waited for until they begin to come, and what does not come is an error")
    func coming() async throws {
        let server = try server(albums: ["a", "bb"])
        server.sendFiles { [gate] head, wire in
            gate.wait()
            wire.write(head.contains("id=bb") ? MusicServer.failed(70) : MusicServer.reply([1], "audio/mpeg"))
        }
        let library = try await place.open(fixed: [SubsonicServer.named("home", server)])
        _ = try await library.librarian.scan()
        let tracks = try await library.reader.tracks(TrackQuery()).items.sorted { $0.title < $1.title }
        #expect(tracks.allSatisfy { library.isFar($0) })
        for _ in 0..<4 { gate.signal() }
        try await library.comes(tracks[0])
        try await library.sources.fetch(tracks[0].place)
        #expect(!library.isFar(tracks[0]))
        await #expect(throws: WorkerFailure.self) { try await library.comes(tracks[1]) }
        #expect(library.isFar(tracks[1]))
    }

    @Test("is told of once when it does not answer, and once when it answers again")
    func told() async throws {
        let isWell = Mutex(false)
        let server = try MusicServer { _, _ in
            isWell.withLock { $0 } ? MusicServer.good() : MusicServer.reply([], status: "503 Busy")
        }
        Self.servers.withLock { $0.append(server) }
        let told = Mutex<[String]>([])
        let named = SubsonicServer.named("home", server)
        let client = SubsonicClient(named, try MusicServer.fetcher(), backoff: Backoff(attempts: 1), rest: .zero) { trouble in
            told.withLock { $0.append(trouble == nil ? "well" : "trouble") }
        }
        for _ in 0..<3 { await #expect(throws: SubsonicError.self) { _ = try await client.ping() } }
        isWell.withLock { $0 = true }
        for _ in 0..<3 { _ = try await client.ping() }
        #expect(told.withLock(\.self) == ["trouble", "well"])
    }

    @Test("and a better one read beside each other list a song that both have once")
    func beside() async throws {
        let first = try server(albums: ["both"]) { method, _ in method == "getAlbum" }
        let second = try server(albums: ["both"])
        let library = try await place.open(fixed: [SubsonicServer.named("better", first), SubsonicServer.named("other", second)])
        await library.librarian.keepWatch()
        try await listed(["Song both"], in: library)
        let early = try #require(try await library.reader.tracks(TrackQuery()).items.first)
        gate.signal()
        try await eventually("the end of the scan") { await !library.librarian.isScanning }
        let tracks = try await library.reader.tracks(TrackQuery()).items
        let folders = try await library.reader.folders()
        #expect(tracks.count == 1 && tracks.first?.place.folder != early.place.folder)
        #expect(folders.first { $0.id == tracks.first?.place.folder }?.path == Array("subsonic:better".utf8))
        #expect(try await library.servers().map(\.elsewhere) == [0, 1])
    }
}
