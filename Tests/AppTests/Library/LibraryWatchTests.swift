import CLinux
import Foundation
import Glibc
import Testing
import Waiting

/// Changes while the server runs are in the catalog a moment later. The tests wait for its events.
@Suite("A library that is watched") struct LibraryWatchTests {
    private static func write(_ music: Int, _ path: String) throws {
        try Data(TinyMusic.file(.wav, music: music, title: "song \(music)")).write(to: URL(fileURLWithPath: path))
    }

    private func serving(_ body: @escaping @Sendable (LibraryClient, Wire, String) throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try Self.write(1, folder.path + "/1.wav")
        mkdir(folder.path + "/album", 0o755)
        // Older than the second in which files may still be written.
        utimensat(
            AT_FDCWD, folder.path + "/1.wav",
            [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)], 0)
        try await Downbeat.serving(["--open-control", folder.path]) { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                let events = try client.events()
                try client.rest { try client.tracks().count == 1 }
                try body(client, events, folder.path)
            }
        }
    }

    @Test("new, moved and deleted files are detected")
    func follows() async throws {
        try await serving { client, events, folder in
            let outside = try TemporaryFolder()
            let first = try #require(try client.tracks().first?["id"] as? Int)
            func changed(_ paths: String...) throws {
                repeat {
                    try LibraryClient.wait(for: "\"change\":\"tracks\"", on: events)
                } while try client.tracks().count != paths.count
                let found = Set(try client.tracks().compactMap { $0["path"] as? String })
                #expect(found == Set(paths.map { "\(folder)/\($0)" }))
            }
            try Self.write(2, folder + "/2.wav")
            try changed("1.wav", "2.wav")
            try Self.write(3, outside.path + "/3.wav")
            rename(outside.path + "/3.wav", folder + "/album/3.wav")
            try changed("1.wav", "2.wav", "album/3.wav")
            rename(folder + "/2.wav", outside.path + "/2.wav")
            try changed("1.wav", "album/3.wav")
            unlink(folder + "/album/3.wav")
            try changed("1.wav")
            rename(folder + "/1.wav", folder + "/album/one.wav")
            try LibraryClient.wait(for: "\"change\":\"tracks\"", on: events)
            #expect(try client.object("/tracks/\(first)")["path"] as? String == folder + "/album/one.wav")
        }
    }

    @Test("a missing folder keeps its tracks, and when it is back nothing is read again")
    func away() async throws {
        try await serving { client, events, folder in
            let before = try #require(try client.tracks().first)
            try #require(rename(folder, folder + ".away") == 0)
            defer { rename(folder + ".away", folder) }
            try LibraryClient.wait(for: "\"state\":\"offline\"", on: events)
            try LibraryClient.wait(for: "\"change\":\"tracks\"", on: events)
            let away = try #require(try client.tracks().first)
            #expect(away["id"] as? Int == before["id"] as? Int && away["available"] as? Bool == false)
            try #require(mkdir(folder, 0o755) == 0)
            _ = try client.ask("POST", "/library/scan")
            // Empty, it looks like a mount point without its disk.
            try LibraryClient.wait(for: "\"state\":\"offline\"", on: events)
            try #require(rmdir(folder) == 0 && rename(folder + ".away", folder) == 0)
            _ = try client.ask("POST", "/library/scan")
            try LibraryClient.wait(for: "\"change\":\"tracks\"", on: events)
            let back = try #require(try client.tracks().first)
            #expect(back["id"] as? Int == before["id"] as? Int && back["available"] as? Bool == true)
            #expect(back["analysis"] as? [String: AnyHashable] == before["analysis"] as? [String: AnyHashable])
        }
    }

    @Test("files with names of any bytes, length or script, and with dates of another millennium, become tracks")
    func strange() async throws {
        let folder = try TemporaryFolder()
        let names: [[UInt8]] = [
            [0xFF, 0xFE], Array("new\nline".utf8), Array("\u{1F3B5}".utf8), [UInt8](repeating: 110, count: 251), Array("-rf".utf8),
            Array(" space ".utf8), Array("tab\t%2F?#&\"'\\".utf8),
        ]
        for (number, name) in names.enumerated() {
            let plain = "\(folder.path)/plain"
            try Self.write(number + 1, plain)
            let path = Array("\(folder.path)/".utf8) + name + Array(".wav".utf8) + [0]
            try #require(path.withUnsafeBytes { rename(plain, $0.bindMemory(to: CChar.self).baseAddress!) } == 0)
        }
        let deep = folder.path + "/" + Array(repeating: "deep", count: 60).joined(separator: "/")
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try Self.write(50, deep + "/50.wav")
        for (number, seconds) in [-10_000_000_000, 13_000_000_000, 4_000_000_000].enumerated() {
            let path = "\(folder.path)/year\(number).wav"
            try Self.write(60 + number, path)
            utimensat(AT_FDCWD, path, [timespec(tv_sec: seconds, tv_nsec: 1), timespec(tv_sec: seconds, tv_nsec: 1)], 0)
        }
        let count = names.count + 4
        try await Downbeat.serving(["--open-control", folder.path]) { server in
            try await blocking {
                let client = LibraryClient(port: server.port)
                try client.rest { try client.tracks().count == count }
                for track in try client.tracks() {
                    let id = try #require(track["id"] as? Int)
                    #expect((track["analysis"] as? [String: Any])?["state"] as? String == "done", "\(track)")
                    #expect(try client.ask("GET", "/tracks/\(id)/audio") is [UInt8], "\(track)")
                }
            }
        }
    }
}
