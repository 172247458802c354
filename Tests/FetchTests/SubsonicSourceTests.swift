import Catalog
import Fetch
import Foundation
import Music
import Subsonic
import Synchronization
import System
import Testing
import Text
import Workers

@testable import Library

@Suite("The music of a Subsonic server")
final class SubsonicSourceTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString

    /// They answer as long as a test runs.
    private let servers = Mutex<[MusicServer]>([])

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func source(
        _ server: MusicServer, twins: [FileTwin: Int] = [:],
        recordings: [[UInt8]: (size: Int64, identity: ContentIdentity)] = [:], budget: Int = 1 << 20
    ) throws -> SubsonicSource {
        servers.withLock { $0.append(server) }
        return SubsonicSource(
            try server.client(),
            try FetchedFiles(
                folder: folder + "/fetched", spool: folder, budget: budget, clock: MachineClock(),
                backoff: Backoff(first: .zero, attempts: 3)), MachineClock(),
            SubsonicSource.Known(twins: { twins }, recordings: { recordings }))
    }

    private static func song(_ number: Int) -> String {
        #"{"id":"s/\#(number).x","title":"Song \#(number)","albumId":"a","artist":"A","size":4,"suffix":"FLAC","coverArt":"c"}"#
    }

    /// A server of songs whose pages begin at the offset that is asked for, but for what `shifts` adds to it.
    private static func server(songs count: Int, page: Int, shifts: @escaping @Sendable (Int) -> Int = { _ in 0 }) throws
        -> MusicServer
    {
        try MusicServer { method, query in
            switch method {
            case "getAlbumList2" where query["offset"] == "0":
                return MusicServer.good(#""albumList2":{"album":[{"id":"a","artist":"Various"}]}"#)
            case "search3":
                let start = Int(query["songOffset"] ?? "") ?? 0
                let from = min(start + shifts(start), count)
                let songs = (from..<min(from + page, count)).map(song).joined(separator: ",")
                return MusicServer.good(#""searchResult3":{"song":[\#(songs)]}"#)
            case "getAlbum": return MusicServer.good(#""album":{"song":[\#(song(7))]}"#)
            default: return MusicServer.good()
            }
        }
    }

    private func listed(_ source: SubsonicSource) async throws -> (files: [SourceFile], listing: SourceListing) {
        let found = Mutex<[SourceFile]>([])
        let listing = try await source.list([]) { batch in found.withLock { $0 += batch } }
        return (found.withLock { $0 }, listing)
    }

    @Test("is listed page by page, each song once, with the artist of its album")
    func pages() async throws {
        let source = try source(try Self.server(songs: 10, page: 4))
        let (files, listing) = try await listed(source)
        #expect(files.map { $0.probe?.description.tags.title } == (0..<10).map { "Song \($0)" })
        #expect(files.allSatisfy { $0.probe?.description.tags.albumArtist == "Various" && $0.hasCoverBeside && $0.stamp.size == 4 })
        #expect(files[0].path == Array("a/s%2F0%2Ex.flac".utf8) && RemoteSong.id(in: files[0].path) == "s/0.x")
        #expect(listing.unread.isEmpty && source.stamp(of: files[3].path) == files[3].stamp)
        #expect(Set(files.compactMap { $0.probe?.identity }).count == 10)
        let again = try await listed(source).files
        #expect(again == files)
    }

    @Test("counts no song as gone when the list moved while it was read")
    func moving() async throws {
        let source = try source(try Self.server(songs: 10, page: 4) { $0 > 0 ? 1 : 0 })
        #expect(try await listed(source).listing.unread.map(\.path) == [[]])
    }

    @Test("is read album by album from a server that finds nothing for an empty search")
    func albums() async throws {
        let (files, listing) = try await listed(try source(try Self.server(songs: 0, page: 4)))
        #expect(files.map { $0.probe?.description.tags.title } == ["Song 7"] && listing.unread.isEmpty)
    }

    @Test("leaves out what lies in a folder already")
    func twins() async throws {
        let twins = [FileTwin(size: 4, title: "song 1"): 7, FileTwin(size: 5, title: "Song 0"): 8]
        let (files, listing) = try await listed(try source(try Self.server(songs: 3, page: 5), twins: twins))
        #expect(listing.otherPlaces == [Array("a/s%2F1%2Ex.flac".utf8): 7])
        #expect(files.map { $0.probe?.description.tags.title } == ["Song 0", "Song 2"])
    }

    @Test("its songs stay the recordings that the catalog knows them as, in another album too, but not as another file")
    func known() async throws {
        let (old, other) = (ContentIdentity(high: 1, low: 2), ContentIdentity(high: 3, low: 4))
        let known: [[UInt8]: (size: Int64, identity: ContentIdentity)] = [
            Array("z/s%2F0%2Ex.flac".utf8): (4, old), Array("a/s%2F1%2Ex.flac".utf8): (5, other),
        ]
        let found = try await listed(try source(try Self.server(songs: 2, page: 5), recordings: known)).files
        #expect(found.map { $0.probe?.identity == old } == [true, false])
        #expect(found.allSatisfy { $0.probe?.identity != other })
    }

    @Test("is fetched once, however many want it, and is there when the server is gone")
    func fetched() async throws {
        let server = try Self.server(songs: 1, page: 5)
        let source = try source(server)
        let file = try #require(try await listed(source).files.first)
        #expect(throws: WorkerFailure.self) { try source.open(file.path, file.stamp) }
        server.replace { _, _ in MusicServer.reply("song".utf8, "audio/flac") }
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await source.fetch(file.path, file.stamp) } }
            try await group.waitForAll()
        }
        #expect(server.methods.filter { $0 == "download" }.count == 1)
        server.replace { _, _ in [] }
        try await source.fetch(file.path, file.stamp)
        #expect(try source.open(file.path, file.stamp).start(atMost: 9) == Array("song".utf8))
    }

    @Test(
        "what is not the file that was listed is not kept",
        arguments: [
            MusicServer.reply("longer song".utf8, "audio/flac"), MusicServer.reply("so".utf8, "audio/flac"),
            Array("HTTP/1.1 200 OK\r\nContent-Type: audio/flac\r\nContent-Length: 4\r\n\r\nso".utf8),
            Array("HTTP/1.1 200 OK\r\nContent-Type: audio/flac\r\nContent-Length: 10000000000\r\n\r\nso".utf8),
            MusicServer.reply("<html>".utf8, "text/html"), MusicServer.failed(70), MusicServer.failed(0), [],
            Array("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n".utf8),
        ])
    func wrongFile(answer: [UInt8]) async throws {
        let server = try Self.server(songs: 1, page: 5)
        let source = try source(server)
        let file = try #require(try await listed(source).files.first)
        server.replace { _, _ in answer }
        await #expect(throws: WorkerFailure.self) { try await source.fetch(file.path, file.stamp) }
        #expect(throws: WorkerFailure.self) { try source.open(file.path, file.stamp) }
    }

    /// A server of one song of a megabyte, whose downloads `send` answers, and the file of the song.
    private func large(_ send: @escaping @Sendable (String, RudeServer.Wire) -> Void) async throws -> (SubsonicSource, SourceFile) {
        let song = #"{"id":"1","title":"Long","albumId":"a","size":\#(Self.megabyte.count),"suffix":"mp3"}"#
        let server = try MusicServer { method, _ in
            MusicServer.good(method == "search3" ? #""searchResult3":{"song":[\#(song)]}"# : "")
        }
        server.sendFiles(send)
        let source = try source(server, budget: 4 << 20)
        return (source, try #require(try await listed(source).files.first))
    }

    private static let megabyte = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }

    private static func head(_ status: String, _ count: Int, _ fields: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: audio/mpeg\r\nContent-Length: \(count)\r\n\(fields)\r\n"
    }

    @Test("a song can be read while it comes, its end first, and is kept once it is whole")
    func arriving() async throws {
        let (half, rest) = (1 << 19, DispatchSemaphore(value: 0))
        let (source, file) = try await large { head, wire in
            let start = Self.start(in: head)
            if start > 0 {
                let field = "Content-Range: bytes \(start)-\(Self.megabyte.count - 1)/\(Self.megabyte.count)\r\n"
                wire.write(Self.head("206 Partial Content", Self.megabyte.count - start, field))
                wire.write(Self.megabyte[start...])
                return
            }
            wire.write(Self.head("200 OK", Self.megabyte.count, "Accept-Ranges: bytes\r\n"))
            wire.write(Self.megabyte[..<half])
            rest.wait()
            wire.write(Self.megabyte[half...])
        }
        let early = try await source.openArriving(file.path, file.stamp)
        let arrival = try #require(early.arrival)
        let tail = Self.megabyte.count - arrival.tail
        #expect(early.size == Self.megabyte.count && tail >= 65_536)
        #expect(try Self.bytes(of: early, from: arrival.tail) == Self.megabyte[arrival.tail...])
        #expect(throws: WorkerFailure.self) { try source.open(file.path, file.stamp) }
        let second = try await source.openArriving(file.path, file.stamp)
        #expect(second.arrival === arrival)
        rest.signal()
        try await arrival.whole()
        let kept = try source.open(file.path, file.stamp)
        #expect(try kept.arrival == nil && Self.bytes(of: kept, from: 0) == Self.megabyte[...])
    }

    private static func bytes(of file: WorkerFile, from start: Int) throws -> ArraySlice<UInt8> {
        try file.start(atMost: megabyte.count)[start...]
    }

    @Test("a transfer that breaks off goes on where it ended, unless the file is another by then")
    func resumed() async throws {
        let asked = Mutex<[Int]>([])
        for (tag, isKept) in [("other", false), ("same", true)] {
            asked.withLock { $0 = [] }
            let (source, file) = try await large { head, wire in
                let start = Self.start(in: head)
                asked.withLock { $0.append(start) }
                let fields = "Accept-Ranges: bytes\r\nETag: \"\(start == 0 ? "same" : tag)\"\r\n"
                let range = "Content-Range: bytes \(start)-\(Self.megabyte.count - 1)/\(Self.megabyte.count)\r\n"
                let status = start == 0 ? "200 OK" : "206 Partial Content"
                wire.write(Self.head(status, Self.megabyte.count - start, start == 0 ? fields : fields + range))
                // Each answer but that for the end breaks off after some bytes.
                wire.write(Self.megabyte[start...].prefix(400_000))
            }
            if isKept {
                try await source.fetch(file.path, file.stamp)
                #expect(try Self.bytes(of: source.open(file.path, file.stamp), from: 0) == Self.megabyte[...])
                #expect(asked.withLock { $0.filter { $0 < 900_000 } } == [0, 400_000, 800_000])
            } else {
                await #expect(throws: WorkerFailure.self) { try await source.fetch(file.path, file.stamp) }
            }
        }
    }

    /// The first byte that a request asks for.
    private static func start(in head: String) -> Int {
        let range = head.split(separator: "\r\n").first { $0.hasPrefix("Range: bytes=") }
        return range.flatMap { Int($0.dropFirst(13).dropLast()) } ?? 0
    }

    @Test("a transfer that nobody wants any more is ended, and one that breaks off fails for all")
    func abandoned() async throws {
        let ends = AsyncStream<Bool>.makeStream()
        let (source, file) = try await large { _, wire in
            wire.write(Self.head("200 OK", Self.megabyte.count))
            wire.write(Self.megabyte[..<4])
            ends.continuation.yield(wire.isClosed(within: 20_000))
        }
        var early: WorkerFile? = try await source.openArriving(file.path, file.stamp)
        #expect(early?.arrival?.tail == Self.megabyte.count)
        early = nil
        var closed = ends.stream.makeAsyncIterator()
        #expect(await closed.next() == true)

        let (broken, lost) = try await large { _, wire in
            wire.write(Self.head("200 OK", Self.megabyte.count))
            wire.write(Self.megabyte[..<4])
        }
        await #expect(throws: WorkerFailure.self) { try await broken.fetch(lost.path, lost.stamp) }
        #expect(throws: WorkerFailure.self) { try broken.open(lost.path, lost.stamp) }
    }

    @Test("its playlists are files of the songs' paths, and are read again when the server changed them")
    func playlists() async throws {
        let changed = Mutex("1")
        let server = try MusicServer { method, query in
            let list = #"{"id":"p/1","name":"Evening","songCount":2,"changed":"\#(changed.withLock { $0 })"}"#
            switch method {
            case "getPlaylists": return MusicServer.good(#""playlists":{"playlist":[\#(list)]}"#)
            case "getPlaylist": return MusicServer.good(#""playlist":{"entry":[\#(Self.song(1)),\#(Self.song(0))]}"#)
            default: return MusicServer.good()
            }
        }
        let source = try source(server)
        for edition in ["1", "1", "2"] {
            changed.withLock { $0 = edition }
            let file = try #require(try await listed(source).listing.playlists.first)
            try await source.fetch(file.path, file.stamp)
            let text = PlaylistText(try source.open(file.path, file.stamp).start(atMost: 999), .m3u8)
            #expect(text.title == "Evening" && text.entries.map(\.location) == ["a/s%2F1%2Ex.flac", "a/s%2F0%2Ex.flac"])
            #expect(FolderPath.name(of: file.path) == "p%2F1.m3u8")
        }
        #expect(server.methods.filter { $0 == "getPlaylist" }.count == 2)
    }

    @Test("lyrics in several languages are kept together, what is sung first")
    func languages() async throws {
        let server = try MusicServer { _, _ in
            let texts = [("xxx", "Hej"), ("sv", "Hej"), ("de", "Hallo"), ("de", "Na")].map { language, words in
                #"{"lang":"\#(language)","synced":true,"line":[{"start":1000,"value":"\#(words)"}]}"#
            }
            return MusicServer.good(
                #""lyricsList":{"structuredLyrics":[{"lang":"en","line":[{"value":"Hi"}]},\#(texts.joined(separator: ","))]}"#)
        }
        let (source, path) = (try source(server), Array("a/1.mp3".utf8))
        func lyrics() async throws -> [String] {
            try await source.openLyrics(beside: path).map { String(decoding: try $0.file.start(atMost: 99), as: UTF8.self) }
        }
        let both = ["[00:01.000]Hej", "[la:sv]\n[00:01.000]Hej", "[la:de]\n[00:01.000]Hallo"]
        for _ in 0..<2 { #expect(try await lyrics() == both) }
        #expect(server.methods.count == 1)
        let joined = Lyrics(Array(both[0].utf8)).with(translation: Lyrics(Array(both[2].utf8)))
        #expect(joined.lines.map(\.text) == ["Hej", "Hallo"])
    }

    @Test("its covers and lyrics are fetched once, and none is no failure")
    func besides() async throws {
        let server = try MusicServer { method, query in
            switch method {
            case "getSong": MusicServer.good(#""song":{"id":"1","coverArt":"c7"}"#)
            case "getCoverArt" where query["id"] == "c7": MusicServer.reply("picture".utf8, "image/jpeg")
            case "getLyricsBySongId" where query["id"] == "1":
                MusicServer.good(#""lyricsList":{"structuredLyrics":[{"line":[{"value":"La"}]}]}"#)
            default: MusicServer.failed(70)
            }
        }
        let source = try source(server)
        for _ in 0..<2 {
            let cover = await source.openCover(beside: Array("a/1.mp3".utf8))
            #expect(try cover?.file.start(atMost: 99) == Array("picture".utf8))
            #expect(try await source.openLyrics(beside: Array("a/1.mp3".utf8)).first?.file.start(atMost: 9) == Array("La".utf8))
            #expect(await source.openLyrics(beside: Array("b/2.mp3".utf8)).first?.file.size == 0)
        }
        #expect(server.methods == ["getSong", "getCoverArt", "getLyricsBySongId", "getLyricsBySongId"])
    }
}
