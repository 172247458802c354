import CLinux
import Foundation
import Glibc
import Testing
import Waiting

/// Whether this process may mount: root may, but not in a container.
private let canMount: Bool = {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(folder.path, 0) == 0
}()

/// With full or read-only disks and too few resources, the server reports it and keeps running.
@Suite("A library in trouble") struct TroubleTests {
    private let music: TemporaryFolder

    init() throws {
        music = try TemporaryFolder()
        for number in 0..<3 {
            try music.write(ClickTrack(first: 0.2 + Double(number) / 10, seconds: 4).wave, to: "\(number).wav")
        }
    }

    private func serving(
        _ data: String, _ options: [String] = [], descriptors: Int? = nil,
        _ body: @escaping @Sendable (LibraryClient, Downbeat) throws -> Void
    ) async throws {
        try await Downbeat.serving(["--open-control"] + options + [music.path], data: data, descriptors: descriptors) { server in
            try await blocking { try body(LibraryClient(port: server.port), server) }
        }
    }

    private func onSmallDisk(_ size: String, _ body: (String) async throws -> Void) async throws {
        let disk = try TemporaryFolder()
        try #require(mount("tmpfs", disk.path, "tmpfs", 0, "size=\(size)") == 0)
        defer { umount2(disk.path, Int32(MNT_DETACH)) }
        try await body(disk.path)
    }

