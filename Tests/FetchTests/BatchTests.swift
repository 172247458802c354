import Catalog
import Foundation
import Music
import Subsonic
import Synchronization
import System
import Testing
import Waiting
import Yardstick

@testable import Library

@Suite("Batches of analyses")
final class BatchTests {
    private let place: LibraryOfServers

    init() throws { place = try LibraryOfServers() }

    deinit { place.remove() }

    /// A WAV file of half a second, another one for each pitch.
    private static func wave(_ pitch: Int) -> [UInt8] {
        let samples = (0..<11_025).map { Int16(sin(Double($0) * Double(pitch + 20) / 400) * 8_000) }
        func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let size = samples.count * 2
        return Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2) + bytes(1, 2)
            + bytes(22_050, 4) + bytes(44_100, 4) + bytes(2, 2) + bytes(16, 2) + Array("data".utf8) + bytes(size, 4)
            + samples.flatMap { bytes(Int($0), 2) }
    }

    /// Songs of two albums; `gone` is not there when it is asked for.
    private static func server(songs count: Int, gone: Int? = nil) throws -> MusicServer {
        try MusicServer { method, query in
            switch method {
            case "search3" where query["songOffset"] == "0":
                let songs = (0..<count).map { number in
                    #"{"id":"\#(number)","title":"Song \#(number)","artist":"Ann","album":"Album \#(number % 2)","albumId":"\#(number % 2)","#
                        + #""size":\#(wave(number).count),"suffix":"wav"}"#
                }
                return MusicServer.good(#""searchResult3":{"song":[\#(songs.joined(separator: ","))]}"#)
            case "download":
                guard let number = Int(query["id"] ?? ""), number != gone else { return MusicServer.failed(70) }
                return MusicServer.reply(wave(number), "audio/wav")
            default: return MusicServer.good()
            }
        }
    }

    private func opened(_ server: MusicServer) async throws -> Library {
        let fixed = SubsonicServer(name: "home", addresses: [server.address], login: MusicServer.alice)
        let library = try await place.open(fixed: [fixed])
        _ = try await library.librarian.scan()
        try await library.queue.start(paused: true)
        return library
    }

    private static func downloads(_ server: MusicServer) -> Int { server.methods.filter { $0 == "download" }.count }

    @Test("fetch and analyze what is missing, name what failed, and do nothing twice")
    func missing() async throws {
        for number in 10..<13 {
            try Data(Self.wave(number)).write(to: URL(fileURLWithPath: "\(place.folder)/music/\(number).wav"))
        }
        let server = try Self.server(songs: 5, gone: 3)
        let library = try await opened(server)
        #expect(try await library.analyze(AnalysisWish()).total == 8)
        await library.batches.ended()
        let batch = try #require(await library.batches.current)
        #expect((batch.state, batch.done, batch.failed, batch.total) == (.done, 7, 1, 8))
        #expect(batch.failures.map(\.name) == ["Song 3, Ann"])
        #expect(batch.fetched == (0..<5).filter { $0 != 3 }.map { Self.wave($0).count }.reduce(0, +))
        let before = Self.downloads(server)
        // What is gone is tried again, and nothing else.
        _ = try await library.analyze(AnalysisWish())
        await library.batches.ended()
        #expect(await library.batches.current?.total == 1)
        #expect(Self.downloads(server) <= before + 2)
    }

    @Test("take albums, servers and paths, and all again with force")
    func choices() async throws {
        try Data(Self.wave(10)).write(to: URL(fileURLWithPath: place.folder + "/music/10.wav"))
        let server = try Self.server(songs: 5)
        let library = try await opened(server)
        func analyzed(_ change: (inout AnalysisWish) -> Void) async throws -> Int? {
            var wish = AnalysisWish()
            change(&wish)
            _ = try await library.analyze(wish)
            await library.batches.ended()
            return await library.batches.current?.done
        }
        #expect(try await analyzed { $0.words = "album 1" } == 2)
        #expect(try await analyzed { $0.server = "home" } == 3)
        #expect(try await analyzed { $0.paths = [place.folder + "/music"] } == 1)
        #expect(try await analyzed { $0.extent = .all } == 0)
        #expect(try await analyzed { ($0.server, $0.isForced) = ("home", true) } == 5)
        for identity in try await library.reader.tracks(TrackQuery()).items.prefix(2).map(\.identity) {
            library.files.remove(identity)
        }
        #expect(try await analyzed { $0.extent = .missing } == 0)
        #expect(try await analyzed { $0.extent = .all } == 2)
        #expect(Self.downloads(server) == 5)
        await #expect(throws: BatchRefusal.noServer("away")) { try await analyzed { $0.server = "away" } }
        await #expect(throws: BatchRefusal.noAlbum("nothing")) { try await analyzed { $0.words = "nothing" } }
        await #expect(throws: BatchRefusal.noPath("/nowhere")) { try await analyzed { $0.paths = ["/nowhere"] } }
    }

    @Test("wait for a server that does not answer, and for no song that it does not give")
    func waiting() async throws {
        let clock = HandClock(jumps: true)
        let server = try MusicServer { method, query in
            switch method {
            case "search3" where query["songOffset"] == "0":
                let songs = (0..<3).map { #"{"id":"\#($0)","title":"Song \#($0)","size":\#(Self.wave($0).count),"suffix":"wav"}"# }
                return MusicServer.good(#""searchResult3":{"song":[\#(songs.joined(separator: ","))]}"#)
            case "download" where query["id"] == "1": return MusicServer.reply("Sorry".utf8, "text/html")
            case "download": return MusicServer.reply(Self.wave(Int(query["id"] ?? "") ?? 0), "audio/wav")
            default: return MusicServer.good()
            }
        }
        let library = try await opened(server)
        let runner = BatchRunner(
            catalog: library.catalog, reader: library.reader, files: library.files, sources: library.sources, queue: library.queue,
            log: library.log, jobs: 1, clock: clock)
        let order = AnalysisOrder(choice: AnalysisChoice(), extent: .missing, isForced: false, rate: nil, hours: nil)
        _ = try await runner.begin(order)
        await runner.ended()
        let batch = try #require(await runner.current)
        #expect((batch.done, batch.failed) == (2, 1) && batch.failures.map(\.name) == ["Song 1"])
        #expect(clock.slept.isEmpty)
        server.replace { _, _ in MusicServer.reply("".utf8, status: "503 Later") }
        _ = try await runner.begin(order)
        await runner.ended()
        #expect(await runner.current?.failed == 1)
        #expect(clock.slept == [5, 15, 40, 60].map { .seconds($0) })
    }

    @Test("run one at a time, are stopped, and go on in the next process")
    func life() async throws {
        let server = try Self.server(songs: 4)
        var library: Library? = try await opened(server)
        var wish = AnalysisWish()
        wish.hours = DailyHours(
            from: (DailyHours.hour(at: MachineClock().second) + 2) % 24, to: (DailyHours.hour(at: MachineClock().second) + 3) % 24)
        _ = try await library?.analyze(wish)
        try await eventually("a wait for the hours") { await library?.batches.current?.waitsFor == .hours }
        await #expect(throws: BatchRefusal.running) { try await library?.analyze(AnalysisWish()) }
        #expect(Self.downloads(server) == 0)
        await library?.end()
        await library?.batches.ended()
        #expect(await library?.batches.current?.state == .running)
        library = nil

        let again = try await opened(server)
        await again.batches.resume()
        let resumed = await again.batches.current
        #expect(resumed?.total == 4 && resumed?.order.hours == wish.hours)
        try await again.batches.stop()
        #expect(await again.batches.current?.state == .stopped)
        wish.hours = nil
        _ = try await again.analyze(wish)
        await again.batches.ended()
        #expect(await again.batches.current?.done == 4)
    }
}
