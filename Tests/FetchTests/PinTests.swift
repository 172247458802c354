import Catalog
import Foundation
import Music
import Subsonic
import Synchronization
import System
import Testing
import Waiting
import Workers

@testable import Library

@Suite("Albums of music servers that are kept here")
final class PinTests: Sendable {
    private static let size = 1_000
    private let place: LibraryOfServers
    /// Held by the server itself, which may be asked when a test is over.
    private final class Mood: Sendable {
        let isWell = Mutex(true)
    }

    private let mood = Mood()

    init() throws { place = try LibraryOfServers() }

    deinit { place.remove() }

    /// Three albums of five songs.
    private func server() throws -> MusicServer {
        try MusicServer { [mood] method, query in
            guard mood.isWell.withLock({ $0 }) else { return MusicServer.reply("".utf8, status: "503 Later") }
            switch method {
            case "search3" where query["songOffset"] == "0":
                let songs = (0..<15).map { number in
                    #"{"id":"\#(number)","title":"Song \#(number)","artist":"Ann","album":"Album \#(number / 5)","#
                        + #""albumId":"\#(number / 5)","albumArtist":"Ann","track":\#(number % 5 + 1),"size":\#(Self.size),"suffix":"mp3"}"#
                }
                return MusicServer.good(#""searchResult3":{"song":[\#(songs.joined(separator: ","))]}"#)
            case "download": return MusicServer.reply([UInt8](repeating: 7, count: Self.size), "audio/mpeg")
            default: return MusicServer.good()
            }
        }
    }

    private func opened(_ server: MusicServer) async throws -> Library {
        let fixed = SubsonicServer(name: "home", addresses: [server.address], login: MusicServer.alice)
        let library = try await place.open(fixed: [fixed], fetchedSize: 11 * Self.size)
        _ = try await library.librarian.scan()
        return library
    }

    private func albums(_ library: Library) async throws -> [Album] {
        try await library.reader.albums(AlbumQuery()).items.sorted { $0.title < $1.title }
    }

    private func fetch(_ album: Album, _ library: Library) async throws {
        for song in try await library.reader.songsElsewhere(ofAlbum: album.id) { try await library.sources.fetch(song) }
    }

    private func whole(_ library: Library) async throws {
        try await eventually("whole albums") {
            try await library.pins().entries.allSatisfy { $0.fetched >= $0.album.byteCount }
        }
    }

    @Test("are fetched and stay, whatever else plays, also in the next process, until they are kept no longer")
    func kept() async throws {
        let server = try server()
        defer { withExtendedLifetime(server) {} }
        var library: Library? = try await opened(server)
        let all = try await albums(try #require(library))
        #expect(all.map(\.isPinned) == [false, false, false])
        try await library?.set(pinned: true, all[0])
        try await whole(try #require(library))
        #expect(try await library?.reader.album(all[0].id)?.isPinned == true)
        #expect(try await library?.pins().byteCount == 5 * Self.size)
        for album in [all[1], all[2], all[1]] {
            try await fetch(album, try #require(library))
            #expect(try await library?.pins().entries.map(\.fetched) == [5 * Self.size])
            #expect(try #require(library?.remote.cache).byteCount <= 11 * Self.size)
        }
        library = nil

        let again = try await opened(server)
        try await whole(again)
        for album in [all[2], all[1], all[2]] { try await fetch(album, again) }
        #expect(try await again.pins().entries.map(\.fetched) == [5 * Self.size])
        // Without its server it plays all the same.
        mood.isWell.withLock { $0 = false }
        try await fetch(all[0], again)
        mood.isWell.withLock { $0 = true }
        try await again.set(pinned: false, all[0])
        #expect(try await again.pins().entries.isEmpty)
        // There is room for one beside the others.
        while try await again.remains(of: all[0]) > 1 {
            for album in all[1...] { try await fetch(album, again) }
        }
    }

    @Test("are refused where they would not fit, and where nothing needs to be fetched")
    func refused() async throws {
        let server = try server()
        defer { withExtendedLifetime(server) {} }
        let library = try await opened(server)
        let all = try await albums(library)
        try await library.set(pinned: true, all[0])
        // Nine tenths of the cache are for kept albums.
        let room = 11 * Self.size / 10 * 9
        await #expect(throws: PinRefusal.noRoom(all[1].title, bytes: 5 * Self.size, left: room - 5 * Self.size, room: room)) {
            try await library.set(pinned: true, all[1])
        }
        try await library.set(pinned: true, all[0])
        #expect(try await library.pins().entries.count == 1)
        try await library.set(pinned: false, all[0])
        try await library.set(pinned: true, all[1])
        #expect(try await library.pins().entries.map(\.album.title) == [all[1].title])
    }

    @Test("are fetched once their server is back")
    func back() async throws {
        let server = try server()
        defer { withExtendedLifetime(server) {} }
        let library = try await opened(server)
        let album = try await albums(library)[2]
        mood.isWell.withLock { $0 = false }
        try await library.set(pinned: true, album)
        #expect(try await library.pins().entries.map(\.fetched) == [0])
        mood.isWell.withLock { $0 = true }
        // The server is asked again once it has had its rest.
        try await eventually("five songs") {
            _ = try? await library.librarian.scan()
            return try await library.pins().entries.first?.fetched == 5 * Self.size
        }
    }
}

extension Library {
    /// The songs of an album that are in the cache.
    fileprivate func remains(of album: Album) async throws -> Int {
        try await reader.songsElsewhere(ofAlbum: album.id).filter { song in
            sources.cacheKey(of: song).map { remote.cache?.contains($0) ?? false } ?? false
        }.count
    }
}
