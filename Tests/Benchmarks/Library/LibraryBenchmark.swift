import Catalog
import Foundation
import Music
import System
import Web

/// Times the real server on a generated library: scans, searches, lists and memory.
struct LibraryBenchmark {
    private static let rowsBetween = 2_000
    private static let searches = 2_000
    private static let lists = 500

    private let folder: String
    private let count: Int
    private let rows: Int
    private let seed: UInt64
    private let port: UInt16

    static func run(_ options: BenchmarkOptions) async throws {
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("downbeat-bench").path
        let port = options.number("port", default: 8098)
        let benchmark = LibraryBenchmark(
            folder: options.files.first ?? temporary, count: max(1, options.number("tracks", default: 20_000)),
            rows: options.number("rows", default: 200_000), seed: UInt64(options.number("seed", default: 1)),
            port: UInt16(clamping: port))
        try await benchmark.scans()
        if benchmark.rows > 0 { try await benchmark.largeCatalog() }
    }

    // Files

    private func scans() async throws {
        let files = MadeLibrary.files(count, seed: seed)
        let music = "\(folder)/music-\(count)-\(seed)"
        try make(files, in: music)
        let searches = SearchLoad(files, count: Self.searches)
        let data = try await emptyCatalog("data-\(count)")
        let server = try RunningServer(data: data, music: music, port: port)
        defer { server.stop() }
        try firstScan(server)
        try rescan(server)
        try ask(server, searches)
        try rescan(server)
        let status = try RunningServer.seconds(of: ["library", "status", "--data", data])
        let memory = server.megabytes
        say("server after 2 rescans and all requests: \(number(memory.now)) MB, at most \(number(memory.peak)) MB")
        say("downbeat library status: \(number(status, 3)) s")
        try duringAnalysis(server, searches)
        server.stop()
        try await duringScan(music, searches)
    }

