import Catalog
import Dispatch
import Fetch
import Foundation
import Subsonic
import Synchronization
import System
import Testing
import Workers
import Yardstick

@testable import Library

@Suite("Servers that have the same song", .timeLimit(.minutes(5)))
final class ServerTurnsTests: Sendable {
    private static let path = Array("a/1.mp3".utf8)
    private static let megabyte = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
    private static let stamp = FileStamp(size: Int64(megabyte.count), modified: 0, inode: 0)

    private let folder = FileManager.default.temporaryDirectory.path + "/downbeat-test-" + UUID().uuidString
    private let clock = HandClock()
    /// They answer as long as a test runs.
    private let servers = Mutex<[MusicServer]>([])
    /// What hanging servers wait for before they answer.
    private let gate = DispatchSemaphore(value: 0)
    /// The servers that sent something in place of another.
    private let instead = Mutex<[String]>([])

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        // As many as may wait.
        for _ in 0..<64 { gate.signal() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func client(_ name: String, _ server: MusicServer) throws -> SubsonicClient {
        servers.withLock { $0.append(server) }
        return SubsonicClient(
            SubsonicServer(name: name, addresses: [server.address], login: MusicServer.alice), try MusicServer.fetcher(),
            backoff: Backoff(attempts: 1), rest: .zero)
    }

    /// The music of a server whose song 1 is song 2 of another.
    private func source(_ own: MusicServer, _ other: MusicServer) throws -> SubsonicSource {
        let second = SubsonicSource.SongPlace(client: try client("second", other), song: "2")
        let files = try FetchedFiles(
            folder: folder + "/fetched", spool: folder, budget: 4 << 20, clock: clock,
            backoff: Backoff(first: .zero, attempts: 2))
        return SubsonicSource(
            try client("first", own), files, clock,
            SubsonicSource.Known(
                others: { path in path == Self.path ? [second] : [] },
                tellInstead: { [weak self] server, _ in self?.instead.withLock { $0.append(server) } }))
    }

    /// A server of a song of a megabyte, which it sends up to a byte; `asked` gets the first byte of each request for it.
    private func server(
        of song: String, _ bytes: [UInt8] = megabyte, upTo end: Int = megabyte.count,
        asked: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> MusicServer {
        let server = try MusicServer { _, _ in [] }
        server.sendFiles { head, wire in
            guard head.contains("id=\(song)&") else {
                wire.write(MusicServer.failed(70))
                return
            }
            let range = head.split(separator: "\r\n").first { $0.hasPrefix("Range: bytes=") }
            let start = range.flatMap { Int($0.dropFirst(13).dropLast()) } ?? 0
            asked(start)
            let part = start == 0 ? "" : "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n"
            wire.write(
                "HTTP/1.1 \(start == 0 ? "200 OK" : "206 Partial Content")\r\nContent-Type: audio/mpeg\r\n"
                    + "Accept-Ranges: bytes\r\nETag: \"\(song)\"\r\nContent-Length: \(bytes.count - start)\r\n\(part)\r\n")
            wire.write(bytes[..<min(end, bytes.count)].dropFirst(start))
        }
        return server
    }

    private func fetched(_ source: SubsonicSource) async throws -> [UInt8] {
        try await source.fetch(Self.path, Self.stamp)
        return try source.open(Self.path, Self.stamp).start(atMost: Self.megabyte.count + 1)
    }

    @Test("the second is not asked while the first answers")
    func well() async throws {
        let second = try server(of: "2")
        #expect(try await fetched(try source(try server(of: "1"), second)) == Self.megabyte)
        #expect(second.methods.isEmpty && instead.withLock { $0.isEmpty })
    }

    @Test("the second is asked at once when the first is dead, has the song no more, or has another file in its place")
    func dead() async throws {
        for first in [try MusicServer { _, _ in [] }, try server(of: "other"), try server(of: "1", Array("another file".utf8))] {
            try? FileManager.default.removeItem(atPath: folder + "/fetched")
            instead.withLock { $0 = [] }
            #expect(try await fetched(try source(first, try server(of: "2"))) == Self.megabyte)
            #expect(instead.withLock { $0 } == ["second"])
        }
    }

    @Test("the second is asked, too, when the first is late")
    func late() async throws {
        let first = try MusicServer { [gate] _, _ in
            gate.wait()
            return []
        }
        Task { [clock] in
            await clock.sleepers()
            clock.advance(by: ServerTurns.patience)
        }
        #expect(try await fetched(try source(first, try server(of: "2"))) == Self.megabyte)
        #expect(instead.withLock { $0 } == ["second"])
    }

    @Test("what the first says is told when none sends it")
    func none() async throws {
        let source = try source(try MusicServer { _, _ in MusicServer.reply([], status: "503 Busy") }, try server(of: "other"))
        let failure = await #expect(throws: WorkerFailure.self) { try await source.fetch(Self.path, Self.stamp) }
        #expect(failure?.description.contains("answered with status 503") == true)
    }

    @Test("the second goes on where the first broke off, if its file is the same")
    func resumed() async throws {
        let asked = Mutex<[Int]>([])
        // The first sends its song once, and then is dead.
        let sent = Mutex(0)
        let first = try MusicServer { _, _ in [] }
        first.sendFiles { head, wire in
            guard !head.contains("Range: "), sent.withLock({ $0 < 1 }) else { return }
            sent.withLock { $0 += 1 }
            wire.write(
                "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: \(Self.megabyte.count)\r\n\r\n")
            wire.write(Self.megabyte[..<400_000])
        }
        let second = try server(of: "2") { start in asked.withLock { $0.append(start) } }
        #expect(try await fetched(try source(first, second)) == Self.megabyte)
        #expect(asked.withLock { $0 } == [400_000 - 65_536])
        #expect(instead.withLock { $0 } == ["second"])
    }

    @Test("a file of the same length with other bytes is not put behind what the first has sent")
    func another() async throws {
        let other = try server(of: "2", Self.megabyte.map { ~$0 })
        let source = try source(try server(of: "1", upTo: 400_000), other)
        await #expect(throws: WorkerFailure.self) { try await source.fetch(Self.path, Self.stamp) }
        #expect(throws: WorkerFailure.self) { try source.open(Self.path, Self.stamp) }
        #expect(instead.withLock { $0.isEmpty })
    }

    @Test("covers and lyrics come from the second when the first is dead")
    func besides() async throws {
        let second = try MusicServer { method, query in
            switch (method, query["id"]) {
            case ("getSong", "2"): MusicServer.good(#""song":{"id":"2","coverArt":"c7"}"#)
            case ("getCoverArt", "c7"): MusicServer.reply("picture".utf8, "image/jpeg")
            case ("getLyricsBySongId", "2"):
                MusicServer.good(#""lyricsList":{"structuredLyrics":[{"line":[{"value":"La"}]}]}"#)
            default: MusicServer.failed(70)
            }
        }
        let source = try source(try MusicServer { _, _ in [] }, second)
        #expect(try await source.openCover(beside: Self.path)?.file.start(atMost: 99) == Array("picture".utf8))
        #expect(try await source.openLyrics(beside: Self.path).first?.file.start(atMost: 9) == Array("La".utf8))
    }
}