    /// Fills a disk completely.
    private static func fill(_ disk: String) throws {
        // A child that another test starts now must not keep the file alive when it is deleted.
        let raw = open(disk + "/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let page = [UInt8](repeating: 1, count: 4096)
        while write(raw, page, page.count) > 0 {}
        close(raw)
    }

    private static func status(_ work: () throws -> Any) throws -> Int {
        do {
            _ = try work()
            return 200
        } catch let refused as LibraryClient.Refused {
            return refused.status
        }
    }

    /// Whether a request is refused with 507 on a full disk. The journal may have free space for the first few requests.
    private static func meetsFullDisk(_ disk: String, tries: Int = 900, _ work: () throws -> Any) throws -> Bool {
        for _ in 0..<tries {
            // Earlier requests may have freed some space.
            try fill(disk)
            if try status(work) == 507 { return true }
        }
        return false
    }

    @Test(
        "a full disk is reported to each client and once in the log, and work continues when there is space",
        .enabled(if: canMount))
    func full() async throws {
        try await onSmallDisk("3m") { disk in
            let folder = music.path
            let uploads = try TemporaryFolder()
            try await serving(disk, ["--upload-folder", uploads.path]) { client, server in
                try client.rest { try client.tracks().count == 3 }
                // A backup in progress would free space when it fails.
                try untilSo("a backup") { !Downbeat.backups(in: disk).isEmpty }
                let before = server.process.transcript.text(1)
                let track = try #require(try client.tracks().first?["id"] as? Int)
                try Self.fill(disk)
                let wave = TinyMusic.file(.wav, music: 7, title: "new")
                #expect(try Self.status { try client.ask("POST", "/uploads?name=a.wav", wave, type: "audio/wav") } == 507)
                #expect(
                    try Self.meetsFullDisk(disk) {
                        try client.ask("PUT", "/tracks/\(track)/grid/correction", json: "{\"steps\":[{\"do\":\"double\"}]}")
                    })
                #expect(
                    try Self.meetsFullDisk(disk) { try client.ask("POST", "/tracks/\(track)/markers", json: "{\"start\":0.1}") })
                // If the journal had space for it, it is noted, and the same again writes nothing.
                let isRefused = try Self.meetsFullDisk(disk, tries: 3) {
                    try client.ask("POST", "/analyze", json: "{\"force\":true}")
                }
                let isNoted = try client.tracks("&state=done").isEmpty
                #expect(isRefused || isNoted)
                try Data(wave).write(to: URL(fileURLWithPath: folder + "/new.wav"))
                let events = try client.events()
                _ = try client.ask("POST", "/library/scan")
                #expect(try client.tracks().count == 3)
                unlink(disk + "/filler")
                try LibraryClient.wait(for: "\"change\":\"tracks\"", on: events)
                try client.rest { try client.tracks("&state=done").count == 4 }
                let said = server.process.transcript.text(1).dropFirst(before.count).split(separator: "\n")
                let errors = try said.filter { $0.contains("\"error\"") }.map { line in
                    try JSONDecoder().decode([String: String].self, from: Data(line.utf8))["message"]
                }
                #expect(Set(errors).count == errors.count && !errors.isEmpty, "\(said)")
            }
        }
    }

    @Test(
        "a server that died on a full disk starts again, serves what it knows, says that it keeps nothing, and goes on when there is room",
        .enabled(if: canMount))
    func startsOnFullDisk() async throws {
        try await onSmallDisk("4m") { disk in
            try await serving(disk, ["--no-guardian"]) { client, server in
                try client.rest { try client.tracks("&state=done").count == 3 }
                // The first backup of the catalog needs space, too.
                try untilSo("a backup") { !Downbeat.backups(in: disk).isEmpty }
                _ = try client.ask("POST", "/playlists", json: #"{"name":"Before"}"#)
                let room = try RoomClient(server.port, "streams=state")
                try room.command("set", ["volume": 0.5])
                server.process.signal(SIGKILL)
            }
            try Self.fill(disk)
            try await serving(disk) { client, server in
                #expect(try client.tracks("&state=done").count == 3)
                #expect(try client.list("/playlists").map { $0["name"] as? String } == ["Before"])
                #expect(try Self.status { try client.ask("POST", "/playlists", json: #"{"name":"After"}"#) } == 507)
                #expect(try Self.text("/health", server.port) == "ok, but the disk is full: nothing new is kept\n")
                let state = try client.object("/rooms/main")
                #expect(
                    state["trouble"] as? String == "The server's disk is full: nothing new is kept."
                        && state["volume"] as? Double == 0.5)
                unlink(disk + "/filler")
                try client.rest { try Self.status { try client.ask("POST", "/playlists", json: #"{"name":"After"}"#) } == 200 }
                // The rooms can be written after the catalog.
                try client.rest { try Self.text("/health", server.port) == "ok\n" }
            }
            try await serving(disk) { client, _ in
                let names = try client.list("/playlists").map { $0["name"] as? String }
                #expect(names.contains("After"))
            }
        }
    }

    private static func text(_ path: String, _ port: UInt16) throws -> String {
        let wire = try Wire(port: port)
        try wire.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        return try Answer(head: wire.readHead(), body: wire.readToEnd()).text
    }

    @Test("a command that cannot be saved takes effect, reports it, and is saved when there is space", .enabled(if: canMount))
    func notKept() async throws {
        try await onSmallDisk("3m") { disk in
            try await serving(disk) { client, server in
                try client.rest { try client.tracks().count == 3 }
                // The first backup of the catalog needs space, too.
                try untilSo("a backup") {
                    try FileManager.default.contentsOfDirectory(atPath: disk + "/backups").contains { $0.hasSuffix(".sqlite") }
                }
                let room = try RoomClient(server.port, "streams=state")
                try room.command("set", ["volume": 0.5])
                try Self.fill(disk)
                let track = try #require(try client.tracks().first?["id"] as? Int)
                let queue: [String: Any] = ["tracks": Array(repeating: track, count: 10_000)]
                // The journal may have free space for the first few requests.
                var refusals: [String] = []
                try untilSo("a refusal") {
                    refusals += try room.refusal("play", queue).map { [$0] } ?? []
                    return !refusals.isEmpty
                }
                #expect(refusals == ["not-kept"])
                _ = try room.message("the trouble") { $0.type == "state" && $0.text("trouble").contains("cannot be kept") }
                let state = try client.object("/rooms/main")
                #expect((state["queue"] as? [String: Any])?["count"] as? Int == 10_000)
                let play = #"{"do":"play","tracks":[\#(Array(repeating: "\(track)", count: 9000).joined(separator: ","))]}"#
                #expect(try Self.status { try client.ask("POST", "/rooms/main/commands", json: play) } == 507)
                unlink(disk + "/filler")
                try room.command("set", ["volume": 0.25])
                _ = try room.message("no more trouble") {
                    $0.type == "state" && $0.isNull("trouble") && $0["volume"] as? Double == 0.25
                }
            }
        }
    }

    @Test("a read-only data folder is one clear line and exit code 69", .enabled(if: canMount))
    func readOnly() async throws {
        try await onSmallDisk("1m") { disk in
            try #require(mount(nil, disk, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
            let end = try await Downbeat.run(["--port", "0", "--bind", "127.0.0.1", "--data", disk, music.path])
            #expect(end.ending == .code(69))
            #expect(end.err.hasPrefix("downbeat: cannot write in \(disk)") && end.err.split(separator: "\n").count == 1)
        }
    }

    @Test("a second server on a data folder refuses to start, and so do commands that change it")
    func second() async throws {
        let data = try TemporaryFolder()
        try await serving(data.path) { client, _ in try client.rest { try client.tracks().count == 3 } }
        try await Downbeat.serving([music.path], data: data.path) { server in
            let end = try await Downbeat.run(["--port", "0", "--bind", "127.0.0.1", "--data", data.path, music.path])
            #expect(end.ending == .code(69))
            #expect(
                end.err.contains("another downbeat (process \(server.process.id)) uses")
                    && end.err.split(separator: "\n").count == 1)
            for command in ["scan", "gc"] {
                let end = try await Downbeat.run(["library", command, "--data", data.path])
                #expect(end.ending == .code(69) && end.err.contains("another downbeat"), "\(command)")
            }
            let analyzed = try await Downbeat.run(["library", "analyze", "--data", data.path])
            #expect(analyzed.ending == .code(0), "the server does that: \(analyzed.err)")
            let status = try await Downbeat.run(["library", "status", "--data", data.path])
            #expect(status.ending == .code(0) && status.out.hasPrefix("3 tracks"))
            #expect(try await get(server.port, "/api/v1/tracks").status == 200)
        }
    }

    @Test("a read-only music folder suffices, and is not changed")
    func untouched() async throws {
        let data = try TemporaryFolder()
        let folder = music.path
        func listing() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
                var status = stat()
                stat("\(folder)/\(name)", &status)
                return "\(name) \(status.st_size) \(status.st_mtim) \(status.st_ctim)"
            }
        }
        let before = try listing()
        chmod(folder, 0o555)
        defer { chmod(folder, 0o755) }
        try await serving(data.path) { client, _ in
            try client.rest { try client.tracks("&state=done").count == 3 }
            for track in try client.tracks() {
                _ = try client.ask("PUT", "/tracks/\(track["id"]!)/grid/correction", json: "{\"steps\":[{\"do\":\"double\"}]}")
                _ = try client.ask("GET", "/tracks/\(track["id"]!)/audio")
            }
        }
        #expect(try listing() == before)
    }

    @Test("a server with few descriptors scans and analyzes all tracks")
    func descriptors() async throws {
        let data = try TemporaryFolder()
        try await serving(data.path, descriptors: 72) { client, _ in
            // There are descriptors for one connection, and a new one is refused until the last one is closed.
            try untilSo("three analyses") { (try? client.tracks("&state=done").count) == 3 }
            try untilSo("no failure") { (try? client.tracks("&state=failed").isEmpty) == true }
            try untilSo("no file that is refused") { (try? client.object("/library")["rejected"] as? Int) == 0 }
        }
    }

    @Test("repeated stops of the server do not make a track's analysis fail")
    func stopped() async throws {
        let data = try TemporaryFolder()
        try music.write(ClickTrack(seconds: 30).wave, to: "long.wav")
        for _ in 0..<4 {
            try await Downbeat.serving(["--open-control", music.path], data: data.path) { server in
                try await blocking {
                    let client = LibraryClient(port: server.port)
                    try untilSo("an analysis") {
                        try client.object("/analysis")["running"] as? Int != 0 || client.tracks("&state=done").count >= 4
                    }
                }
                server.process.signal(SIGTERM)
                #expect(try await server.process.end() == .code(0))
            }
        }
        try await serving(data.path) { client, _ in
            try client.rest { try client.tracks("&state=done").count == 4 }
        }
    }
}
