import CLinux
import Foundation
import Glibc
import Music
import Testing
import Waiting

/// `downbeat library`, from the first scan to the garbage collection.
@Suite("downbeat library") struct LibraryCommandTests {
    private let music: TemporaryFolder
    private let data: TemporaryFolder

    init() throws {
        music = try TemporaryFolder()
        data = try TemporaryFolder()
        for number in 0..<4 {
            try music.write(ClickTrack(first: 0.2 + Double(number) / 10, seconds: 4).wave, to: "\(number).wav")
        }
    }

    private func library(_ words: String...) async throws -> (ending: Transcript.Ending, out: String, err: String) {
        try await Downbeat.run(["library"] + words + ["--data", data.path])
    }

    /// The names of the analysis files, with their sizes.
    private func files() throws -> [String: Int] {
        var files: [String: Int] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: data.path + "/analysis") ?? .init()
        where path.hasSuffix(".downbeat") {
            var status = stat()
            stat("\(data.path)/analysis/\(path)", &status)
            files[path] = Int(status.st_size)
        }
        return files
    }

    @Test("scans, analyzes missing, named or all tracks, and collects garbage")
    func commands() async throws {
        #expect(try await library("status").out.hasPrefix("nothing is known yet"))
        let mistyped = try await Downbeat.run(["library", "status", "--data", data.path + "/none"])
        #expect(mistyped.ending == .code(69) && mistyped.err.contains("/none cannot be read"), "\(mistyped.err)")
        #expect(try await library("scan").ending == .code(64))
        #expect(try await library("scan", music.path).out.hasPrefix("\(music.path): 4 files, 4 new"))
        #expect(try await library("status").out.contains("analyses: 4 pending, 0 running, 0 done, 0 failed"))
        #expect(try await library("analyze", music.path + "/0.wav").out.hasPrefix("1 tracks analyzed"))
        #expect(try await library("analyze", "--missing").out.hasPrefix("3 tracks analyzed"))
        #expect(try await library("analyze").out.hasPrefix("0 tracks analyzed"))
        #expect(try await library("analyze", "--force", music.path).out.hasPrefix("4 tracks analyzed"))
        #expect(try await library("analyze", music.path + "/other").ending == .code(64))
        let all = Set(try files().keys)
        #expect(all.count == 4)
        try FileManager.default.removeItem(atPath: data.path + "/analysis")
        #expect(try await library("analyze").out.hasPrefix("0 tracks analyzed"))
        #expect(try await library("analyze", "--all").out.hasPrefix("4 tracks analyzed"))
        #expect(Set(try files().keys) == all)
        for words in [["--rate", "1"], ["--hours", "7-7"], ["--server", "home"], ["--album", "nobody"]] {
            #expect(
                try await Downbeat.run(["library", "analyze"] + words + ["--data", data.path]).ending == .code(64), "\(words)")
        }
        unlink(music.path + "/3.wav")
        #expect(try await library("scan").out.contains("4 files") == false)
        #expect(try await library("gc").out.hasPrefix("forgot 1 missing tracks"))
        #expect(try files().count == 3)
    }

    @Test("a backup is listed, checked and restored, and the replaced catalog is kept")
    func restore() async throws {
        #expect(try await library("restore").out.hasPrefix("there is no copy"))
        try await Downbeat.serving(["--open-control", music.path], data: data.path) { server in
            try await blocking { [data] () throws -> Void in
                let client = LibraryClient(port: server.port)
                try client.rest { try client.tracks().count == 4 }
                _ = try client.ask("POST", "/playlists", json: "{\"name\":\"kept\"}")
                for path in Downbeat.backups(in: data.path) { unlink(path) }
            }
        }
        // The day's backup, with the entered data.
        try await Downbeat.serving(["--open-control"], data: data.path) { server in
            try await eventually("a copy") { !Downbeat.backups(in: data.path).isEmpty }
            let copy = try #require(Downbeat.backups(in: data.path).first)
            let refused = try await library("restore", copy)
            #expect(refused.ending == .code(69) && refused.err.contains("another downbeat"))
            try await blocking { () throws -> Void in
                _ = try LibraryClient(port: server.port).ask("POST", "/playlists", json: "{\"name\":\"lost\"}")
            }
        }
        let copy = try #require(Downbeat.backups(in: data.path).first)
        let name = try #require(copy.split(separator: "/").last)
        let list = try await library("restore").out
        #expect(list.contains("  \(name): 4 tracks, 1 playlists, 0 corrections, "), "\(list)")
        #expect(try await library("restore", "catalog-19990101T000000Z.sqlite").ending == .code(64))
        let restored = try await library("restore", String(name))
        #expect(restored.ending == .code(0) && restored.out.contains("restored \(copy)"), "\(restored)")
        let aside = try #require(restored.out.split(separator: "\n").last?.split(separator: " ").last)
        #expect(FileManager.default.fileExists(atPath: String(aside)) && aside.contains(".replaced-"))
        try await Downbeat.serving(["--open-control"], data: data.path) { server in
            try await blocking { () throws -> Void in
                let client = LibraryClient(port: server.port)
                #expect(try client.list("/playlists").compactMap { $0["name"] as? String } == ["kept"])
                #expect(try client.tracks().count == 4)
            }
        }
        // The replaced catalog can be restored, too; a damaged backup cannot.
        #expect(try await library("restore", String(aside)).ending == .code(0))
        #expect(try await library("status").out.contains("playlists: 2"))
        try #require(truncate(copy, 9000) == 0)
        let damaged = try await library("restore", String(name))
        #expect(damaged.ending == .code(69) && damaged.err.contains("damaged"), "\(damaged)")
        #expect(try await library("restore").out.contains("not usable"))
        #expect(try await library("status").out.contains("playlists: 2"))
    }

    @Test("an interrupted analysis continues where it stopped", arguments: [SIGINT, SIGKILL])
    func stopped(signal: Int32) async throws {
        try music.write(ClickTrack(seconds: 40).wave, to: "0.wav")
        _ = try await library("scan", music.path)
        try await ChildProcess.running(
            try Downbeat.program, ["library", "analyze", "--jobs", "1", "--data", data.path]
        ) { process in
            let analysis = data.path + "/analysis"
            // Any track may be first. One is being analyzed when a file exists.
            try await eventually("an analysis") { !(FileManager.default.subpaths(atPath: analysis) ?? []).isEmpty }
            process.signal(signal)
            let ending = try await process.end()
            #expect(ending == (signal == SIGINT ? .code(130) : .signal(SIGKILL)) || ending == .code(0))
        }
        let status = try await library("status").out
        if signal == SIGINT { #expect(status.contains(" 0 running")) }
        #expect(status.contains(" 0 failed"))
        _ = try await library("analyze")
        #expect(try await library("status").out.contains("0 pending, 0 running, 4 done, 0 failed"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.path + "/spool").isEmpty)
    }

    @Test("a running server does it, tells how far it is, and names what failed")
    func byServer() async throws {
        try await Downbeat.serving([music.path], data: data.path) { server in
            let client = LibraryClient(port: server.port)
            try await blocking { try client.rest { try client.tracks().count == 4 } }
            let all = try await library("analyze", "--force", music.path)
            #expect(all.ending == .code(0) && all.out == "4 tracks analyzed, 0 failed\n", "\(all)")
            #expect(all.err.hasPrefix("0 of 4\n"))
            #expect(try await library("analyze", music.path + "/nowhere").ending == .code(64))
            try Data("no music".utf8).write(to: URL(fileURLWithPath: music.path + "/0.wav"))
            let some = try await library("analyze", "--force", music.path)
            #expect(some.ending == .code(1) && some.out == "3 tracks analyzed, 1 failed\n", "\(some)")
            #expect(some.err.contains("downbeat: \(music.path)/0.wav: "))
        }
    }

    @Test("analysis files stay within their budget, requested ones stay, and evicted ones are made again")
    func budget() async throws {
        _ = try await library("scan", music.path)
        _ = try await library("analyze")
        let room = 2 * (try #require(try files().values.max())) + 1000
        @Sendable func use() throws -> Int { try files().values.reduce(0, +) }
        try await Downbeat.serving(["--open-control", "--cache-size", "\(room)", music.path], data: data.path) { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                #expect(try use() <= room)
                let tracks = try client.tracks().compactMap { $0["id"] as? Int }
                for track in tracks {
                    #expect(try client.ask("GET", "/tracks/\(track)/frames?wait=30") is [UInt8])
                    #expect(try use() <= room)
                }
                let asked = Set(try files().keys)
                _ = try client.ask("POST", "/analyze", json: "{\"force\":true}")
                try client.rest()
                #expect(Set(try files().keys) == asked)
            }
        }
    }

    @Test("an analysis file of another version is made again", arguments: [8, 12])
    func old(offset: Int) async throws {
        _ = try await library("scan", music.path)
        _ = try await library("analyze")
        let name = try #require(try files().keys.sorted().first)
        let path = "\(data.path)/analysis/\(name)"
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        var bytes = [UInt8](good)
        bytes[offset] -= 1
        // Correct the checksum: only the version is wrong.
        for byte in 28..<32 { bytes[byte] = 0 }
        let checksum = Checksum.of(Array(bytes[..<320]).span)
        for byte in 0..<4 { bytes[28 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try await Downbeat.serving(["--open-control", music.path], data: data.path) { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                for track in try client.tracks().compactMap({ $0["id"] as? Int }) {
                    #expect(try client.ask("GET", "/tracks/\(track)/frames?wait=30") is [UInt8])
                }
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == good)
    }
}