    private func make(_ files: [MadeLibrary.File], in music: String) throws {
        // Written last, so that an incomplete library is not used.
        let sign = "\(music)/complete"
        guard !FileManager.default.fileExists(atPath: sign) else { return }
        let start = MachineClock().now
        for file in files {
            let path = "\(music)/\(file.path)"
            if file.tags.track == 1 {
                try FileManager.default.createDirectory(
                    at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            try Data(MadeSound.bytes(of: file)).write(to: URL(fileURLWithPath: path))
        }
        try Data().write(to: URL(fileURLWithPath: sign))
        say("made \(files.count) files in \(number(seconds(since: start))) s: \(music)")
        // Wait until the scan takes the files for settled, which it does when they are a second old.
        sleep(2)
    }

    private func firstScan(_ server: RunningServer) throws {
        let asker = try WebAsker(port: port)
        var table = Table(["first scan, tracks", "seconds", "tracks/s", "server MB"])
        var (firstHundred, known, nextRow) = (0.0, 0, Self.rowsBetween)
        while known < count {
            usleep(20_000)
            known = try total(asker)
            let spent = seconds(since: server.startedAt)
            if known >= 100, firstHundred == 0 { firstHundred = spent }
            guard known >= min(nextRow, count) else { continue }
            table.add(["\(known)", number(spent, 2), number(Double(known) / spent, 0), number(server.megabytes.now)])
            nextRow = known + Self.rowsBetween
        }
        print(table)
        say("first answer after \(number(server.startSeconds, 3)) s, 100 tracks after \(number(firstHundred, 3)) s")
        while String(decoding: try asker.ask("/api/v1/library"), as: UTF8.self).contains("\"scanning\":true") { usleep(20_000) }
    }

    /// Times a rescan, from the request to the event at its end.
    private func rescan(_ server: RunningServer) throws {
        let listener = try WebAsker(port: port)
        try listener.listen()
        let start = MachineClock().now
        _ = try WebAsker(port: port).ask("/api/v1/library/scan", "POST")
        try listener.waitForEvent("\"state\":\"done\"")
        let memory = server.megabytes
        say("rescan: \(number(seconds(since: start), 3)) s; server \(number(memory.now)) MB, at most \(number(memory.peak)) MB")
    }

    private func ask(_ server: RunningServer, _ searches: SearchLoad) throws {
        var table = Table(["asked over HTTP"] + SearchLoad.titles + ["server CPU ms each"])
        func add(_ name: String, _ load: SearchLoad, _ connections: Int) throws {
            let before = server.processorSeconds
            let reading = try load.run(port: port, connections: connections)
            let spent = (server.processorSeconds - before) / Double(load.targets.count)
            table.add(["\(name), \(connections) at once"] + reading.cells + [number(spent * 1000, 2)])
        }
        try add("search, letter by letter", searches, 1)
        try add("search, letter by letter", searches, 8)
        for (name, target) in [
            ("/version, for comparison", "/version"), ("tracks by title, a page", "/api/v1/tracks?sort=title&offset=10000"),
            ("albums, a page", "/api/v1/albums?offset=500"), ("artists, a page", "/api/v1/artists?offset=100"),
            ("/library", "/api/v1/library"), ("/metrics", "/metrics"),
        ] {
            let load = SearchLoad(targets: [String](repeating: target, count: Self.lists))
            try add(name, load, 1)
        }
        let half = SearchLoad(targets: searches.targets + searches.targets)
        try add("search, letter by letter", half, 8)
        print(table)
    }

    private func duringAnalysis(_ server: RunningServer, _ searches: SearchLoad) throws {
        let asker = try WebAsker(port: port)
        _ = try asker.ask("/api/v1/analysis", "PUT", body: "{\"paused\":false}")
        var table = Table(["search during the analysis"] + SearchLoad.titles)
        table.add(["1 at once"] + (try searches.run(port: port, connections: 1).cells))
        print(table)
    }

    private func duringScan(_ music: String, _ searches: SearchLoad) async throws {
        let server = try RunningServer(data: try await emptyCatalog("data-\(count)"), music: music, port: port)
        defer { server.stop() }
        let watch = ScanWatch(port: port)
        var table = Table(["search during the scan"] + SearchLoad.titles)
        let endless = SearchLoad(targets: (0..<50).flatMap { _ in searches.targets })
        let reading = try endless.run(port: port, connections: 1) { watch.isOver }
        table.add(["1 at once"] + reading.cells)
        print(table)
        say("the scan took \(number(seconds(since: server.startedAt), 2)) s beside it")
    }

    // Rows

    private func largeCatalog() async throws {
        let data = try await emptyCatalog("data-rows-\(rows)")
        let files = MadeLibrary.files(rows, seed: seed)
        try await LargeCatalog.fill(data, files)
        // The folder does not exist: the server keeps the rows and serves them.
        let server = try RunningServer(data: data, music: LargeCatalog.folder, port: port)
        defer { server.stop() }
        say("start on \(rows) tracks: first answer after \(number(server.startSeconds, 3)) s")
        try ask(server, SearchLoad(files, count: Self.searches))
        let status = try RunningServer.seconds(of: ["library", "status", "--data", data])
        let memory = server.megabytes
        say("server: \(number(memory.now)) MB, at most \(number(memory.peak)) MB; library status \(number(status, 3)) s")
    }

    /// Makes a data folder with an empty catalog in which analysis is paused.
    private func emptyCatalog(_ name: String) async throws -> String {
        let data = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: data)  // There may be none yet; if the removal fails, the next calls show it.
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try await CatalogFile(in: data, at: 0).catalog.set("analysis.paused", to: "true")
        return data
    }

    private func total(_ asker: WebAsker) throws -> Int {
        let answer = String(decoding: try asker.ask("/api/v1/tracks?limit=1"), as: UTF8.self)
        let digits = answer.range(of: "\"total\":").map { answer[$0.upperBound...].prefix { $0.isNumber } }
        return digits.flatMap { Int($0) } ?? 0
    }

    private func seconds(since start: UInt64) -> Double { Double(MachineClock().now - start) / 1e6 }
    private func number(_ value: Double, _ digits: Int = 1) -> String { Table.number(value, digits: digits) }
    private func say(_ line: String) {
        print(line)
        fflush(nil)
    }
}
